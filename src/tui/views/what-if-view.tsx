import { choiceLines, flipLines } from '../detail/what-if-lines.ts';
import { rowName } from '../frame/row-line.ts';
import { line } from '../look/line.ts';
import { useTheme } from '../look/theme.ts';
import { layoutFor } from '../model/layout.ts';
import type { Model, WhatIfOverlay } from '../model/model.ts';
import { scrolledTo } from '../model/window.ts';
import { Box } from '../term/elements.ts';
import { LineView } from './line-view.tsx';
import { Pane } from './pane.tsx';

/** What could have been otherwise, and what would have been said then: over everything else, and gone without a trace. */
export const WhatIfView = ({ model, overlay }: { readonly model: Model; readonly overlay: WhatIfOverlay }) => {
  const { marks } = useTheme();
  const { columns } = model.size;
  const { height } = layoutFor(model.size);
  const isWide = columns >= WIDE;
  const upper = isWide ? height : Math.max(1, Math.min(8, Math.floor(height / 2)));
  const lower = isWide ? height : height - upper - 1;
  const left = isWide ? LEFT : columns;
  const right = isWide ? columns - LEFT - 1 : columns;
  const choices = choiceLines(overlay, left);
  const flips = flipLines(overlay, right);
  const top = scrolledTo(0, overlay.choice, upper, choices.length);
  const chosen = flips.findIndex(({ flip }) => flip === overlay.flip);
  const from = scrolledTo(0, chosen + 1, lower, flips.length);
  const isChoosing = overlay.focus === 'choices';
  const row = model.session?.rows.find(({ id }) => id === overlay.row);
  const panes = [
    <Pane
      key="choices"
      lines={choices.slice(top, top + upper)}
      width={left}
      height={upper}
      {...(isChoosing ? { chosen: overlay.choice - top } : {})}
    />,
    isWide ? (
      <Pane
        key="between"
        lines={Array.from({ length: height }, () => line({ text: marks.lane, tone: 'dim' }))}
        width={1}
        height={height}
      />
    ) : (
      <LineView key="between" line={line({ text: marks.rule.repeat(columns), tone: 'dim' })} width={columns} />
    ),
    <Pane
      key="flips"
      lines={flips.slice(from, from + lower).map(({ line: each }) => each)}
      width={right}
      height={lower}
      {...(isChoosing || chosen < 0 ? {} : { chosen: chosen - from })}
    />,
  ];
  return (
    <Box flexDirection="column">
      <LineView
        line={line(
          { text: 'What if it had been otherwise? ', tone: 'strong' },
          { text: `This event: ${row === undefined ? overlay.row : rowName(row)}`, tone: 'dim' },
        )}
        width={columns}
      />
      {isWide ? <Box>{panes}</Box> : <Box flexDirection="column">{panes}</Box>}
    </Box>
  );
};

const WIDE = 100;
const LEFT = 48;
