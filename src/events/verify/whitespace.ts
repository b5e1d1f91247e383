import { comparePositions, type Position } from '../position.ts';
import type { LogFolder } from '../segments.ts';
import type { ComparedRun, WholeSeal } from './compare-run.ts';
import { hashRange } from './hashes.ts';
import { behind } from './lines.ts';
import { type Damage, damageAt } from './report.ts';

/** Empty lines that a range may begin or end with: what ended a torn line, or the newline in front of the next event. */
const MOST_BLANKS = 4;

/**
 * Seals of a run whose lines are all there and whose bytes are others all the same: empty lines came or went. Offsets
 * have shifted, so each range is looked for where the one before it ends now; behind damage, near its lines.
 */
export const findWhitespace = (folder: LogFolder, { run, whole }: ComparedRun): Damage[] => {
  const damage: Damage[] = [];
  let start: Position | null = null;
  for (const [index, { seal }] of run.links.entries()) {
    if (index === 0) start = run.links[0]?.from ?? null;
    const found = whole.find((candidate) => candidate.seal === seal);
    if (found === undefined) {
      start = null;
      continue;
    }
    const end: Position | null = endFrom(
      folder,
      found,
      start !== null && isNext(found, start) ? [start] : before(found.first),
    );
    if (end === null) {
      damage.push(damageAt('whitespace', found.first, 'empty lines came or went near this line'));
      start = endFrom(folder, found, before(found.first));
    } else start = end;
  }
  return damage;
};

/** Whether only empty lines lie between a place and the lines of a seal. */
const isNext = ({ before: line }: WholeSeal, start: Position): boolean =>
  line === null || comparePositions(behind(line), start) <= 0;

/** Where the bytes of a seal end when they begin at one of some places; null when they are nowhere. */
const endFrom = (folder: LogFolder, { seal, last }: WholeSeal, starts: readonly Position[]): Position | null => {
  const length = seal.from.segment === seal.to.segment ? seal.to.offset - seal.from.offset : null;
  for (const start of starts) {
    const ends = length === null ? after(behind(last)) : [{ segment: start.segment, offset: start.offset + length }];
    const end = ends.find((candidate) => hashRange(folder, start, candidate) === seal.hash);
    if (end !== undefined) return end;
  }
  return null;
};

const before = ({ segment, offset }: Position): Position[] =>
  BLANKS.filter((blanks) => blanks <= offset).map((blanks) => ({ segment, offset: offset - blanks }));

const after = ({ segment, offset }: Position): Position[] =>
  BLANKS.map((blanks) => ({ segment, offset: offset + blanks }));

const BLANKS = Array.from({ length: MOST_BLANKS + 1 }, (_, blanks) => blanks);
