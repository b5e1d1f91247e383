import { rowLine } from '../frame/row-line.ts';
import { highlight } from '../look/highlight.ts';
import { useTheme } from '../look/theme.ts';
import { clockOf } from '../look/times.ts';
import type { SessionModel, TimeFormat } from '../model/model.ts';
import { scrolledTo } from '../model/window.ts';
import { Pane } from './pane.tsx';

export interface TimelineProps {
  readonly session: SessionModel;
  readonly time: TimeFormat;
  /** What is searched for, which is marked where it stands. */
  readonly sought: string | null;
  readonly width: number;
  readonly height: number;
}

/** The rows of a session that are in sight. */
export const TimelineView = ({ session, time, sought, width, height }: TimelineProps) => {
  const { marks } = useTheme();
  const { rows, cursor, entry, parts } = session;
  // The terminal may have become smaller since.
  const top = scrolledTo(session.top, cursor, height, rows.length);
  const shown = rows
    .slice(top, top + height)
    .map((row) => highlight(rowLine(row, marks, clockOf(row.at, time, entry.firstAt), parts.has(row.id)), sought));
  return <Pane lines={shown} width={width} height={height} chosen={cursor - top} />;
};
