import { crumbsLine } from '../frame/crumbs.ts';
import { panelOf } from '../frame/panel.ts';
import { statusLine } from '../frame/status.ts';
import { type Line, line } from '../look/line.ts';
import { useTheme } from '../look/theme.ts';
import { layoutFor } from '../model/layout.ts';
import type { Model } from '../model/model.ts';
import { isWhatIf } from '../model/what-if-moves.ts';
import { Box } from '../term/elements.ts';
import { LineView } from './line-view.tsx';
import { Pane } from './pane.tsx';
import { SessionView } from './session-view.tsx';
import { SessionsView } from './sessions-view.tsx';
import { WhatIfView } from './what-if-view.tsx';

export interface ScreenProps {
  readonly model: Model;
  /** What the detail shows, from its first line on. */
  readonly detail: readonly Line[];
}

/** One for the panes, three around them, and one that stays free. */
const FEWEST_ROWS = 5;

/** Lines above the panes. */
const ABOVE = 2;

/** The whole screen: where one is, the panes, what lies over them, and the status. */
export const Screen = ({ model, detail }: ScreenProps) => {
  const { marks } = useTheme();
  const { size, session } = model;
  if (size.rows < FEWEST_ROWS) return <LineView line={line(`docket needs ${FEWEST_ROWS} rows`)} width={size.columns} />;
  const panel = panelOf(model, size.columns);
  const { height } = layoutFor(size);
  return (
    <Box flexDirection="column">
      <LineView line={crumbsLine(model, marks)} width={size.columns} />
      {session === null ? (
        <SessionsView model={model} />
      ) : isWhatIf(model.overlay) ? (
        <WhatIfView model={model} overlay={model.overlay} />
      ) : (
        <SessionView model={model} session={session} detail={detail} />
      )}
      <LineView line={statusLine(model, marks)} width={size.columns} />
      {panel === null ? null : (
        <Box position="absolute" marginTop={ABOVE + height - panel.lines.length}>
          <Pane lines={panel.lines} width={size.columns} height={panel.lines.length} chosen={panel.chosen} isOver />
        </Box>
      )}
    </Box>
  );
};
