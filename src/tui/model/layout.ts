import type { Size } from '../term/terminal.ts';
import type { Model } from './model.ts';

/** How the panes of a session lie in a terminal of a size. */
export interface Layout {
  readonly kind: 'side-by-side' | 'stacked' | 'single';
  /** Rows for panes: what the lines above and below leave. */
  readonly height: number;
  readonly timeline: { readonly width: number; readonly height: number };
  readonly detail: { readonly width: number; readonly height: number };
}

/** Lines that are no pane: where one is, the map of the session, and the status. */
const FRAME_ROWS = 3;

/** Side by side from 100 columns on, one above the other from 60, and below that, or where there is little height, one at a time. */
export const layoutFor = ({ columns, rows }: Size): Layout => {
  // Ink wipes the screen, and what was scrolled out of it, where a frame is as high as the terminal.
  const height = Math.max(1, rows - 1 - FRAME_ROWS);
  if (columns >= 100 && rows >= 12) {
    const left = Math.floor(columns * 0.45);
    // One column stays free between them.
    return side(height, { width: left, height }, { width: columns - left - 1, height });
  }
  if (columns >= 60 && rows >= 12) {
    const upper = Math.max(3, Math.floor(height * 0.45));
    // One row is the border between them.
    return {
      kind: 'stacked',
      height,
      timeline: { width: columns, height: upper },
      detail: { width: columns, height: height - upper - 1 },
    };
  }
  return single(columns, height);
};

/** The layout of a model: one pane alone where it is zoomed. */
export const layoutOf = ({ size, isZoomed }: Pick<Model, 'size' | 'isZoomed'>): Layout => {
  const layout = layoutFor(size);
  return isZoomed ? single(size.columns, layout.height) : layout;
};

const single = (width: number, height: number): Layout => {
  const whole = { width, height };
  return { kind: 'single', height, timeline: whole, detail: whole };
};

const side = (height: number, timeline: Layout['timeline'], detail: Layout['detail']): Layout => ({
  kind: 'side-by-side',
  height,
  timeline,
  detail,
});
