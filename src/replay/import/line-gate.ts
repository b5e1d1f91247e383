/** Stands in front of the parser, and counts. */
export interface LineGate {
  /** What goes on of the bytes that come next. It keeps none of them. */
  readonly take: (chunk: Buffer) => readonly Buffer[];
  /** The rest, after the last bytes: always a whole line. */
  readonly end: () => readonly Buffer[];
  readonly tally: {
    /** Lines with anything in them. */
    lines: number;
    /** Longer than `LONGEST_ROW`. */
    tooLong: number;
    /** `null`, which is JSON and would end an object stream. */
    empty: number;
    bytes: number;
  };
}

/** A longer line is not parsed: what it takes to hold one is the limit of what an import may take. Bytes. */
export const LONGEST_ROW = 64 * 1024 * 1024;

const NEWLINE = 0x0a;
const NULL = Buffer.from('null');
const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Hands on whole lines only, since a parser that is given a long line in pieces goes through all of it again with each piece.
 * Leaves out what is too long to hold, `null`, blank lines, and a byte order mark in front of the first line.
 */
export const lineGate = (longest: number = LONGEST_ROW): LineGate => {
  const tally = { lines: 0, tooLong: 0, empty: 0, bytes: 0 };
  let pieces: Buffer[] = [];
  let held = 0;
  let isFirst = true;

  /** The bytes of a line that are to be parsed; null for none. */
  const admitted = (line: Buffer): Buffer | null => {
    const own = isFirst && line.subarray(0, MARK.length).equals(MARK) ? line.subarray(MARK.length) : line;
    isFirst = false;
    // Anything else is longer.
    if (own.length > SHORT) {
      tally.lines += 1;
      return own;
    }
    const text = own.toString('latin1').trim();
    if (text === '') return null;
    tally.lines += 1;
    if (text !== NULL.toString()) return own;
    tally.empty += 1;
    return null;
  };

  const hold = (piece: Buffer): void => {
    held += piece.length;
    if (held > longest) pieces = [];
    else if (piece.length > 0) pieces.push(Buffer.from(piece));
  };

  const finishHeld = (): Buffer | null => {
    const line = held > 0 && held <= longest ? admitted(Buffer.concat(pieces)) : null;
    if (held > longest) {
      tally.lines += 1;
      tally.tooLong += 1;
      isFirst = false;
    }
    pieces = [];
    held = 0;
    return line;
  };

  const take = (chunk: Buffer): Buffer[] => {
    tally.bytes += chunk.length;
    const out: Buffer[] = [];
    let start = 0;
    if (held > 0) {
      start = chunk.indexOf(NEWLINE) + 1;
      hold(start === 0 ? chunk : chunk.subarray(0, start));
      if (start === 0) return out;
      const line = finishHeld();
      if (line !== null) out.push(line);
    }
    // Lines that follow each other go on in one piece.
    let run = start;
    for (let end = chunk.indexOf(NEWLINE, start); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const line = chunk.subarray(start, end + 1);
      const kept = admitted(line);
      if (kept !== line) {
        if (run < start) out.push(chunk.subarray(run, start));
        run = kept === null ? end + 1 : end + 1 - kept.length;
      }
      start = end + 1;
    }
    if (run < start) out.push(chunk.subarray(run, start));
    if (start < chunk.length) hold(chunk.subarray(start));
    return out;
  };

  const end = (): Buffer[] => {
    const line = finishHeld();
    return line === null ? [] : [Buffer.concat([line, Buffer.of(NEWLINE)])];
  };

  return { take, end, tally };
};

const SHORT = 64;
