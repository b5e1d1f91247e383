import type { Position } from '../../events/position.ts';
import { DIGEST_LENGTH } from '../../events/seal.ts';
import type { ComparedRun, Gap } from '../../events/verify/compare-run.ts';
import type { StoredLine } from '../../events/verify/lines.ts';
import { matchLines } from '../../events/verify/match-lines.ts';
import { nameDamage } from '../../events/verify/name-damage.ts';
import { type DamageKind, damageAt, type PlacedDamage } from '../../events/verify/report.ts';
import type { CheckRecord } from './records.ts';

/** A line of an export file. */
export interface CheckedLine {
  readonly number: number;
  readonly digest: string;
  /** In the log, or where the log goes on in the file. */
  readonly at: Position;
}

/** Compares the lines of an export file with the checks among them, and names what differs. */
export const startCheck = () => {
  const runs: ComparedRun[] = [];
  const places = new Map<number, Position>();
  const brokenChecks: CheckedLine[] = [];
  let pending: CheckedLine[] = [];
  let next = 1;

  const compare = (digests: readonly string[], end: CheckedLine): void => {
    const actual = pending.map(({ digest }) => digest);
    if (actual.length === digests.length && actual.every((digest, index) => digest === digests[index])) return;
    for (const { number, at } of [...pending, end]) places.set(number, at);
    runs.push(runOf(pending, digests, end));
  };

  return {
    line: (line: CheckedLine): void => {
      pending.push(line);
    },
    /** All lines since the last check are those that a check names. `end`: the line of the check itself. */
    check: ({ from, lines }: CheckRecord, end: CheckedLine): void => {
      const digests = lines.match(DIGESTS) ?? [];
      const ahead = from - next;
      const unread = pending[ahead - 1];
      if (unread !== undefined) {
        // The check between them cannot be read: what it covers is as good as the file's own sum.
        brokenChecks.push(unread);
        pending = pending.slice(ahead);
        compare(digests, end);
      } else {
        const count = Math.min(Math.max(0, ahead), MOST_GONE);
        const gone = Array.from({ length: count }, (_, index) => `?${from - index}`);
        compare([...gone, ...digests], end);
      }
      pending = [];
      next = from + digests.length + 1;
    },
    /** The manifest is reached, or the file ends. */
    end: (end: CheckedLine): void => {
      compare([], end);
      pending = [];
    },
    /** What was found. `listedAmong`: which of some digests the checks of the file hold. */
    damage: (listedAmong: (digests: ReadonlySet<string>) => ReadonlySet<string>): PlacedDamage[] => [
      ...nameDamage(runs, { missingSegments: [], sealedAmong: listedAmong }).map(({ offset: number, kind }) => ({
        ...damageAt(kind, places.get(number) as Position, WORDS[kind] ?? 'this line is not what was exported'),
        line: number,
      })),
      ...brokenChecks.map(({ number, at }) => ({
        ...damageAt('flipped', at, 'what checks the lines in front of this one was changed since it was exported'),
        line: number,
      })),
    ],
  };
};

/** What is gone beyond this need not be counted; a file may say anything. */
const MOST_GONE = 4096;

const DIGESTS = new RegExp(`.{${DIGEST_LENGTH}}`, 'g');

const WORDS: Partial<Record<DamageKind, string>> = {
  flipped: 'this line of the file was changed since it was exported',
  deleted: 'lines of the file that stood here are gone since it was exported',
  inserted: 'this line was put into the file since it was exported',
  duplicated: 'this line stands in the file once more',
  reordered: 'this line stood at another place when it was exported',
};

/** The lines that a check covers as a run of a log whose offsets are the numbers of lines in the file. */
const runOf = (lines: readonly CheckedLine[], digests: readonly string[], end: CheckedLine): ComparedRun => {
  const stored = lines.map(storedLine);
  const matches = matchLines(
    stored.map(({ digest }) => digest),
    digests,
  );
  const gaps: Gap[] = [];
  let [actual, expected] = [0, 0];
  for (const match of [...matches, { actual: stored.length, expected: digests.length }]) {
    if (match.actual > actual || match.expected > expected) {
      gaps.push({
        missing: digests.slice(expected, match.expected),
        extra: stored.slice(actual, match.actual),
        hole: null,
        before: stored[actual - 1] ?? null,
        after: stored[match.actual] ?? null,
        isEnd: false,
      });
    }
    [actual, expected] = [match.actual + 1, match.expected + 1];
  }
  const next = { segment: 1, offset: end.number };
  const link = { from: { segment: 1, offset: 0 }, to: next, seal: null };
  const matched = new Set(matches.map((match) => digests[match.expected] as string));
  return { run: { links: [link], end: next }, gaps, matched, whole: [], stored, next };
};

const storedLine = ({ number, digest }: CheckedLine): StoredLine => ({
  segment: 1,
  offset: number,
  length: 0,
  digest,
  isSeal: false,
  sealedTo: null,
  torn: null,
});
