import type { Line } from '../look/line.ts';
import { Box } from '../term/elements.ts';
import { LineView } from './line-view.tsx';

export interface PaneProps {
  /** The lines that are in sight, at most `height` of them. */
  readonly lines: readonly Line[];
  readonly width: number;
  readonly height: number;
  /** Index of the chosen one among `lines`. */
  readonly chosen?: number;
}

/** Lines in a rectangle of a fixed size: what is not there is blank, so that nothing of an earlier frame is left. */
export const Pane = ({ lines, width, height, chosen }: PaneProps) => (
  <Box flexDirection="column" width={width} height={height} overflow="hidden">
    {Array.from({ length: height }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a row of the screen is its place
      <LineView key={index} line={lines[index] ?? EMPTY} width={width} isChosen={index === chosen} />
    ))}
  </Box>
);

const EMPTY: Line = { spans: [] };
