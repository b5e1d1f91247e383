import { type Line, line } from '../look/line.ts';
import type { RowState } from '../think/question.ts';
import { foldable, heading, type Page, parts, wrapped } from './page.ts';
import { compact, treeLines } from './tree-lines.ts';

/** What the session had come to, by projection: one line each, which opens. What the row changed is marked. */
export const stateLines = ({ state, untouched, steps }: RowState, page: Page): Line[] => {
  const changed = new Set(
    steps.flatMap(({ changes }) => changes.changes.map(({ path }) => /^[^.[]*/.exec(path)?.[0] ?? path)),
  );
  const told = Object.entries(state).filter(([name]) => !untouched.includes(name));
  const projections = told.flatMap(([name, value]) =>
    foldable(
      page,
      {
        key: `state.${name}`,
        isOpen: false,
        head: [
          { text: changed.has(name) ? '* ' : '  ', tone: 'warn' },
          { text: name, tone: 'strong' },
        ],
        preview: { text: `  ${compact(value, page.width)}`, tone: 'dim' },
      },
      () => treeLines(value, page, `state.${name}`, 2),
    ),
  );
  return parts(
    [heading('As of here, by projection'), ...projections],
    changed.size === 0 ? [] : [line({ text: '* changed by this row: the diff tells how', tone: 'warn' })],
    untouched.length === 0 ? [] : wrapped(untouched.join(', '), page, 'Nothing yet: ', 'dim'),
  );
};
