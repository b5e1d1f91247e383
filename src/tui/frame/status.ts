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
  if (overlay?.kind === 'what-if') return line({ text: notice ?? WHAT_IF_HINTS[overlay.focus], tone: 'dim' });
  if (overlay !== null) return promptLine(overlay, marks, notice);
  if (pending !== null) return pendingLine(model, pending);
  if (notice !== null) return line({ text: notice, tone: 'warn' });
  if (count !== null)
    return line(
      { text: `${count}${marks.open}`, tone: 'accent' },
      { text: '  times, then a move: j k } { ) ( ] [ n N, or G for that row', tone: 'dim' },
    );
  const place = placeSpans(model, marks);
  const hints = hintsOf(model);
  const taken = place.reduce((sum, { text }) => sum + columns(text), 0);
  const room = size.columns - taken - 2;
  const shown = hints.filter((_, index) => columns(hints.slice(0, index + 1).join(' · ')) <= room);
  return line(...place, { text: `${taken === 0 ? '' : '  '}${shown.join(' · ')}`, tone: 'dim' });
};

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

const promptLine = (overlay: Prompt, marks: Marks, notice: string | null): Line => {
  const caret: Span = { text: marks.caret, tone: 'accent' };
  const { before, hint } = PROMPTS[overlay.kind];
  return line({ text: before, tone: 'strong' }, overlay.text, caret, {
    text: `  ${notice ?? (overlay.kind === 'export' ? `${EXPORTED[overlay.what]}, ${hint}` : hint)}`,
    tone: 'dim',
  });
};

const PROMPTS: Readonly<Record<Prompt['kind'], { readonly before: string; readonly hint: string }>> = {
  help: { before: 'help: ', hint: 'type to filter · Escape close' },
  palette: { before: ':', hint: 'Enter do it · Tab complete · Escape' },
  'list-filter': { before: '/', hint: 'Enter keep · Escape all' },
  search: { before: '/', hint: 'Enter stay · Escape back' },
  filter: { before: 'only: ', hint: 'Enter add, or done · Tab complete · ! not · Escape takes one back' },
  export: { before: 'export to: ', hint: 'Tab what · Enter write · Escape' },
};

const EXPORTED = { row: 'this row', rows: 'the rows shown', session: 'the whole session' };

const WHAT_IF_HINTS = {
  choices: 'j k choose a line · h l set it otherwise · Tab to what changes · Escape leave, nothing is written',
  flips: 'j k choose an event · Enter go to its row · Tab back to what can be set · Escape leave',
};
