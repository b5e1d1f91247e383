import { columns } from '../../cli/style.ts';
import { type Line, line, type Span } from '../look/line.ts';
import type { Marks } from '../look/marks.ts';
import { chipText } from '../model/chips.ts';
import { layoutOf } from '../model/layout.ts';
import type { Model, Overlay, WhatIfOverlay } from '../model/model.ts';
import { begunBy } from '../model/usable.ts';
import { playSpans } from './play-spans.ts';

/** The last line: what is asked for, what happened, or where one is and what one can do. */
export const statusLine = (model: Model, marks: Marks): Line => {
  const { overlay, notice, pending, count, size } = model;
  if (overlay?.kind === 'what-if') {
    return line({ text: notice ?? fitting(WHAT_IF_HINTS[overlay.focus], size.columns), tone: 'dim' });
  }
  if (overlay !== null) return promptLine(overlay, marks, notice, size.columns);
  if (pending !== null) return pendingLine(model, pending);
  if (notice !== null) return line({ text: notice, tone: 'warn' });
  if (count !== null)
    return line(
      { text: `${count}${marks.open}`, tone: 'accent' },
      { text: '  times, then a move: j k } { ) ( ] [ n N, or G for that row', tone: 'dim' },
    );
  const place = placeSpans(model, marks);
  const taken = widthOf(place);
  const shown = fitting(hintsOf(model), size.columns - taken - 2);
  return line(...place, { text: `${taken === 0 ? '' : '  '}${shown}`, tone: 'dim' });
};

const widthOf = (spans: readonly Span[]): number => spans.reduce((sum, { text }) => sum + columns(text), 0);

/** As many hints as have room, whole ones, the first ones first. */
const fitting = (hints: readonly string[], room: number): string =>
  hints.filter((_, index) => columns(hints.slice(0, index + 1).join(' · ')) <= room).join(' · ');

const placeSpans = ({ session, sessions: { filter }, time }: Model, marks: Marks): readonly Span[] => {
  if (session === null) return filter === '' ? [] : [{ text: `only "${filter}"`, tone: 'accent' }];
  const { rows, all, cursor, isComplete, chips, search } = session;
  const left = chips.length === 0 ? '' : ` (of ${all.length})`;
  return [
    { text: `${rows.length === 0 ? 0 : cursor + 1}/${rows.length}${left}${isComplete ? '' : ` ${marks.open}`}` },
    ...(chips.length === 0 ? [] : [{ text: `  only ${chips.map(chipText).join(' ')}`, tone: 'accent' as const }]),
    ...(search === null ? [] : [{ text: `  /${search}`, tone: 'accent' as const }]),
    ...playSpans(session),
    ...(time === 'utc' ? [] : [{ text: `  ${time}`, tone: 'dim' as const }]),
  ];
};

/** The most useful first: the others are left out where there is no room. */
const hintsOf = (model: Model): readonly string[] => {
  const { session } = model;
  if (session === null) return ['Enter open', '/ filter', '? help', 'q quit', ': commands', 't times'];
  if (session.focus === 'detail') {
    const back = layoutOf(model).kind === 'single' ? 'q rows' : 'Tab rows';
    return [back, 'Enter go to the event, or open', '^o back', '1-5 tabs', '? help', 'd D diff', 'x what if', 'z zoom'];
  }
  return [
    ...(layoutOf(model).kind === 'single' ? ['Enter details'] : []),
    'w why',
    '} next gate that fired',
    ') next denial',
    '? help',
    'q back',
    'Tab detail',
    '[ ] turns',
    '/ search',
    'f filter',
    ': commands',
    'y copy',
    'x what if',
    'l open',
    'Space play',
    ...(session.entry.isLive ? ['F follow'] : []),
  ];
};

const pendingLine = (model: Model, pending: string): Line =>
  line(
    { text: `${pending} ${''}`, tone: 'accent' },
    {
      text: begunBy(model, pending)
        .flatMap(({ keys, name }) =>
          keys.filter((key) => key.startsWith(`${pending} `)).map((key) => `${key.slice(pending.length + 1)} ${name}`),
        )
        .join(' · '),
      tone: 'dim',
    },
  );

type Prompt = Exclude<Overlay, WhatIfOverlay>;

const promptLine = (overlay: Prompt, marks: Marks, notice: string | null, width: number): Line => {
  const { before, hints } = PROMPTS[overlay.kind];
  const asked: readonly Span[] = [
    { text: before, tone: 'strong' },
    { text: overlay.text },
    { text: marks.caret, tone: 'accent' },
  ];
  const what = overlay.kind === 'export' ? `${EXPORTED[overlay.what]}, ` : '';
  const room = width - widthOf(asked) - 2 - columns(what);
  return line(...asked, { text: `  ${notice ?? `${what}${fitting(hints, room)}`}`, tone: 'dim' });
};

/** Of each: what stands before what is typed, and what one can do; the way out among the first. */
const PROMPTS: Readonly<Record<Prompt['kind'], { readonly before: string; readonly hints: readonly string[] }>> = {
  help: { before: 'help: ', hints: ['type to filter', 'Escape close'] },
  palette: { before: ':', hints: ['Enter do it', 'Tab complete', 'Escape'] },
  'list-filter': { before: '/', hints: ['Enter keep', 'Escape all'] },
  search: { before: '/', hints: ['Enter stay', 'Escape back'] },
  filter: { before: 'only: ', hints: ['Enter add, or done', 'Escape one back', 'Tab complete', '! not'] },
  export: { before: 'export to: ', hints: ['Tab what', 'Enter write', 'Escape'] },
};

const EXPORTED = { row: 'this row', rows: 'the rows shown', session: 'the whole session' };

const WHAT_IF_HINTS = {
  choices: ['j k choose', 'h l set otherwise', 'Escape leave', 'Tab to what changes', 'nothing is written'],
  flips: ['j k choose', 'Enter go to its row', 'Escape leave', 'Tab back to what can be set'],
};
