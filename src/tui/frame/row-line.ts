import { decisionTone } from '../look/decision.ts';
import { type Line, line, type Span } from '../look/line.ts';
import type { Marks } from '../look/marks.ts';
import type { TimelineRow } from '../source/timeline-row.ts';
import { decisionSpan } from '../views/decision-span.ts';
import { decidedOn } from './decided.ts';

/** A row of the timeline: when, in whose lane, what was decided, what became of it, and what it was. */
export const rowLine = (row: TimelineRow, marks: Marks, at: string, isOpen = false): Line => {
  const time: Span = { text: `${at} `, tone: 'dim' };
  if (row.kind === 'prompt') {
    const fold: Span = { text: isOpen ? '▾ ' : '', tone: 'dim' };
    const text: Span = { text: `${row.turn}. ${row.text}`, tone: 'strong' };
    return line(time, fold, text, ...decidedSpans(row, marks, '  '));
  }
  const lane = laneSpans(row, marks);
  if (row.kind === 'event') return partLine(row, marks, time, lane.slice(0, 1));
  if (row.kind === 'gap') return line(time, { text: '  ' }, ...lane, { text: `${GAP} ${row.text}`, tone: 'warn' });
  const outcome = outcomeSpan(row, marks);
  return line(
    time,
    foldSpan(row, isOpen),
    ...lane,
    ...decidedSpans(row, marks, '', ' '),
    ...(outcome === null ? [] : [outcome]),
    ...textSpans(row),
  );
};

const GAP = '░';

/** Whether there is more below: `▾` while that is shown. */
const foldSpan = ({ events }: TimelineRow, isOpen: boolean): Span => ({
  text: isOpen ? '▾ ' : events.length > 1 ? '▸ ' : '  ',
  tone: 'dim',
});

/** The lane of a subagent, as far in as others are at work beside it, and what it is. */
const laneSpans = ({ lane, actor, actorType }: TimelineRow, marks: Marks): readonly Span[] =>
  lane === 0
    ? []
    : [
        { text: `${marks.lane} `.repeat(Math.min(lane, MOST_LANES)), tone: 'dim' },
        { text: `${(actorType ?? actor).slice(0, LONGEST_NAME)} `, tone: 'accent' },
      ];

const MOST_LANES = 6;
const LONGEST_NAME = 14;

const decidedSpans = (row: TimelineRow, marks: Marks, before = '', after = ''): readonly Span[] => {
  const decided = decidedOn(row);
  if (decided === null) return [];
  const { decision, isWatched } = decided;
  const span = decisionSpan(decision, marks);
  const shown: Span = isWatched
    ? { text: span.text.replace(decision, `would ${decision}`), tone: 'dim' }
    : { ...span, tone: decisionTone(decision) };
  return [{ text: before }, shown, { text: after }];
};

const outcomeSpan = ({ outcome, types }: TimelineRow, marks: Marks): Span | null => {
  if (types.includes('HookFailed')) return { text: `${marks.failed} hook failed `, tone: 'bad' };
  if (outcome === 'failed') return { text: `${marks.failed} failed `, tone: 'bad' };
  if (outcome === 'unknown') return { text: `${marks.open} no result `, tone: 'warn' };
  return outcome === 'open' ? { text: `${marks.open} `, tone: 'dim' } : null;
};

/** A row as it is named elsewhere: its text, with what happened where that alone does not say it. */
export const rowName = (row: TimelineRow): string =>
  textSpans(row)
    .map(({ text }) => text)
    .join('');

const textSpans = ({ kind, types, text }: TimelineRow): readonly Span[] => {
  const label = LABELS[types[0] ?? ''];
  if (label === undefined || (kind !== 'session' && kind !== 'turn-end')) return [{ text }];
  return [
    { text: label, tone: 'strong' },
    { text: text === '' ? '' : `: ${text}`, tone: 'dim' },
  ];
};

const LABELS: Readonly<Record<string, string>> = {
  SessionStarted: 'Session started',
  SessionEnded: 'Session ended',
  TurnEnded: 'Turn ended',
  TurnFailed: 'Turn failed',
};

/** An event below the row that it belongs to. */
const partLine = (row: TimelineRow, marks: Marks, time: Span, lane: readonly Span[]): Line => {
  const { text, decision, types } = row;
  const type = types[0] ?? '';
  const rest = text.startsWith(type) ? text.slice(type.length) : ` ${text}`;
  return line(
    time,
    ...lane,
    { text: `    ${marks.lane} `, tone: 'dim' },
    { text: type, tone: decision === undefined || decision === 'none' ? 'plain' : decisionTone(decision) },
    { text: rest, tone: 'dim' },
  );
};
