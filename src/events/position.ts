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

/** Reads what `formatPosition` printed; null for anything else. */
export const parsePosition = (text: unknown): Position | null => {
  const parts = typeof text === 'string' ? /^([1-9]\d{0,8}):(\d{1,15})$/.exec(text) : null;
  return parts === null ? null : { segment: Number(parts[1]), offset: Number(parts[2]) };
};
