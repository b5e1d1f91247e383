import { clock } from '../../cli/style.ts';
import { type Line, line, type Span } from '../look/line.ts';
import type { Marks } from '../look/marks.ts';
import { useTheme } from '../look/theme.ts';
import type { SessionModel } from '../model/model.ts';
import type { TimelineRow } from '../source/timeline-row.ts';
import { decisionSpan } from './decision-span.ts';
import { Pane } from './pane.tsx';

export interface TimelineProps {
  readonly session: SessionModel;
  readonly width: number;
  readonly height: number;
}

/** The rows of a session that are in sight. */
export const TimelineView = ({ session, width, height }: TimelineProps) => {
  const { marks } = useTheme();
  const { rows, top, cursor } = session;
  const shown = rows.slice(top, top + height).map((row) => rowLine(row, marks));
  return <Pane lines={shown} width={width} height={height} chosen={cursor - top} />;
};

const rowLine = (row: TimelineRow, marks: Marks): Line => {
  const lane: Span[] = row.actor === 'main' ? [] : [{ text: `${marks.lane} `, tone: 'dim' }];
  const time: Span = { text: `${clock(row.at)} `, tone: 'dim' };
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
