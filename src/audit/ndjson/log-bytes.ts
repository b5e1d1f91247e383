import { createHash, type Hash } from 'node:crypto';
import { NEWLINE, SEGMENT_LIMIT } from '../../events/segments.ts';
import { damageAt, type PlacedDamage } from '../../events/verify/report.ts';
import { ExportFileError } from './file-lines.ts';
import type { ExportItem, ExportReading } from './read-export.ts';

/** What the bytes of a log's segments are given to, in order within each. */
export type SegmentWriter = (segment: number, bytes: Buffer) => void;

interface Made {
  size: number;
  readonly hash: Hash;
  isEnded: boolean;
}

/**
 * Makes the bytes of segments of what an export file brings: everything at its place, with newlines between. So what is
 * not in the file is empty lines in the log. Throws `ExportFileError` where a file asks for more of them than there may be.
 */
export const logBytes = (write: SegmentWriter, mostBlanks = Number.POSITIVE_INFINITY) => {
  const segments = new Map<number, Made>();
  let blanks = 0;

  const madeOf = (segment: number): Made => {
    const known = segments.get(segment) ?? { size: 0, hash: createHash('sha256'), isEnded: true };
    segments.set(segment, known);
    return known;
  };

  const add = (segment: number, bytes: Buffer): void => {
    const made = madeOf(segment);
    made.size += bytes.length;
    made.hash.update(bytes);
    if (bytes.length > 0) made.isEnded = bytes.at(-1) === NEWLINE;
    write(segment, bytes);
  };

  const fill = (segment: number, to: number): void => {
    const gap = Math.max(0, to - madeOf(segment).size);
    blanks += gap;
    if (gap > LONGEST_GAP || blanks > mostBlanks)
      throw new ExportFileError('it asks for more empty lines than any log has, and would fill the disk');
    for (let left = to - madeOf(segment).size; left > 0; left -= BLANKS.length)
      add(segment, BLANKS.subarray(0, Math.min(left, BLANKS.length)));
  };

  return {
    take: (item: ExportItem): void => {
      // One that holds nothing is there all the same.
      if (item.kind === 'segment') add(item.segment, Buffer.alloc(0));
      if (item.kind !== 'bytes') return;
      const { segment, offset } = item.position;
      fill(segment, offset);
      add(segment, item.bytes);
      if (item.isLine) fill(segment, madeOf(segment).size + 1);
    },
    /** The file is at its end: fills up what is left; says where what was made is not what the manifest says. */
    end: ({ header, manifest }: ExportReading): PlacedDamage[] => {
      if (header.scope === 'part') {
        const newest = Math.max(0, ...segments.keys());
        for (let segment = 1; segment <= newest; segment += 1) {
          const { size, isEnded } = madeOf(segment);
          if (size === 0 || !isEnded) fill(segment, size + 1);
        }
        return [];
      }
      const damage: PlacedDamage[] = [];
      for (const { segment, bytes, sha256 } of manifest?.segments ?? []) {
        if (bytes !== null) fill(segment, bytes);
        const made = madeOf(segment);
        const isRight = made.size === bytes && made.hash.digest('hex') === sha256;
        const detail = `the lines of segment ${segment} do not make what the manifest says`;
        if (!isRight) damage.push({ ...damageAt('flipped', { segment, offset: 0 }, detail), line: null });
      }
      return damage;
    },
  };
};

/** Two segments: nothing that is not there is larger. */
export const LONGEST_GAP = 2 * SEGMENT_LIMIT;

const BLANKS = Buffer.alloc(1024 * 1024, NEWLINE);
