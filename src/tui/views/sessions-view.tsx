import { clock } from '../../cli/style.ts';
import { type Line, line, type Span } from '../look/line.ts';
import type { Marks } from '../look/marks.ts';
import { useTheme } from '../look/theme.ts';
import { layoutOf } from '../model/layout.ts';
import type { Model } from '../model/model.ts';
import { listedSessions } from '../model/moves.ts';
import { scrolledTo } from '../model/window.ts';
import type { SessionEntry } from '../source/session-entry.ts';
import { Box } from '../term/elements.ts';
import { decisionSpan } from './decision-span.ts';
import { LineView } from './line-view.tsx';
import { Pane } from './pane.tsx';

/** The list of sessions, the most recently active one first. */
export const SessionsView = ({ model }: { model: Model }) => {
  const { marks } = useTheme();
  const { size, sessions } = model;
  const entries = listedSessions(model);
  const { height } = layoutOf(model);
  const top = scrolledTo(0, sessions.cursor, height, entries.length);
  const shown = entries.slice(top, top + height);
  const title = `docket › sessions (${entries.length})`;
  return (
    <Box flexDirection="column">
      <LineView line={line({ text: title, tone: 'strong' })} width={size.columns} />
      <LineView line={line('')} width={size.columns} />
      <Pane
        lines={shown.map((entry) => entryLine(entry, marks))}
        width={size.columns}
        height={height}
        chosen={sessions.cursor - top}
      />
      <LineView
        line={line({ text: model.notice ?? 'Enter open · / filter · ? help · q quit', tone: 'dim' })}
        width={size.columns}
      />
    </Box>
  );
};

const entryLine = (entry: SessionEntry, marks: Marks): Line => {
  const { session, lastAt, isLive, events, rulings, worktree } = entry;
  const decisions = Object.entries(rulings).flatMap(([decision, count]): Span[] =>
    decision === 'none' ? [] : [decisionSpan(decision, marks, ` ${count}`), { text: '  ' }],
  );
  return line(
    { text: `${lastAt.slice(0, 10)} ${clock(lastAt)}  `, tone: 'dim' },
    { text: isLive ? `${marks.live} live  ` : '  ended ', tone: isLive ? 'good' : 'dim' },
    `${session.slice(0, 8)}  `,
    `${String(events).padStart(6)} events  `,
    ...decisions,
    { text: worktree ?? '', tone: 'dim' },
  );
};
