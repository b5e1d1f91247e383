import type { Envelope } from '../../events/envelope.ts';
import { isLogLine, parseLine } from '../../events/log-reader.ts';
import { openSegment, SegmentError } from '../../events/open-segment.ts';
import { formatPosition } from '../../events/position.ts';
import { type LogFolder, listSegments, NEWLINE, segmentPath } from '../../events/segments.ts';
import type { WriteOptions } from '../format.ts';
import type { SelectedLog } from '../selection.ts';
import { blobRecords } from './blob-records.ts';
import { type RawLine, rawLines } from './raw-lines.ts';
import { LINE_START, recordLine } from './records.ts';
import type { Tally } from './tally.ts';

/**
 * Every byte of every segment as lines of an export file: what is an event as it stands, what is not as records, and
 * newlines by the places of what stands between them. Throws the system's errors.
 */
export function* wholeLog({ folder, tell }: SelectedLog, { blobs }: WriteOptions, tally: Tally): Generator<string> {
  const blobsOf = blobRecords(folder, tally);
  const segments = listSegments(folder);
  // Asked before the first byte: what others append meanwhile is not in the export.
  const sizes = new Map(segments.map((segment) => [segment, sizeOf(folder, segment)]));
  let read = 0;
  for (const segment of segments) {
    tally.inSegment(segment, true);
    yield recordLine({ docket: 'segment', segment });
    const place = placing(tally);
    const source = openSegment(folder, segment, segment !== segments.at(-1));
    try {
      const lines = rawLines(source, sizes.get(segment) ?? Number.POSITIVE_INFINITY);
      let next = lines.next();
      for (; !next.done; next = lines.next()) {
        const written = writtenLine(next.value, segment, folder.limit);
        const isNext = place.put(next.value, written.text !== null);
        if (written.isEvent) tally.line();
        if (written.text === null) yield written.record;
        else {
          if (!isNext) yield recordLine({ docket: 'at', position: written.position });
          yield written.text;
        }
        if (written.event?.type === 'LogSealed') tally.seal();
        if (blobs && written.event !== null && next.value.bytes.includes('"$blob"')) yield* blobsOf(written.event);
        read += 1;
        if (read % 1000 === 0) tell.onProgress(read);
      }
      place.fill(next.value);
    } catch (error) {
      if (!(error instanceof SegmentError)) throw error;
      const position = { segment, offset: place.end() };
      tell.onUnreadable({ position, reason: 'archive-damaged', error });
      tally.leaveOut(`what stands behind ${formatPosition(position)}, since the archive of that segment is damaged`);
    } finally {
      source.close();
    }
  }
}

/** Follows where a reader of the file puts what it reads, and so sums up the segment's bytes. */
const placing = (tally: Tally) => {
  let end = 0;
  const fill = (to: number): void => {
    if (to > end) tally.bytes(Buffer.alloc(to - end, NEWLINE));
    end = Math.max(end, to);
  };
  return {
    fill,
    end: () => end,
    /** Whether it is where a line goes that nothing says the place of: behind one newline. */
    put: ({ offset, bytes }: RawLine, isLine: boolean): boolean => {
      const isNext = offset === end + 1;
      fill(offset);
      tally.bytes(bytes);
      end += bytes.length;
      if (isLine) fill(end + 1);
      return isNext;
    },
  };
};

interface WrittenLine {
  readonly position: string;
  /** As it stands in the file; null where only `record` can. */
  readonly text: string | null;
  readonly record: string;
  readonly isEvent: boolean;
  /** Null where it is none, or only a later docket knows what it says. */
  readonly event: Envelope | null;
}

const writtenLine = ({ offset, bytes, isWhole }: RawLine, segment: number, limit: number): WrittenLine => {
  const parsed = isWhole ? parseLine(bytes, { segment, offset }) : null;
  // Behind the limit lines are void: their writer wrote them again in the next segment.
  const isEvent = parsed !== null && offset <= limit && (isLogLine(parsed) || parsed.reason === 'newer-version');
  const position = formatPosition({ segment, offset });
  const event = isEvent && isLogLine(parsed) ? parsed.event : null;
  if (isEvent && bytes.subarray(0, LINE_START.length).equals(Buffer.from(LINE_START)))
    return { position, text: bytes.toString('utf8'), record: '', isEvent, event };
  const reason = offset > limit ? 'void' : parsed === null ? 'torn' : isLogLine(parsed) ? 'verbatim' : parsed.reason;
  const record = recordLine({ docket: 'bytes', position, reason, base64: bytes.toString('base64') });
  return { position, text: null, record, isEvent, event };
};

/** Undefined for an archived segment, which does not grow. */
const sizeOf = (folder: LogFolder, segment: number): number | undefined => {
  try {
    return folder.fs.statSync(segmentPath(folder, segment)).size;
  } catch {
    return undefined;
  }
};
