import { basename } from 'node:path';
import { MOST_COUNTS } from '../../events/activity.ts';
import { fitMiddle } from '../look/fit.ts';
import { type Line, line, type Span } from '../look/line.ts';
import { ASCII_MARKS, type Marks } from '../look/marks.ts';
import { dayOf, lengthOf } from '../look/times.ts';
import type { Model } from '../model/model.ts';
import type { SessionEntry } from '../source/session-entry.ts';
import { decisionSpan } from '../views/decision-span.ts';
import { activityPlot } from './activity-plot.ts';

/** How a column of the list is called and how wide it is; the last one has what is left. */
interface Column {
  readonly name: string;
  readonly width: number;
  /** From this many columns on it has room. */
  readonly from: number;
  readonly spans: (entry: SessionEntry, look: EntryLook) => readonly Span[];
}

interface EntryLook {
  readonly model: Pick<Model, 'time' | 'now'>;
  readonly marks: Marks;
}

const COLUMNS: readonly Column[] = [
  {
    name: 'last event',
    width: 16,
    from: 0,
    spans: ({ lastAt }, { model }) => [{ text: dayOf(lastAt, model.time, model.now), tone: 'dim' }],
  },
  {
    name: 'state',
    width: 7,
    from: 0,
    spans: ({ isLive }, { marks }) =>
      isLive ? [{ text: `${marks.live} live`, tone: 'good' }] : [{ text: '  ended', tone: 'dim' }],
  },
  { name: 'session', width: 8, from: 0, spans: ({ session }) => [{ text: session.slice(0, 8) }] },
  {
    name: 'project',
    width: 16,
    from: 60,
    spans: ({ worktree }) => [{ text: fitMiddle(projectOf(worktree), 16), tone: 'accent' }],
  },
  { name: 'agent', width: 11, from: 100, spans: ({ host }) => [{ text: host ?? '?' }] },
  {
    name: 'length',
    width: 7,
    from: 80,
    spans: ({ firstAt, lastAt }) => [{ text: lengthBetween(firstAt, lastAt).padStart(7) }],
  },
  { name: 'turns', width: 5, from: 80, spans: ({ turns }) => [{ text: String(turns).padStart(5) }] },
  { name: 'calls', width: 5, from: 60, spans: ({ calls }) => [{ text: String(calls).padStart(5) }] },
  {
    name: 'activity',
    width: MOST_COUNTS,
    from: 120,
    spans: ({ activity }, { marks }) => [{ text: activityPlot(activity, marks === ASCII_MARKS), tone: 'accent' }],
  },
];

export const projectOf = (worktree: string | null): string => (worktree === null ? '' : basename(worktree));

const lengthBetween = (first: string, last: string): string => {
  const ms = Date.parse(last) - Date.parse(first);
  return Number.isNaN(ms) ? '' : lengthOf(Math.max(0, ms));
};

const GAP = '  ';

const columnsFor = (width: number): readonly Column[] => COLUMNS.filter(({ from }) => width >= from);

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
      const spans = column.spans(entry, look);
      const taken = spans.reduce((sum, { text }) => sum + [...text].length, 0);
      return [...spans, { text: `${' '.repeat(Math.max(0, column.width - taken))}${GAP}` }];
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
