import type { KeyObject } from 'node:crypto';
import { type SealLine, sealAt, sealsIn } from '../find-seal.ts';
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
  const missingSegments = missingAmong(segments);
  const context = { folder, seals, missingSegments, onBytes };
  const main = analyse(seals.at(-1) ?? null, context);
  const { links, runs } = main;

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
  add(main.damage);
  const tail = tailStart(links, runs);
  add(checkOthers(main, found, tail, context));
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

  const counted = countLines({ ...main, folder, tail, end });
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

type FoundSeal = Omit<SealLine, 'lines'>;

const scanSeals = (folder: LogFolder, onBytes: (bytes: number) => void) => {
  const found: FoundSeal[] = [];
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

interface Context {
  readonly folder: LogFolder;
  readonly seals: readonly Seal[];
  readonly missingSegments: readonly number[];
  readonly onBytes: (bytes: number) => void;
}

/** What one seal and those before it say about the log. */
interface Analysis {
  readonly links: readonly Link[];
  readonly isRight: readonly boolean[];
  readonly runs: readonly ComparedRun[];
  readonly damage: readonly Damage[];
}

const analyse = (tip: Seal | null, { folder, seals, missingSegments, onBytes }: Context): Analysis => {
  if (tip === null) return { links: [], isRight: [], runs: [], damage: [] };
  const links = chainTo(tip, seals);
  const isRight = checkLinks(folder, links, onBytes);
  const runs = findRuns(links, isRight).map((run) => compareRun(folder, run, tip));
  const sealedAmong = (digests: ReadonlySet<string>): ReadonlySet<string> => digestsIn(folder, links, digests);
  const named = nameDamage(runs, { missingSegments, sealedAmong });
  return { links, isRight, runs, damage: [...named, ...runs.flatMap((run) => findWhitespace(folder, run))] };
};

/** Each costs as much as the whole log. */
const MOST_CHAINS = 8;

/**
 * Checks the seals beside the chain: those of other sessions, those from before somebody damaged a log that was sealed
 * again since, and lines that only say they are seals.
 */
const checkOthers = (main: Analysis, found: readonly FoundSeal[], tail: Position, context: Context): Damage[] => {
  const { folder } = context;
  const chain = new Set(main.links.map(({ seal }) => seal));
  const damage: Damage[] = [];
  const runs = [...main.runs];
  const isExplained = ({ from, to }: Seal): boolean =>
    runs.some(({ run }) => {
      const [start, end] = [run.links[0]?.from, run.end ?? run.links.at(-1)?.to] as [Position, Position];
      return comparePositions(to, start) > 0 && comparePositions(from, end) < 0;
    });
  let chains = 0;
  const later = new Set<string>();
  for (const { position, seal } of [...found].reverse()) {
    const isUnsealed = comparePositions(position, tail) >= 0;
    if (seal === null) {
      if (isUnsealed) damage.push(damageAt('flipped', position, 'this seal contradicts itself'));
      continue;
    }
    if (later.has(seal.id)) damage.push(...nameCopy(seal, found, tail));
    later.add(seal.id);
    if (chain.has(seal) || isExplained(seal) || hashRange(folder, seal.from, seal.to) === seal.hash) continue;
    chains += 1;
    const other = chains > MOST_CHAINS ? null : analyse(seal, context);
    runs.push(...(other?.runs ?? []));
    const named = other?.damage ?? [];
    damage.push(
      ...(named.length > 0
        ? named
        : [damageAt('flipped', position, 'this seal is about other bytes than those in the log')]),
    );
  }
  return damage;
};

/** Copies of a seal that no other seal covers: those that one covers are named with its lines. */
const nameCopy = ({ id }: Seal, found: readonly FoundSeal[], tail: Position): Damage[] =>
  found
    .filter(({ seal }) => seal?.id === id)
    .slice(1)
    .filter(({ position }) => comparePositions(position, tail) >= 0)
    .map(({ position }) => damageAt('duplicated', position, 'this seal stands in the log once more'));

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

interface Counted extends Analysis {
  readonly folder: LogFolder;
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
