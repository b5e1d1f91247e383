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
  /** Whether it lies over other panes. */
  readonly isOver?: boolean;
}

/** Lines in a rectangle of a fixed size: what is not there is blank. */
export const Pane = ({ lines, width, height, chosen, isOver = false }: PaneProps) => (
  <Box flexDirection="column" width={width} height={height} overflow="hidden">
    {Array.from({ length: height }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a row of the screen is its place
      <LineView key={index} line={lines[index] ?? EMPTY} width={width} isChosen={index === chosen} isOver={isOver} />
    ))}
  </Box>
);

const EMPTY: Line = { spans: [] };
