import type { Line } from '../../../src/tui/look/line.ts';

/** Lines as text, before they are cut. */
export const said = (lines: readonly Line[]): string =>
  lines
    .map(({ spans }) =>
      spans
        .map(({ text }) => text)
        .join('')
        .trimEnd(),
    )
    .join('\n');
