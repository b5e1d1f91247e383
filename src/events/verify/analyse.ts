import { sealAt } from '../find-seal.ts';
import { DIGEST_LENGTH, type Seal } from '../seal.ts';
import type { LogFolder } from '../segments.ts';
import { chainTo, type Link } from './chain.ts';
import { type ComparedRun, compareRun, type Run } from './compare-run.ts';
import { checkLinks } from './hashes.ts';
import { nameDamage } from './name-damage.ts';
import type { Damage } from './report.ts';
import { findWhitespace } from './whitespace.ts';

export interface Context {
  readonly folder: LogFolder;
  readonly seals: readonly Seal[];
  readonly missingSegments: readonly number[];
  readonly onBytes: (bytes: number) => void;
}

/** What one seal and those before it say about the log. */
export interface Analysis {
  readonly links: readonly Link[];
  readonly isRight: readonly boolean[];
  readonly runs: readonly ComparedRun[];
  readonly damage: readonly Damage[];
}

/** Checks the bytes from the beginning of the log up to where a seal's range ends. */
export const analyse = (tip: Seal | null, { folder, seals, missingSegments, onBytes }: Context): Analysis => {
  if (tip === null) return { links: [], isRight: [], runs: [], damage: [] };
  const links = chainTo(tip, seals);
  const isRight = checkLinks(folder, links, onBytes);
  const runs = findRuns(links, isRight).map((run) => compareRun(folder, run, tip));
  const sealedAmong = (digests: ReadonlySet<string>): ReadonlySet<string> => digestsIn(folder, links, digests);
  const named = nameDamage(runs, { missingSegments, sealedAmong });
  return { links, isRight, runs, damage: [...named, ...runs.flatMap((run) => findWhitespace(folder, run))] };
};

/** Links that are wrong, each with those that follow it until one is right; a hole beside a wrong one belongs to it. */
const findRuns = (links: readonly Link[], isRight: readonly boolean[]): Run[] => {
  const isSound = (index: number): boolean => isRight[index] === true && links[index]?.seal !== null;
  const runs: Run[] = [];
  for (let index = 0; index < links.length; index += 1) {
    if (isRight[index] === true) continue;
    let first = index;
    while (first > 0 && !isSound(first - 1)) first -= 1;
    let last = index;
    while (last + 1 < links.length && !isSound(last + 1)) last += 1;
    runs.push({ links: links.slice(first, last + 1), end: links[last + 1]?.from ?? null });
    index = last;
  }
  return runs;
};

/** Which of some digests the seals of a chain hold. */
const digestsIn = (folder: LogFolder, links: readonly Link[], digests: ReadonlySet<string>): ReadonlySet<string> => {
  const held = new Set<string>();
  for (const { seal } of links) {
    const lines = seal === null ? '' : (sealAt(folder, seal.position)?.lines ?? '');
    for (let at = 0; at < lines.length; at += DIGEST_LENGTH) {
      const digest = lines.slice(at, at + DIGEST_LENGTH);
      if (digests.has(digest)) held.add(digest);
    }
  }
  return held;
};
