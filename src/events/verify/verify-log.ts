import type { KeyObject } from 'node:crypto';
import { type SealLine, sealsIn } from '../find-seal.ts';
import { readBlocks } from '../log-reader.ts';
import { comparePositions, formatPosition, LOG_START, type Position, parsePosition } from '../position.ts';
import { DIGEST_LENGTH, type Seal, type TornLine } from '../seal.ts';
import { type LogFolder, listSegments } from '../segments.ts';
import { chainTo, type Link } from './chain.ts';
import { type Claim, checkClaim, unfinishedBytes } from './claims.ts';
import { type ComparedRun, compareRun, type Run, sealedEnd } from './compare-run.ts';
import { checkLinks, hashRange } from './hashes.ts';
import { withLineNumbers } from './line-numbers.ts';
import { storedLines } from './lines.ts';
import { nameDamage } from './name-damage.ts';
import { type Damage, damageAt, type VerifyReport } from './report.ts';
import { checkSignatures } from './signatures.ts';
import { findWhitespace } from './whitespace.ts';

export interface VerifyInput {
  readonly folder: LogFolder;
  /** Seals that are said to be in the log. */
  readonly claims?: readonly Claim[];
  readonly publicKey?: KeyObject | null;
  /** Called with the bytes of each block that was read. */
  readonly onBytes?: (bytes: number) => void;
}

/**
 * Verifies a log: hashes what each seal covers, from the genesis seal on, and only where that fails looks at lines.
 * Reads the log twice and keeps its seals in memory, and the digests of the lines only of what is damaged. Throws the
 * system's errors.
 */
export const verifyLog = ({ folder, claims = [], publicKey = null, onBytes = () => {} }: VerifyInput): VerifyReport => {
  const segments = listSegments(folder);
  const { found, end } = scanSeals(folder, onBytes);
  const seals = found.flatMap(({ seal }) => (seal === null ? [] : [seal]));
  const tip = seals.at(-1) ?? null;
  const links = tip === null ? [] : chainTo(tip, seals);
  const isRight = checkLinks(folder, links, onBytes);
  const runs = tip === null ? [] : findRuns(links, isRight).map((run) => compareRun(folder, run, tip));
  const missingSegments = missingAmong(segments);

  const damage: Damage[] = missingSegments.map((segment) =>
    damageAt('missing-segment', { segment, offset: 0 }, 'the file of this segment is gone'),
  );
  const add = (more: readonly Damage[]): void => {
    for (const one of more) {
      const isKnown = damage.some(
        ({ segment, offset, kind }) => segment === one.segment && offset === one.offset && kind === one.kind,
      );
      if (!isKnown) damage.push(one);
    }
  };
  const sealedAmong = (digests: ReadonlySet<string>): ReadonlySet<string> => digestsIn(folder, digests);
  add(nameDamage(runs, { missingSegments, sealedAmong }));
  for (const run of runs) add(findWhitespace(folder, run));
  const tail = tailStart(links, runs);
  add(checkOthers({ folder, links, runs, found, tail }));
  const holes = links.filter(({ seal }) => seal === null);
  if (damage.length === 0) {
    add(holes.map(({ to }) => damageAt('deleted', to, 'the seal of the lines in front of this one is gone')));
  }
  const lost = seals.flatMap((seal) =>
    seal.lost === null ? [] : [{ ...seal.lost, by: `the seal at ${formatPosition(seal.position)}` }],
  );
  for (const claim of [...claims, ...lost]) add(checkClaim(claim, { folder, seals, segments, end, damage }));
  const signatures = publicKey === null ? null : checkSignatures(seals, links, publicKey);
  add(signatures?.damage ?? []);

  const counted = countLines({ folder, links, isRight, runs, tail, end });
  return {
    ok: damage.length === 0,
    events: counted.events,
    seals: seals.length,
    unsealed: counted.unsealed,
    quarantined: [
      ...counted.torn.map(({ at, length, reason }) => ({ ...(parsePosition(at) as Position), length, reason })),
      ...unfinishedBytes(folder, end),
    ],
    damage: withLineNumbers(folder, damage.sort(comparePositions), segments),
    unproven: holes.map(({ from, to }) => ({ from: formatPosition(from), to: formatPosition(to) })),
    signed: signatures?.signed ?? null,
  };
};

const scanSeals = (folder: LogFolder, onBytes: (bytes: number) => void) => {
  const found: Omit<SealLine, 'lines'>[] = [];
  const blocks = readBlocks(folder);
  let next = blocks.next();
  for (; !next.done; next = blocks.next()) {
    for (const { position, seal } of sealsIn(next.value)) found.push({ position, seal });
    onBytes(next.value.bytes.length);
  }
  return { found, end: next.value };
};

const missingAmong = (segments: readonly number[]): number[] => {
  const newest = segments.at(-1) ?? 0;
  const there = new Set(segments);
  return Array.from({ length: newest }, (_, index) => index + 1).filter((segment) => !there.has(segment));
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

/** Where what is not sealed yet begins. */
const tailStart = (links: readonly Link[], runs: readonly ComparedRun[]): Position => {
  const last = runs.find(({ run }) => run.end === null);
  return last === undefined ? (links.at(-1)?.to ?? LOG_START) : sealedEnd(last);
};

interface Others {
  readonly folder: LogFolder;
  readonly links: readonly Link[];
  readonly runs: readonly ComparedRun[];
  readonly found: readonly Omit<SealLine, 'lines'>[];
  readonly tail: Position;
}

/** Checks the seals beside the chain: those of other sessions, and lines that only say they are seals. */
const checkOthers = ({ folder, links, runs, found, tail }: Others): Damage[] => {
  const chain = new Set(links.map(({ seal }) => seal));
  const seen = new Set<string>();
  const isDamagedIn = ({ from, to }: Seal): boolean =>
    runs.some(({ run }) => {
      const start = run.links[0]?.from as Position;
      return comparePositions(to, start) > 0 && (run.end === null || comparePositions(from, run.end) < 0);
    });
  return found.flatMap(({ position, seal }) => {
    const isUnsealed = comparePositions(position, tail) >= 0;
    if (seal === null) return isUnsealed ? [damageAt('flipped', position, 'this seal contradicts itself')] : [];
    const isCopy = seen.has(seal.chain);
    seen.add(seal.chain);
    if (isCopy) return isUnsealed ? [damageAt('duplicated', position, 'this seal stands in the log once more')] : [];
    if (chain.has(seal) || isDamagedIn(seal) || hashRange(folder, seal.from, seal.to) === seal.hash) return [];
    return [damageAt('flipped', position, 'this seal is about other bytes than those in the log')];
  });
};

/** Which of some digests the seals of the log hold. */
const digestsIn = (folder: LogFolder, digests: ReadonlySet<string>): ReadonlySet<string> => {
  const held = new Set<string>();
  for (const block of readBlocks(folder)) {
    for (const { lines } of sealsIn(block)) {
      for (let at = 0; at < lines.length; at += DIGEST_LENGTH) {
        const digest = lines.slice(at, at + DIGEST_LENGTH);
        if (digests.has(digest)) held.add(digest);
      }
    }
  }
  return held;
};

interface Counted {
  readonly folder: LogFolder;
  readonly links: readonly Link[];
  readonly isRight: readonly boolean[];
  readonly runs: readonly ComparedRun[];
  readonly tail: Position;
  readonly end: Position;
}

/** Counts events: by the seals where they are right, line by line elsewhere. */
const countLines = ({ folder, links, isRight, runs, tail, end }: Counted) => {
  const torn: TornLine[] = [];
  let events = 0;
  let unsealed = 0;
  const inRuns = new Set(runs.flatMap(({ run }) => run.links));
  const countStored = (lines: Iterable<{ readonly torn: TornLine | null; readonly isSeal: boolean }>): void => {
    for (const line of lines) {
      if (line.torn === null) events += 1;
      else torn.push(line.torn);
    }
  };
  links.forEach((link, index) => {
    if (inRuns.has(link)) return;
    if (link.seal === null) countStored(storedLines(folder, link.from, link.to));
    else if (isRight[index] === true) {
      events += link.seal.n - link.seal.torn.length;
      torn.push(...link.seal.torn);
    }
  });
  for (const { stored } of runs) countStored(stored.filter((line) => comparePositions(line, tail) < 0));
  for (const line of storedLines(folder, tail, end)) {
    countStored([line]);
    if (line.torn === null && !line.isSeal) unsealed += 1;
  }
  return { events, torn, unsealed };
};
