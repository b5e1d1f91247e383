import { sealsIn } from '../../events/find-seal.ts';
import { type LogBlock, type LogLine, parseBlock, readBlocks } from '../../events/log-reader.ts';
import { formatPosition, LOG_START, type Position } from '../../events/position.ts';
import type { EventData } from '../../events/schemas.ts';
import { lineDigest, SEAL_MARK } from '../../events/seal.ts';
import { NEWLINE } from '../../events/segments.ts';
import type { WriteOptions } from '../format.ts';
import type { SelectedLog } from '../selection.ts';
import { blobRecords } from './blob-records.ts';
import { LINE_START, recordLine } from './records.ts';
import type { Tally } from './tally.ts';

/**
 * The chosen lines of a log, each behind its place, and all seals of the log, so that what is sealed of them can be
 * proven. Throws the system's errors.
 */
export function* partOfLog(log: SelectedLog, options: WriteOptions, tally: Tally): Generator<string> {
  const { folder, sharing } = log;
  const blobsOf = blobRecords(folder, tally);
  const chosen = log.lines();
  const covered = coverage();
  let next = chosen.next();
  if (sharing !== null) tally.leaveOut('what is no event, since nobody knows what it says');
  for (const block of readBlocks(folder, LOG_START, (rest) => log.tell.onUnreadable(rest))) {
    const items: { offset: number; write: () => Generator<string> }[] = [];
    const taken = new Set<number>();
    for (; !next.done && isIn(block, next.value.position); next = chosen.next()) {
      const line = next.value;
      taken.add(line.position.offset);
      items.push({ offset: line.position.offset, write: () => writeLine(line, block) });
    }
    for (const seal of sealsOf(block)) {
      if (taken.has(seal.position.offset)) continue;
      items.push({ offset: seal.position.offset, write: () => writeSeal(seal) });
    }
    for (const { write } of items.sort((a, b) => a.offset - b.offset)) yield* write();
  }

  function* writeLine({ position, event }: LogLine, block: LogBlock): Generator<string> {
    const start = position.offset - block.offset;
    const bytes = block.bytes.subarray(start, block.bytes.indexOf(NEWLINE, start));
    const at = formatPosition(position);
    tally.inSegment(position.segment, false);
    tally.line();
    covered.add(position);
    if (event.type === 'LogSealed') tally.seal();
    if (sharing !== null) {
      const digest = options.digests ? { digest: lineDigest(bytes) } : {};
      yield recordLine({ docket: 'at', position: at, ...digest });
      yield JSON.stringify(event);
      return;
    }
    if (!bytes.subarray(0, LINE_START.length).equals(Buffer.from(LINE_START))) {
      yield recordLine({ docket: 'bytes', position: at, reason: 'verbatim', base64: bytes.toString('base64') });
    } else {
      yield recordLine({ docket: 'at', position: at });
      yield bytes.toString('utf8');
    }
    if (options.blobs && bytes.includes('"$blob"')) yield* blobsOf(event);
  }

  function* writeSeal({ position, event }: LogLine): Generator<string> {
    if (!options.digests) return;
    tally.seal();
    const { lines, ...seal } = event.data as EventData<'LogSealed'>;
    // Digests of lines that are not in the file help nobody, unless they stand among those that are.
    const shown = covered.reaches(seal.from, seal.to) ? { lines } : {};
    yield recordLine({ docket: 'seal', position: formatPosition(position), ...seal, ...shown });
  }
}

const isIn = ({ segment, offset, bytes }: LogBlock, position: Position): boolean =>
  position.segment === segment && position.offset < offset + bytes.length;

/** The seals of a block that do not contradict themselves. */
const sealsOf = (block: LogBlock): LogLine[] => {
  if (!block.bytes.includes(SEAL_MARK)) return [];
  return [...sealsIn(block)].flatMap(({ position, seal }) => {
    if (seal === null) return [];
    const start = position.offset - block.offset;
    const bytes = block.bytes.subarray(start, block.bytes.indexOf(NEWLINE, start) + 1);
    return [...parseBlock({ ...position, bytes })].flatMap((line) => ('event' in line ? [line] : []));
  });
};

/** Which stretches of the log lines were taken from; eight bytes a line. */
const coverage = () => {
  const places: number[] = [];
  const firstFrom = (place: number): number => {
    let [low, high] = [0, places.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((places[middle] as number) < place) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return {
    add: (position: Position): void => {
      places.push(numberOf(position));
    },
    reaches: (from: string, to: string): boolean => {
      const first = places[firstFrom(numberOf(placeOf(from)))];
      return first !== undefined && first < numberOf(placeOf(to));
    },
  };
};

/** More than a segment is long. */
const SEGMENT_STEP = 2 ** 31;

const numberOf = ({ segment, offset }: Position): number => segment * SEGMENT_STEP + offset;

const placeOf = (text: string): Position => {
  const [segment = 0, offset = 0] = text.split(':').map(Number);
  return { segment, offset };
};
