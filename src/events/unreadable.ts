import { isLogLine, parseBlock, type QuarantinedLine, readSegment } from './log-reader.ts';
import { openSegment, type SegmentBytes, SegmentError } from './open-segment.ts';
import { comparePositions, formatPosition, LOG_START, type Position } from './position.ts';
import { type LogFolder, listSegments, NEWLINE } from './segments.ts';

/** Bytes of a segment that say nothing to a reader. */
export interface UnreadablePlace {
  readonly position: Position;
  readonly length: number;
  readonly reason: QuarantinedLine['reason'] | 'torn' | 'unplaced';
}

export interface UnreadableOptions {
  /** Waits as long as a write that is under way may take. */
  readonly pause: () => Promise<void>;
  /** Told of each run of lines, after it was looked at. */
  readonly onBlock?: (bytes: Buffer) => void;
}

export interface UnreadableFound {
  /** By position. */
  readonly places: readonly UnreadablePlace[];
  /** Archived segments that are damaged. */
  readonly damaged: readonly SegmentError[];
  /** Where a write was still under way at the end; null when none was. */
  readonly inProgress: Position | null;
}

/**
 * Finds what readers cannot read in a log: lines that are no events, torn ones, and void lines whose event never
 * followed in a later segment, because the writer was killed before it wrote it again. The end of the log is looked at
 * again after a pause before it is called torn. Throws the system's errors.
 */
export const findUnreadable = async (folder: LogFolder, options: UnreadableOptions): Promise<UnreadableFound> => {
  const scan = startScan(folder, options);
  scan.goOn();
  let before: UnreadablePlace | null = null;
  for (let look = 0; look < LOOKS && scan.isOpen() && (look === 0 || !isSame(before, scan.tail())); look += 1) {
    before = scan.tail();
    await options.pause();
    scan.goOn();
  }
  const tail = scan.tail();
  const isTorn = tail !== null && isSame(before, tail);
  const places = [...scan.places(), ...(isTorn ? [tail] : [])];
  return {
    places: places.sort((a, b) => comparePositions(a.position, b.position)),
    damaged: scan.damaged,
    inProgress: isTorn || tail === null ? null : tail.position,
  };
};

/** How often the end of a log that is written to without a break is looked at again. */
const LOOKS = 3;

const isSame = (a: UnreadablePlace | null, b: UnreadablePlace | null): boolean =>
  a !== null && b !== null && comparePositions(a.position, b.position) === 0 && a.length === b.length;

/** Goes through a log once, and on from there what was appended since. */
const startScan = (folder: LogFolder, { onBlock }: UnreadableOptions) => {
  const found = new Map<string, UnreadablePlace>();
  const damaged: SegmentError[] = [];
  /** Void lines whose events were not met yet, by their ids. */
  const unplaced = new Map<string, UnreadablePlace>();
  let position = LOG_START;
  let tail: UnreadablePlace | null = null;

  // What lies behind the valid part of the last segment is looked at again each time.
  const add = (place: UnreadablePlace): void => {
    found.set(formatPosition(place.position), place);
  };

  const scanSegment = (from: Position, isFinal: boolean): void => {
    const blocks = readSegment(folder, from, isFinal);
    let next = blocks.next();
    for (; !next.done; next = blocks.next()) {
      for (const line of parseBlock(next.value)) {
        if (isLogLine(line)) unplaced.delete(line.event.id);
        else if (!WHOLE.has(line.reason)) add(line);
      }
      onBlock?.(next.value.bytes);
    }
    position = next.value;
    scanBehind(position, isFinal);
  };

  /** Void lines, or one that is torn or still being written. */
  const scanBehind = (end: Position, isFinal: boolean): void => {
    const { segment } = end;
    const source = openSegment(folder, segment, isFinal);
    try {
      for (const { bytes, offset, isEnded } of linesOf(source, end.offset)) {
        const at = { segment, offset };
        const [line] = parseBlock({ ...at, bytes: Buffer.concat([bytes, LINE_END]) });
        if (line === undefined) continue;
        const { length } = bytes;
        // One that lacks only its newline is whole and counts, as soon as anything follows.
        if (isLogLine(line)) {
          if (offset > folder.limit) unplaced.set(line.event.id, { position: at, length, reason: 'unplaced' });
        } else if (isEnded) {
          if (!WHOLE.has(line.reason)) add(line);
        } else if (isFinal) add({ position: at, length, reason: 'torn' });
        else tail = { position: at, length, reason: 'torn' };
      }
    } finally {
      source.close();
    }
  };

  return {
    goOn: (): void => {
      tail = null;
      const segments = listSegments(folder).filter((segment) => segment >= position.segment);
      for (const segment of segments) {
        const from = segment === position.segment ? position : { segment, offset: 0 };
        try {
          scanSegment(from, segment !== segments.at(-1));
        } catch (error) {
          if (!(error instanceof SegmentError)) throw error;
          damaged.push(error);
        }
      }
    },
    /** Whether a look after a pause may tell more. */
    isOpen: () => tail !== null || unplaced.size > 0,
    tail: () => tail,
    places: () => {
      // The event may stand in what cannot be read.
      const isLost = ({ position: { segment } }: UnreadablePlace): boolean =>
        !damaged.some((error) => error.segment > segment);
      return [...found.values(), ...[...unplaced.values()].filter(isLost)];
    },
    damaged,
  };
};

/** A line that only a later docket can read is whole. */
const WHOLE: ReadonlySet<string> = new Set(['newer-version']);

const LINE_END = Buffer.from([NEWLINE]);

const PART_BYTES = 64 * 1024;

/** The lines of a segment from an offset to its end, whatever they are, without their newlines. */
function* linesOf(source: SegmentBytes, from: number) {
  let offset = from;
  for (let wanted = PART_BYTES; ; ) {
    const buffer = Buffer.allocUnsafe(wanted);
    const length = source.read(buffer, offset);
    const part = buffer.subarray(0, length);
    let start = 0;
    for (let end = part.indexOf(NEWLINE); end >= 0; end = part.indexOf(NEWLINE, start)) {
      yield { offset: offset + start, bytes: part.subarray(start, end), isEnded: true };
      start = end + 1;
    }
    if (length < wanted) {
      if (start < length) yield { offset: offset + start, bytes: part.subarray(start), isEnded: false };
      return;
    }
    wanted = start === 0 ? wanted * 2 : PART_BYTES;
    offset += start;
  }
}
