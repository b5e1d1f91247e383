import { basename } from 'node:path';
import { barsOf } from '../../cli/bars.ts';
import { fitTo } from '../../cli/style.ts';
import { MOST_COUNTS } from '../../events/activity.ts';
import { fitMiddle } from '../look/fit.ts';
import { type Line, line, type Span } from '../look/line.ts';
import { ASCII_MARKS, type Marks } from '../look/marks.ts';
import { dayOf, lengthOf } from '../look/times.ts';
import type { Model } from '../model/model.ts';
import type { SessionEntry } from '../source/session-entry.ts';
import { decisionSpan } from '../views/decision-span.ts';

/** How a column of the list is called and how wide it is; the last one has what is left. */
interface Column {
  readonly name: string;
  readonly width: number;
  /** From this many columns on it has room, and up to that many. */
  readonly from: number;
  readonly to?: number;
  readonly span: (entry: SessionEntry, look: EntryLook) => Span;
}

interface EntryLook {
  readonly model: Pick<Model, 'time' | 'now'>;
  readonly marks: Marks;
}

const lastEvent = (width: number, from: number, to: number): Column => ({
  name: 'last event',
  width,
  from,
  to,
  span: ({ lastAt }, { model }) => ({ text: dayOf(lastAt, model.time, model.now, width < 16), tone: 'dim' }),
});

const WIDE = 160;

const COLUMNS: readonly Column[] = [
  lastEvent(11, 0, WIDE - 1),
  lastEvent(16, WIDE, Number.POSITIVE_INFINITY),
  {
    name: 'state',
    width: 7,
    from: 0,
    span: ({ isLive }, { marks }) =>
      isLive ? { text: `${marks.live} live`, tone: 'good' } : { text: '  ended', tone: 'dim' },
  },
  { name: 'session', width: 8, from: 0, span: ({ session }) => ({ text: session.slice(0, 8) }) },
  {
    name: 'project',
    width: 14,
    from: 60,
    span: ({ worktree }) => ({ text: fitMiddle(projectOf(worktree), 14), tone: 'accent' }),
  },
  { name: 'agent', width: 11, from: 100, span: ({ host }) => ({ text: host ?? '?' }) },
  {
    name: 'length',
    width: 6,
    from: 90,
    span: ({ firstAt, lastAt }) => ({ text: lengthBetween(firstAt, lastAt).padStart(6) }),
  },
  { name: 'turns', width: 5, from: 90, span: ({ turns }) => ({ text: String(turns).padStart(5) }) },
  { name: 'calls', width: 5, from: 60, span: ({ calls }) => ({ text: String(calls).padStart(5) }) },
  {
    name: 'activity',
    width: MOST_COUNTS,
    from: 130,
    span: ({ activity }, { marks }) => ({ text: barsOf(activity.counts, marks === ASCII_MARKS), tone: 'accent' }),
  },
];

export const projectOf = (worktree: string | null): string => (worktree === null ? '' : basename(worktree));

const lengthBetween = (first: string, last: string): string => {
  const ms = Date.parse(last) - Date.parse(first);
  return Number.isNaN(ms) ? '' : lengthOf(Math.max(0, ms));
};

const GAP = '  ';

const columnsFor = (width: number): readonly Column[] =>
  COLUMNS.filter(({ from, to = width }) => width >= from && width <= to);

/** The names of the columns in the list. */
export const headLine = (width: number): Line =>
  line({
    text: [...columnsFor(width).map((column) => column.name.padEnd(column.width)), 'gates that fired'].join(GAP),
    tone: 'dim',
  });

/** A session in the list: when, which, how much, and how often gates fired, as marks and words. */
export const entryLine = (entry: SessionEntry, look: EntryLook, width: number): Line =>
  line(
    ...columnsFor(width).flatMap((column): Span[] => {
      const span = column.span(entry, look);
      return [{ ...span, text: fitTo(span.text, column.width) }, { text: GAP }];
    }),
    ...firedSpans(entry, look.marks),
  );

const firedSpans = ({ rulings }: SessionEntry, marks: Marks): readonly Span[] => {
  const fired = DECISIONS.flatMap((decision): Span[] => {
    const count = rulings[decision] ?? 0;
    return count === 0 ? [] : [decisionSpan(decision, marks, ` ${count}`), { text: '  ' }];
  });
  return fired.length === 0 ? [{ text: `${marks.pass} none`, tone: 'dim' }] : fired;
};

/** The strongest first. */
const DECISIONS = ['deny', 'ask', 'rewrite', 'advise', 'allow'];
