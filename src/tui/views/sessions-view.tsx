import { emptyLines } from '../list/empty-lines.ts';
import { entryLine, headLine } from '../list/entry-line.ts';
import { useTheme } from '../look/theme.ts';
import { layoutOf } from '../model/layout.ts';
import type { Model } from '../model/model.ts';
import { listedSessions } from '../model/moves.ts';
import { scrolledTo } from '../model/window.ts';
import { Box } from '../term/elements.ts';
import { LineView } from './line-view.tsx';
import { Pane } from './pane.tsx';

/** The list of sessions, the most recently active one first. */
export const SessionsView = ({ model }: { readonly model: Model }) => {
  const { marks } = useTheme();
  const { size, sessions } = model;
  const entries = listedSessions(model);
  const { height } = layoutOf(model);
  const top = scrolledTo(0, sessions.cursor, height, entries.length);
  const shown = entries.slice(top, top + height);
  const lines = shown.map((entry) => entryLine(entry, { model, marks }, size.columns));
  return (
    <Box flexDirection="column">
      <LineView line={headLine(size.columns)} width={size.columns} />
      <Pane
        lines={lines.length === 0 ? emptyLines(model, size.columns) : lines}
        width={size.columns}
        height={height}
        chosen={lines.length === 0 ? -1 : sessions.cursor - top}
      />
    </Box>
  );
};
