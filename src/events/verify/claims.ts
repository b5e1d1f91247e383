import { readBlocks } from '../log-reader.ts';
import { comparePositions, formatPosition, type Position, parsePosition } from '../position.ts';
import type { Seal, SealPlace } from '../seal.ts';
import { type LogFolder, listSegments, segmentPath } from '../segments.ts';
import { storedLines } from './lines.ts';
import { type Damage, type DamageKind, damageAt, type Quarantined } from './report.ts';

/** A seal that somebody outside the log says was in it. */
export interface Claim extends SealPlace {
  /** Who says so, as the report names it. */
  readonly by: string;
}

export interface ClaimContext {
  readonly folder: LogFolder;
  readonly seals: readonly Seal[];
  readonly segments: readonly number[];
  /** Where the log ends. */
  readonly end: Position;
  /** What was found already. */
  readonly damage: readonly Damage[];
}

/** What is wrong with a log in which a seal was: only this shows an end that was cut off, or another log in its place. */
export const checkClaim = (claim: Claim, { folder, seals, segments, end, damage }: ClaimContext): Damage[] => {
  const place = parsePosition(claim.seal) as Position;
  const found = seals.filter(({ chain }) => chain === claim.chain);
  if (found.length > 0) {
    const isMoved = !found.some(({ position }) => comparePositions(position, place) === 0);
    const isExplained = damage.some(({ segment, offset }) => segment === place.segment && offset <= place.offset);
    return isMoved && !isExplained ? [nameMoved(folder, found[0] as Seal, place)] : [];
  }
  const newest = segments.at(-1) ?? 0;
  if (newest > 0 && place.segment > newest) {
    return Array.from({ length: place.segment - newest }, (_, index) =>
      damageAt(
        'missing-segment',
        { segment: newest + 1 + index, offset: 0 },
        `${claim.by} names a seal at ${claim.seal}`,
      ),
    );
  }
  // It may have stood in what is gone or cannot be read.
  if (damage.some(({ segment, kind }) => segment === place.segment && UNREADABLE.has(kind))) return [];
  const what = `the seal at ${claim.seal} that ${claim.by} names`;
  if (comparePositions(end, place) <= 0) return [damageAt('truncated', end, `the log ends before ${what}`)];
  if (damage.some(({ segment, offset }) => segment === place.segment && offset === place.offset)) return [];
  return [damageAt('truncated', place, `other lines stand in the place of ${what}`)];
};

const UNREADABLE: ReadonlySet<DamageKind> = new Set(['missing-segment', 'archive-damaged']);

/** Its bytes are right, and yet it stands elsewhere: something came or went between them and the seal's own line. */
const nameMoved = (folder: LogFolder, seal: Seal, place: Position): Damage => {
  const was = `the seal stood at ${formatPosition(place)}`;
  const [first] = storedLines(folder, seal.to, seal.position);
  if (comparePositions(seal.position, place) < 0)
    return damageAt('deleted', seal.position, `a line in front of the seal is gone: ${was}`);
  if (first === undefined)
    return damageAt('whitespace', seal.to, `empty lines came or went in front of the seal: ${was}`);
  return damageAt('before-seal', first, `a line was put in front of the seal: ${was}`);
};

/** The bytes behind the last newline of the log: a line in progress, or torn. */
export const unfinishedBytes = (folder: LogFolder, end: Position): Quarantined[] => {
  const sizes = new Map(listSegments(folder).map((segment) => [segment, sizeOf(folder, segment)]));
  // Asked before the end, so that a line that was finished meanwhile is none.
  const blocks = readBlocks(folder, end);
  let next = blocks.next();
  while (!next.done) next = blocks.next();
  const { segment, offset } = next.value;
  const length = (sizes.get(segment) ?? 0) - offset;
  return length > 0 && offset <= folder.limit ? [{ segment, offset, length, reason: 'unfinished' }] : [];
};

const sizeOf = (folder: LogFolder, segment: number): number => {
  try {
    return folder.fs.statSync(segmentPath(folder, segment)).size;
  } catch {
    return 0;
  }
};
