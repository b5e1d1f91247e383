import type { Position } from '../position.ts';
import { type ComparedRun, type Gap, maybeAltered } from './compare-run.ts';
import { behind, type StoredLine } from './lines.ts';
import { type Damage, damageAt } from './report.ts';

export interface Surroundings {
  /** Segments that are gone. */
  readonly missingSegments: readonly number[];
  /** Which of some digests any seal of the log holds: read only when something is left to explain. */
  readonly sealedAmong: (digests: ReadonlySet<string>) => ReadonlySet<string>;
}

/** Names what happened in runs, from the lines that are missing and those that are extra. */
export const nameDamage = (runs: readonly ComparedRun[], { missingSegments, sealedAmong }: Surroundings): Damage[] => {
  const gaps = runs.flatMap((run) => run.gaps);
  const moved = takeMoved(gaps);
  const copies = takeCopies(gaps, runs, sealedAmong);
  return [
    ...moved.map((line) => damageAt('reordered', line, 'this line was sealed at another place')),
    ...copies.map((line) => damageAt('duplicated', line, 'this line stands in the log once more')),
    ...runs.flatMap((run) => run.gaps.flatMap((gap) => nameGap(gap, run, missingSegments))),
  ];
};

/** Takes out lines that are missing in one place and extra in another. */
const takeMoved = (gaps: readonly Gap[]): StoredLine[] => {
  const missing = new Map<string, number>();
  for (const gap of gaps) for (const digest of gap.missing) missing.set(digest, (missing.get(digest) ?? 0) + 1);
  const found = new Map<string, number>();
  const moved: StoredLine[] = [];
  const take = (line: StoredLine): boolean => {
    const left = (missing.get(line.digest) ?? 0) - (found.get(line.digest) ?? 0);
    if (left <= 0) return true;
    found.set(line.digest, (found.get(line.digest) ?? 0) + 1);
    moved.push(line);
    return false;
  };
  for (const gap of gaps) gap.extra = gap.extra.filter(take);
  for (const gap of gaps) {
    gap.missing = gap.missing.filter((digest) => {
      const left = found.get(digest) ?? 0;
      found.set(digest, left - 1);
      return left <= 0;
    });
  }
  return moved;
};

/** Takes out lines that stand elsewhere too. */
const takeCopies = (
  gaps: readonly Gap[],
  runs: readonly ComparedRun[],
  sealedAmong: Surroundings['sealedAmong'],
): StoredLine[] => {
  const digests = new Set(gaps.flatMap(({ extra }) => extra.map(({ digest }) => digest)));
  if (digests.size === 0) return [];
  const sealed = new Set(sealedAmong(digests));
  for (const { matched } of runs) for (const digest of digests) if (matched.has(digest)) sealed.add(digest);
  const copies = gaps.flatMap(({ extra }) => extra.filter(({ digest }) => sealed.has(digest)));
  for (const gap of gaps) gap.extra = gap.extra.filter(({ digest }) => !sealed.has(digest));
  return copies;
};

const nameGap = (gap: Gap, run: ComparedRun, missingSegments: readonly number[]): Damage[] => {
  if (gap.hole !== null) return spansMissing(gap, run, missingSegments) ? [] : nameHole(gap, run);
  const pairs = Math.min(gap.missing.length, maybeAltered(gap, run.run).length);
  const altered = gap.extra.slice(0, pairs);
  const added = gap.isEnd ? [] : gap.extra.slice(pairs);
  const gone = spansMissing(gap, run, missingSegments) ? 0 : gap.missing.length - pairs;
  return [
    ...altered.map((line) => damageAt('flipped', line, 'this line is not what was sealed')),
    ...added.map((line, index) => nameAdded(line, added[index + 1] ?? gap.after)),
    ...(gone === 0
      ? []
      : [damageAt('deleted', gap.extra[pairs] ?? placeOf(gap, run), `${count(gone)} that stood here`)]),
  ];
};

const nameAdded = (line: StoredLine, next: StoredLine | null): Damage =>
  next?.isSeal === true
    ? damageAt('before-seal', line, 'this line was put in front of a seal that does not cover it')
    : damageAt('inserted', line, 'this line was put among sealed ones');

/** A hole proves nothing about its lines, but its size shows whether any are gone. */
const nameHole = (gap: Gap, run: ComparedRun): Damage[] => {
  const { from, to } = gap.hole as NonNullable<Gap['hole']>;
  const start = gap.before === null ? startOf(run) : behind(gap.before);
  const place = placeOf(gap, run);
  if (from.segment !== to.segment || start.segment !== place.segment) return [];
  // The empty lines at its ends count on either side.
  const isShort = place.offset - start.offset < to.offset - from.offset - SLACK;
  return isShort ? [damageAt('deleted', place, 'lines that stood here are gone, and their seal')] : [];
};

const SLACK = 8;

const spansMissing = (gap: Gap, run: ComparedRun, missingSegments: readonly number[]): boolean => {
  const first = gap.before?.segment ?? startOf(run).segment - 1;
  // Where the run ends may lie in what is gone; the line behind it does not.
  const last = gap.after?.segment ?? (run.run.end === null ? Number.POSITIVE_INFINITY : run.next.segment);
  return missingSegments.some((segment) => segment > first && segment < last);
};

/** The line that now stands where something is gone. */
const placeOf = (gap: Gap, run: ComparedRun): Position => gap.after ?? run.next;

const startOf = (run: ComparedRun): Position => run.run.links[0]?.from as Position;

const count = (lines: number): string => (lines === 1 ? 'a sealed line is gone' : `${lines} sealed lines are gone`);
