import { type Line, line } from '../look/line.ts';
import { chipText } from '../model/chips.ts';
import { layoutFor } from '../model/layout.ts';
import type { Model } from '../model/model.ts';
import { suggestionsFor } from '../model/overlays/filter.ts';
import { matchingCommands } from '../model/overlays/help-rows.ts';
import { isRowNumber } from '../model/overlays/palette.ts';
import { clampTo, scrolledTo } from '../model/window.ts';
import { helpLines, keysText } from './help-lines.ts';

/** What lies over the panes, from their first or to their last row. */
export interface Panel {
  readonly lines: readonly Line[];
  /** Index of the chosen line. */
  readonly chosen: number;
}

/** The list that belongs to what is asked for; null where that is only a line. */
export const panelOf = (model: Model, width: number): Panel | null => {
  const { overlay, session } = model;
  const { height } = layoutFor(model.size);
  switch (overlay?.kind) {
    case 'help': {
      const lines = helpLines(model, overlay.text, width);
      const shown = lines.slice(overlay.top, overlay.top + height);
      return { lines: filled(shown, height), chosen: -1 };
    }
    case 'palette': {
      if (isRowNumber(overlay.text)) {
        const to = /^\d/.test(overlay.text) ? `to row ${overlay.text}` : `${overlay.text} rows`;
        return listPanel(`Enter goes ${to}`, [], 0, height);
      }
      const found = matchingCommands(model, overlay.text);
      const lines = found.map((command) =>
        line(
          `  ${command.name.padEnd(18)}`,
          { text: keysText(command).padEnd(14), tone: 'accent' },
          { text: command.does, tone: 'dim' },
        ),
      );
      return listPanel('Commands', lines, overlay.cursor, height);
    }
    case 'filter': {
      if (session === null) return null;
      const chips = session.chips.map(chipText).join('  ');
      const title = chips === '' ? 'All rows are shown. Show only those with:' : `Only: ${chips}`;
      const lines = suggestionsFor(session.rows, overlay.text).map((text) => line(`  ${text}`));
      return listPanel(title, lines, overlay.cursor, height);
    }
    default:
      return null;
  }
};

const MOST_LISTED = 10;

const listPanel = (title: string, lines: readonly Line[], cursor: number, height: number): Panel => {
  const room = Math.max(1, Math.min(MOST_LISTED, height - 1));
  const chosen = clampTo(cursor, lines.length);
  const top = scrolledTo(0, chosen, room, lines.length);
  const shown = lines.slice(top, top + room);
  const more = lines.length > room ? ` (${chosen + 1} of ${lines.length})` : '';
  return {
    lines: [line({ text: `${title}${more}`, tone: 'chosen' }), ...shown],
    chosen: lines.length === 0 ? -1 : chosen - top + 1,
  };
};

const filled = (lines: readonly Line[], height: number): readonly Line[] =>
  Array.from({ length: height }, (_, index) => lines[index] ?? line(''));
