import { closeSync, openSync, readSync } from 'node:fs';
import { type LogLine, parseLine, type ReadLine } from '../events/log-reader.ts';
import { LONGEST_LINE } from '../events/segments.ts';

/** The version of the first line of a golden. */
const GOLDEN_VERSION = 1;

/** A recorded session in a file of its own: a first line that says which session it is about, then events as in a log. */
export interface GoldenFile {
  /** Whose rulings are to be judged again; null where the file does not say: everybody's. */
  readonly session: string | null;
  readonly lines: Generator<ReadLine>;
}

/** The text of a golden. */
export const goldenText = (session: string, lines: readonly string[]): string =>
  [JSON.stringify({ golden: GOLDEN_VERSION, session }), ...lines].map((line) => `${line}\n`).join('');

/** What a golden's first line says is not what this docket reads. */
export class GoldenError extends Error {
  override readonly name = 'GoldenError';
}

/**
 * Reads a golden, or any file with one envelope a line such as `docket log --json` prints, line by line. Throws the
 * system's errors, and `GoldenError` for a golden of a later version.
 */
export const readGolden = (path: string): GoldenFile => {
  const lines = linesOf(path);
  const first = lines.next();
  if (first.done === true) return { session: null, lines: parsed([]) };
  const session = sessionIn(first.value.bytes, path);
  return { session, lines: parsed(session === null ? concatenated(first.value, lines) : lines) };
};

interface RawLine {
  readonly offset: number;
  readonly bytes: Buffer;
}

function* concatenated(first: RawLine, rest: Iterable<RawLine>): Generator<RawLine> {
  yield first;
  yield* rest;
}

function* parsed(lines: Iterable<RawLine>): Generator<ReadLine> {
  for (const { bytes, offset } of lines) yield parseLine(bytes, { segment: 1, offset });
}

const sessionIn = (bytes: Buffer, path: string): string | null => {
  let header: unknown;
  try {
    header = JSON.parse(bytes.toString('utf8'));
  } catch {
    return null;
  }
  if (typeof header !== 'object' || header === null || !('golden' in header)) return null;
  const { golden, session } = header as { readonly golden: unknown; readonly session?: unknown };
  if (golden !== GOLDEN_VERSION || typeof session !== 'string') {
    throw new GoldenError(`${path} is a golden of a version that this docket does not read (${String(golden)})`);
  }
  return session;
};

const CHUNK_BYTES = 1024 * 1024;
const NEWLINE = 0x0a;

/** The lines of a file that are not empty, however large it is; what is too long for a line is cut. */
function* linesOf(path: string): Generator<RawLine> {
  const file = openSync(path, 'r');
  try {
    let rest = Buffer.alloc(0);
    let offset = 0;
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const length = readSync(file, chunk, 0, CHUNK_BYTES, null);
      const bytes = Buffer.concat([rest, chunk.subarray(0, length)]);
      let start = 0;
      for (let end = bytes.indexOf(NEWLINE); end >= 0; end = bytes.indexOf(NEWLINE, start)) {
        if (end > start) yield { offset: offset + start, bytes: bytes.subarray(start, end) };
        start = end + 1;
      }
      rest = bytes.subarray(start);
      offset += start;
      if (length > 0 && rest.length <= LONGEST_LINE) continue;
      if (rest.length > 0) yield { offset, bytes: rest };
      if (length === 0) return;
      offset += rest.length;
      rest = Buffer.alloc(0);
    }
  } finally {
    closeSync(file);
  }
}

/** Whether a line could be read at all. */
export const readable = (lines: Iterable<ReadLine>, onUnreadable: () => void): Iterable<LogLine> =>
  (function* () {
    for (const line of lines) {
      if ('event' in line) yield line;
      else onUnreadable();
    }
  })();
