import type { Envelope } from '../../events/envelope.ts';
import type { Line } from '../look/line.ts';
import { atMost, codeLines, foldable, type Page } from './page.ts';

/** So many lines of an event are shown: copy and export have the whole. */
const MOST_LINES = 2_000;

/** The events of a row as they stand in the log. */
export const rawLines = (events: readonly Envelope[], page: Page): Line[] =>
  events.flatMap((event, index) =>
    foldable(
      page,
      {
        key: `raw.${event.type}`,
        isOpen: index === 0 || events.length <= MOST_OPEN,
        head: [
          { text: event.type, tone: 'strong' },
          { text: `  ${event.id}`, tone: 'dim' },
        ],
      },
      () => atMost(codeLines(JSON.stringify(event, null, 2), page, '  '), MOST_LINES),
    ),
  );

const MOST_OPEN = 3;
