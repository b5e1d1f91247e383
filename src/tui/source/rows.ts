import type { TimelineRow } from './timeline-row.ts';

/** A row that events are still added to. */
export type OpenRow = { -readonly [Field in keyof TimelineRow]: TimelineRow[Field] } & {
  events: string[];
  types: string[];
  /** Where its events stand in the log. */
  places: number[];
};

/** Rows that are given away now and then: what was given away never changes. */
export interface Rows {
  readonly length: () => number;
  readonly push: (row: OpenRow) => number;
  readonly at: (index: number) => OpenRow | undefined;
  /** The row, to be changed. */
  readonly change: (index: number, by: (row: OpenRow) => void) => void;
  /** All of them. Another list whenever something was added or changed since. */
  readonly given: () => readonly TimelineRow[];
}

export const startRows = (): Rows => {
  const rows: OpenRow[] = [];
  const copied = new Set<number>();
  let given: readonly TimelineRow[] = [];
  let isGiven = true;
  return {
    length: () => rows.length,
    push: (row) => {
      isGiven = false;
      return rows.push(row) - 1;
    },
    at: (index) => rows[index],
    change: (index, by) => {
      const row = rows[index];
      if (row === undefined) return;
      isGiven = false;
      if (index >= given.length || copied.has(index)) {
        by(row);
        return;
      }
      const copy: OpenRow = { ...row, events: [...row.events], types: [...row.types], places: [...row.places] };
      rows[index] = copy;
      copied.add(index);
      by(copy);
    },
    given: () => {
      if (isGiven) return given;
      given = rows.slice();
      copied.clear();
      isGiven = true;
      return given;
    },
  };
};
