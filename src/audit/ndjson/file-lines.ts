import type { LogFs } from '../../events/log-fs.ts';
import { persistently } from '../../events/log-fs.ts';
import { NEWLINE } from '../../events/segments.ts';

/** A line of an export file. */
export interface FileLine {
  /** In the file, from 1, as an editor counts. */
  readonly number: number;
  /** Without its newline. */
  readonly bytes: Buffer;
  /** Whether a newline follows: the last line of a file that was cut has none. */
  readonly isEnded: boolean;
}

/** No line of an export is longer: what a line of the log holds at most, and the largest text that one names. */
const LONGEST_FILE_LINE = 256 * 1024 * 1024;
const PART_BYTES = 1024 * 1024;

/** Why a file cannot be an export of docket's. The message says what to do. */
export class ExportFileError extends Error {
  override readonly name = 'ExportFileError';
}

/** The lines of a file, empty ones included, from its beginning. Throws the system's errors, and `ExportFileError`. */
export function* fileLines(fs: LogFs, fd: number, onBytes?: (bytes: number) => void): Generator<FileLine> {
  let rest: Buffer[] = [];
  let length = 0;
  let at = 0;
  let number = 1;
  for (;;) {
    const buffer = Buffer.allocUnsafe(PART_BYTES);
    const place = at;
    const read = persistently(() => fs.readSync(fd, buffer, 0, PART_BYTES, place));
    if (read === 0) break;
    at += read;
    onBytes?.(read);
    const part = buffer.subarray(0, read);
    let start = 0;
    for (let end = part.indexOf(NEWLINE); end >= 0; end = part.indexOf(NEWLINE, start)) {
      const bytes = rest.length === 0 ? part.subarray(start, end) : Buffer.concat([...rest, part.subarray(start, end)]);
      yield { number, bytes, isEnded: true };
      [rest, length] = [[], 0];
      number += 1;
      start = end + 1;
    }
    if (start === part.length) continue;
    rest.push(part.subarray(start));
    length += part.length - start;
    if (length > LONGEST_FILE_LINE)
      throw new ExportFileError(`line ${number} is longer than any in an export of docket's`);
  }
  if (length > 0) yield { number, bytes: Buffer.concat(rest), isEnded: false };
}
