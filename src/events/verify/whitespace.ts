import type { Position } from '../position.ts';
import type { LogFolder } from '../segments.ts';
import type { ComparedRun, WholeSeal } from './compare-run.ts';
import { hashRange } from './hashes.ts';
import { behind } from './lines.ts';
import { type Damage, damageAt } from './report.ts';

/** Empty lines that a range may begin or end with: what ended a torn line, or the newline in front of the next event. */
const MOST_BLANKS = 4;

/** Seals of a run whose lines are all there and whose bytes are others all the same: empty lines came or went. */
export const findWhitespace = (folder: LogFolder, { whole }: ComparedRun): Damage[] =>
  whole
    .filter((found) => !isUnchanged(folder, found))
    .map(({ first }) => damageAt('whitespace', first, 'empty lines were added or removed from here to the next seal'));

/** The offsets of a run have shifted, so a range is tried at the places where it could begin and end now. */
const isUnchanged = (folder: LogFolder, { seal, first, last }: WholeSeal): boolean => {
  const length = seal.from.segment === seal.to.segment ? seal.to.offset - seal.from.offset : null;
  for (const start of before(first)) {
    const ends = length === null ? after(behind(last)) : [{ segment: start.segment, offset: start.offset + length }];
    if (ends.some((end) => hashRange(folder, start, end) === seal.hash)) return true;
  }
  return false;
};

const before = ({ segment, offset }: Position): Position[] =>
  BLANKS.filter((blanks) => blanks <= offset).map((blanks) => ({ segment, offset: offset - blanks }));

const after = ({ segment, offset }: Position): Position[] =>
  BLANKS.map((blanks) => ({ segment, offset: offset + blanks }));

const BLANKS = Array.from({ length: MOST_BLANKS + 1 }, (_, blanks) => blanks);
