import { isThinking } from '../detail/known.ts';
import { mapLine } from '../frame/map-line.ts';
import { highlight } from '../look/highlight.ts';
import { type Line, line } from '../look/line.ts';
import { useTheme } from '../look/theme.ts';
import { layoutOf } from '../model/layout.ts';
import { type Model, type SessionModel, TABS } from '../model/model.ts';
import { soughtIn } from '../model/search.ts';
import { clampTo, scrolledTo } from '../model/window.ts';
import { Box } from '../term/elements.ts';
import { LineView } from './line-view.tsx';
import { Pane } from './pane.tsx';
import { TimelineView } from './timeline-view.tsx';

export interface SessionViewProps {
  readonly model: Model;
  readonly session: SessionModel;
  /** What the detail shows, from its first line on. */
  readonly detail: readonly Line[];
}

/** A session: its timeline, and what there is to say about the chosen row. */
export const SessionView = ({ model, session, detail }: SessionViewProps) => {
  const { marks } = useTheme();
  const { size } = model;
  const layout = layoutOf(model);
  // What was found out meanwhile may be shorter than what stood there.
  const cursor = clampTo(session.detailCursor, detail.length);
  const room = layout.detail.height - 1;
  const top = scrolledTo(session.detailTop, cursor, room, detail.length);
  const below = detail.length - top - room;
  const tabs = line(
    ...TABS.flatMap((tab, index) => [
      {
        text: ` ${index + 1} ${tab}${tab === session.tab && isThinking(session) ? marks.open : ' '}`,
        tone: tab === session.tab ? ('chosen' as const) : ('dim' as const),
      },
    ]),
    { text: below > 0 ? `  ${below} more below` : '', tone: 'dim' },
  );
  const sought = soughtIn(model);
  const shown = [tabs, ...detail.slice(top, top + room).map((one) => highlight(one, sought))];
  const timeline = <TimelineView session={session} time={model.time} sought={sought} {...layout.timeline} />;
  const isInDetail = session.focus === 'detail' && detail.length > 0;
  const pane = <Pane lines={shown} {...layout.detail} {...(isInDetail ? { chosen: cursor - top + 1 } : {})} />;
  return (
    <Box flexDirection="column">
      <LineView line={mapLine(session.rows, session.cursor, size.columns)} width={size.columns} />
      {layout.kind === 'side-by-side' ? (
        <Box>
          {timeline}
          <Pane
            lines={Array.from({ length: layout.height }, () => line({ text: marks.lane, tone: 'dim' }))}
            width={1}
            height={layout.height}
          />
          {pane}
        </Box>
      ) : layout.kind === 'stacked' ? (
        <Box flexDirection="column">
          {timeline}
          <LineView line={line({ text: marks.rule.repeat(size.columns), tone: 'dim' })} width={size.columns} />
          {pane}
        </Box>
      ) : session.focus === 'timeline' ? (
        timeline
      ) : (
        pane
      )}
    </Box>
  );
};
