import fc from 'fast-check';
import { renderToString } from 'ink';
import { describe, expect, it } from 'vitest';
import { columns as columnsOf } from '../../src/cli/style.ts';
import { mapLine } from '../../src/tui/frame/map-line.ts';
import { rowLine } from '../../src/tui/frame/row-line.ts';
import { fitLine } from '../../src/tui/look/fit.ts';
import { UNICODE_MARKS } from '../../src/tui/look/marks.ts';
import { COMMANDS } from '../../src/tui/model/commands.ts';
import { layoutOf } from '../../src/tui/model/layout.ts';
import type { Model } from '../../src/tui/model/model.ts';
import { linesOf, withParts, withRows } from '../../src/tui/model/moves.ts';
import { playOn } from '../../src/tui/model/play.ts';
import { press } from '../../src/tui/model/press.ts';
import { startModel, startSession } from '../../src/tui/model/start.ts';
import { Screen } from '../../src/tui/views/screen.tsx';
import { ENTRY, manyRows, partsOf } from './kit/many-rows.ts';

type Event =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'size'; readonly columns: number; readonly rows: number }
  | { readonly kind: 'more'; readonly rows: number }
  | { readonly kind: 'tick' };

const KEYS = [
  ...new Set(COMMANDS.flatMap(({ keys }) => keys.flatMap((key) => key.split(' ')))),
  'a',
  'r',
  '7',
  'backspace',
  'enter',
].filter((key) => key !== 'q' && key !== 'ctrl+c');

const events = fc.array(
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...KEYS).map((key): Event => ({ kind: 'key', key })) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fc.integer({ min: 20, max: 160 }), fc.integer({ min: 6, max: 50 }))
        .map(([columns, rows]): Event => ({ kind: 'size', columns, rows })),
    },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 30 }).map((rows): Event => ({ kind: 'more', rows })) },
    { weight: 2, arbitrary: fc.constant<Event>({ kind: 'tick' }) },
  ),
  { maxLength: 60 },
);

const after = (model: Model, event: Event): Model => {
  if (event.kind === 'size') return { ...model, size: event };
  if (event.kind === 'tick') return playOn(model);
  if (event.kind === 'more') return withRows(model, manyRows((model.session?.all.length ?? 0) + event.rows), true);
  const { model: next, effects } = press(model, event.key);
  return effects.reduce((changed, effect) => {
    const row = effect.kind === 'open-row' ? changed.session?.rows.find(({ id }) => id === effect.row) : undefined;
    return row === undefined ? changed : withParts(changed, row.id, partsOf(row));
  }, next);
};

const begun = (count: number): Model => {
  const model = startModel({ columns: 100, rows: 30 }, [ENTRY], 0);
  return withRows({ ...model, session: startSession(ENTRY) }, manyRows(count), true);
};

describe('any keys, sizes and new rows', () => {
  it('leave the cursor on a row that is there, and in sight once it was moved', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 80 }), events, (count, all) => {
        let model = begun(count);
        for (const event of all) {
          const before = model;
          model = after(model, event);
          const { session } = model;
          if (session === null) return;
          const { rows, cursor, top } = session;
          expect(cursor).toBeGreaterThanOrEqual(0);
          expect(cursor).toBeLessThan(Math.max(1, rows.length));
          expect(top).toBeGreaterThanOrEqual(0);
          expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
          if (cursor === before.session?.cursor || event.kind === 'size') continue;
          expect(cursor).toBeGreaterThanOrEqual(top);
          expect(cursor).toBeLessThan(top + layoutOf(model).timeline.height);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('are drawn on at most all rows but one, none of them wider than the terminal', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 40 }), events, (count, all) => {
        const model = all.reduce(after, begun(count));
        const { size, session } = model;
        const detail = session === null ? [] : linesOf(model, session);
        const frame = renderToString(<Screen model={model} detail={detail} />, { columns: size.columns }).split('\n');
        expect(frame.length).toBeLessThanOrEqual(size.rows - 1);
        for (const row of frame)
          expect(columnsOf(row.replace(/\u001b\[[0-9;]*m/g, ''))).toBeLessThanOrEqual(size.columns);
      }),
      { numRuns: 60 },
    );
  });
});

describe('lines', () => {
  it('have exactly the width', () => {
    const rows = manyRows(60);
    for (const width of [1, 7, 20, 63, 140]) {
      const lines = [...rows.map((row) => rowLine(row, UNICODE_MARKS, '12:00:00', true)), mapLine(rows, 30, width)];
      for (const line of lines) {
        expect(fitLine(line, width).reduce((sum, { text }) => sum + columnsOf(text), 0)).toBe(width);
      }
    }
  });
});
