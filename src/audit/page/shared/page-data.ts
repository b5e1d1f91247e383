import type { Facets } from './facets.ts';
import type { TimelineData } from './timeline-data.ts';

/** What the page's script is told beside what stands in the page. Places are those of `entries` and `firings`. */
export interface PageData {
  readonly entries: Facets;
  readonly firings: Facets;
  /** The entry that each firing is about. */
  readonly judged: readonly number[];
  readonly timeline: TimelineData;
}

/** The id of the element that holds it. */
export const DATA_ID = 'data';
