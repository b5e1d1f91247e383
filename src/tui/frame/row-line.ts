import { type Line, line, type Span } from '../look/line.ts';
import type { Marks } from '../look/marks.ts';
import type { TimelineRow } from '../source/timeline-row.ts';
import { decisionSpan } from '../views/decision-span.ts';

/** A row of the timeline: when, what was decided, what became of it, and what it was. */
export const rowLine = (row: TimelineRow, marks: Marks, at: string): Line => {
  const lane: Span[] = row.actor === 'main' ? [] : [{ text: `${marks.lane} `, tone: 'dim' }];
  const time: Span = { text: `${at} `, tone: 'dim' };
  if (row.kind === 'prompt') return line(time, { text: `${row.turn}. ${row.text}`, tone: 'strong' });
  const strongest = row.fired.length === 0 ? undefined : (row.decision ?? '');
  const decided: Span[] =
    strongest === undefined
      ? []
      : [decisionSpan(strongest === 'none' ? (row.fired[0]?.decision ?? '') : strongest, marks), { text: ' ' }];
  const outcome: Span[] =
    row.outcome === 'failed'
      ? [{ text: `${marks.failed} failed `, tone: 'bad' }]
      : row.outcome === 'open'
        ? [{ text: `${marks.open} `, tone: 'dim' }]
        : [];
  return line(time, { text: '  ' }, ...lane, ...decided, ...outcome, row.text);
};
