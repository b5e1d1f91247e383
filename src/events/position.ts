/** Where a line begins: the number of its segment and the byte offset in it. The total order of the log. */
export interface Position {
  readonly segment: number;
  readonly offset: number;
}

export const LOG_START: Position = { segment: 1, offset: 0 };

/** `segment:offset`, as verdicts and commands print it. */
export const formatPosition = (position: Position): string => `${position.segment}:${position.offset}`;

/** Negative when `a` stands before `b`. */
export const comparePositions = (a: Position, b: Position): number => a.segment - b.segment || a.offset - b.offset;
