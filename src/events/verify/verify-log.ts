import type { KeyObject } from 'node:crypto';
import { sealsIn } from '../find-seal.ts';
import { readBlocks, type UnreadableRest } from '../log-reader.ts';
import { comparePositions, formatPosition, LOG_START, type Position, parsePosition } from '../position.ts';
import type { TornLine } from '../seal.ts';
import { type LogFolder, listSegments } from '../segments.ts';
import { type Analysis, analyse } from './analyse.ts';
import type { Link } from './chain.ts';
import { checkOthers, type FoundSeal } from './check-others.ts';
import { type Claim, checkClaim, unfinishedBytes } from './claims.ts';
import { type ComparedRun, sealedEnd } from './compare-run.ts';
import { withLineNumbers } from './line-numbers.ts';
import { storedLines } from './lines.ts';
import { type Damage, damageAt, type VerifyReport } from './report.ts';
import { checkSignatures } from './signatures.ts';

export interface VerifyInput {
  readonly folder: LogFolder;
  /** Seals that are said to be in the log. */
  readonly claims?: readonly Claim[];
  readonly publicKey?: KeyObject | null;
  /** Called with the bytes of each block that was read. */
  readonly onBytes?: (bytes: number) => void;
}

const segmentOf = ({ position }: UnreadableRest): number => position.segment;

/**
 * Verifies a log: hashes what each seal covers, from the genesis seal on, and only where that fails looks at lines.
 * Reads the log twice and keeps its seals in memory, and the digests of the lines only of what is damaged. An
 * archived segment that cannot be read is as good as gone. Throws the system's errors.
 */
export const verifyLog = ({
  folder: log,
  claims = [],
  publicKey = null,
  onBytes = () => {},
}: VerifyInput): VerifyReport => {
  const { found, end, unreadable } = scanSeals(log, onBytes);
  const folder = unreadable.length === 0 ? log : { ...log, leftOut: new Set(unreadable.map(segmentOf)) };
  const segments = listSegments(folder);
  const seals = found.flatMap(({ seal }) => (seal === null ? [] : [seal]));
  const missingSegments = missingAmong(segments);
  const context = { folder, seals, missingSegments, onBytes };
  const main = analyse(seals.at(-1) ?? null, context);
  const { links, runs } = main;

  const damage: Damage[] = unreadable.map(({ position, error }) =>
    damageAt('archive-damaged', position, error.message),
  );
  for (const segment of missingSegments) {
    if (folder.leftOut?.has(segment) === true) continue;
    damage.push(damageAt('missing-segment', { segment, offset: 0 }, 'the file of this segment is gone'));
  }
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
  const placed = withLineNumbers(folder, damage.sort(comparePositions), segments);
  const hasOtherEnds = placed.some(({ kind }) => kind === 'line-ends');
  const quarantined = [
    ...counted.torn.map(({ at, length, reason }) => ({ ...(parsePosition(at) as Position), length, reason })),
    ...unfinishedBytes(folder, end),
  ];
  return {
    ok: damage.length === 0,
    events: counted.events,
    seals: seals.length,
    unsealed: counted.unsealed,
    // The byte that became of an empty line.
    quarantined: hasOtherEnds ? quarantined.filter(({ length }) => length > 1) : quarantined,
    damage: placed,
    unproven: holes.map(({ from, to }) => ({ from: formatPosition(from), to: formatPosition(to) })),
    signed: signatures?.signed ?? null,
  };
};

const scanSeals = (folder: LogFolder, onBytes: (bytes: number) => void) => {
  const found: FoundSeal[] = [];
  const unreadable: UnreadableRest[] = [];
  const blocks = readBlocks(folder, LOG_START, (rest) => unreadable.push(rest));
  let next = blocks.next();
  for (; !next.done; next = blocks.next()) {
    for (const { position, seal } of sealsIn(next.value)) found.push({ position, seal });
    onBytes(next.value.bytes.length);
  }
  const isReadable = ({ position }: FoundSeal): boolean =>
    !unreadable.some((rest) => segmentOf(rest) === position.segment);
  return { found: found.filter(isReadable), end: next.value, unreadable };
};

const missingAmong = (segments: readonly number[]): number[] => {
  const newest = segments.at(-1) ?? 0;
  const there = new Set(segments);
  return Array.from({ length: newest }, (_, index) => index + 1).filter((segment) => !there.has(segment));
};

/** Where what is not sealed yet begins. */
const tailStart = (links: readonly Link[], runs: readonly ComparedRun[]): Position => {
  const last = runs.find(({ run }) => run.end === null);
  return last === undefined ? (links.at(-1)?.to ?? LOG_START) : sealedEnd(last);
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
