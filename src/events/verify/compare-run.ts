import { sealAt } from '../find-seal.ts';
import { comparePositions, type Position } from '../position.ts';
import { DIGEST_LENGTH, type Seal } from '../seal.ts';
import type { LogFolder } from '../segments.ts';
import type { Link } from './chain.ts';
import { behind, lineFrom, type StoredLine, storedLines } from './lines.ts';
import { type Match, matchLines } from './match-lines.ts';

/** Links that follow each other and whose bytes differ, between links whose bytes are right. */
export interface Run {
  readonly links: readonly Link[];
  /** Where the next link begins whose bytes are right; null when the run reaches the end of the sealed log. */
  readonly end: Position | null;
}

/** What lies between two lines that are where their seals say. */
export interface Gap {
  /** Digests of lines that were sealed here and are not here. */
  missing: string[];
  /** Lines that are here and were not sealed here. */
  extra: StoredLine[];
  /** Whether a part without a seal lies here. */
  readonly hole: Link | null;
  /** The line in front of it, and the one behind it. */
  readonly before: StoredLine | null;
  readonly after: StoredLine | null;
  /** Whether it is the end of the sealed log: what is extra here may be not sealed yet. */
  readonly isEnd: boolean;
}

/** A run, line by line. */
export interface ComparedRun {
  readonly run: Run;
  /** The gaps in which something is missing, extra or without a seal. */
  readonly gaps: readonly Gap[];
  /** Digests of the lines that are where their seals say. */
  readonly matched: ReadonlySet<string>;
  /** Seals all of whose lines are there and nothing between them, with the first and the last line. */
  readonly whole: readonly WholeSeal[];
  readonly stored: readonly StoredLine[];
  /** The line behind the run. */
  readonly next: Position;
}

export interface WholeSeal {
  readonly seal: Seal;
  /** The line in front of them; null at the beginning of the run. */
  readonly before: StoredLine | null;
  readonly first: StoredLine;
  readonly last: StoredLine;
}

/**
 * Compares the lines of a run with the digests of its seals. Behind the first damage offsets have shifted, so lines are
 * found by their digests alone.
 */
export const compareRun = (folder: LogFolder, run: Run, tip: Seal): ComparedRun => {
  const start = run.links[0]?.from as Position;
  const stored = [...storedLines(folder, start, run.end ?? tip.position)];
  const expected = expectedLines(folder, run.links);
  const matches = matchLines(
    stored.map(({ digest }) => digest),
    expected.digests,
  );
  return {
    run,
    stored,
    next: (run.end === null ? null : lineFrom(folder, run.end)) ?? tip.position,
    matched: new Set(matches.map((match) => expected.digests[match.expected] as string)),
    gaps: gapsBetween(matches, stored, expected, run),
    whole: wholeSeals(matches, stored, expected.spans),
  };
};

interface Span {
  readonly seal: Seal;
  readonly from: number;
  readonly to: number;
}

interface Expected {
  readonly digests: readonly string[];
  /** Where the digests of each seal stand. */
  readonly spans: readonly Span[];
  /** In front of which digest a hole lies. */
  readonly holes: ReadonlyMap<number, Link>;
}

const expectedLines = (folder: LogFolder, links: readonly Link[]): Expected => {
  const digests: string[] = [];
  const spans: Span[] = [];
  const holes = new Map<number, Link>();
  for (const link of links) {
    const from = digests.length;
    if (link.seal === null) {
      holes.set(from, link);
      continue;
    }
    const lines = sealAt(folder, link.seal.position)?.lines ?? '';
    for (let at = 0; at < lines.length; at += DIGEST_LENGTH) digests.push(lines.slice(at, at + DIGEST_LENGTH));
    spans.push({ seal: link.seal, from, to: digests.length });
  }
  return { digests, spans, holes };
};

const gapsBetween = (
  matches: readonly Match[],
  stored: readonly StoredLine[],
  { digests, holes }: Expected,
  run: Run,
): Gap[] => {
  const gaps: Gap[] = [];
  const start = run.links[0]?.from as Position;
  let [actual, expected] = [0, 0];
  for (const match of [...matches, { actual: stored.length, expected: digests.length }]) {
    const isEnd = run.end === null && match.expected === digests.length;
    const add = (toActual: number, toExpected: number, hole: Link | null): void => {
      if (toActual > actual || toExpected > expected || hole !== null) {
        gaps.push({
          missing: digests.slice(expected, toExpected),
          extra: stored.slice(actual, toActual),
          hole,
          before: stored[actual - 1] ?? null,
          after: stored[toActual] ?? null,
          isEnd: isEnd && hole === null && toExpected === digests.length,
        });
      }
      [actual, expected] = [toActual, toExpected];
    };
    for (let at = expected; at <= match.expected && holes.size > 0; at += 1) {
      const hole = holes.get(at);
      if (hole === undefined) continue;
      add(Math.min(match.actual, actual + at - expected), at, null);
      const before = stored[actual - 1];
      const from = before === undefined ? start : behind(before);
      add(endOfHole(hole, from, stored, actual, match.actual), at, hole);
    }
    add(match.actual, match.expected, null);
    [actual, expected] = [match.actual + 1, match.expected + 1];
  }
  return gaps;
};

/** Which lines stand in a hole: by its size, and in a later segment, of which it has the beginning, by its end. */
const endOfHole = ({ from, to }: Link, start: Position, stored: readonly StoredLine[], first: number, end: number) => {
  const there = from.segment === to.segment ? { ...start, offset: start.offset + to.offset - from.offset } : to;
  const behindIt = stored.slice(first, end).findIndex((line) => comparePositions(line, there) >= 0);
  return behindIt < 0 ? end : first + behindIt;
};

const wholeSeals = (
  matches: readonly Match[],
  stored: readonly StoredLine[],
  spans: readonly Span[],
): readonly WholeSeal[] => {
  const actualOf = new Map(matches.map(({ actual, expected }) => [expected, actual]));
  return spans.flatMap(({ seal, from, to }) => {
    const first = actualOf.get(from);
    if (first === undefined) return [];
    for (let at = from; at < to; at += 1) if (actualOf.get(at) !== first + at - from) return [];
    return [
      {
        seal,
        before: stored[first - 1] ?? null,
        first: stored[first] as StoredLine,
        last: stored[first + to - from - 1] as StoredLine,
      },
    ];
  });
};

/**
 * Which lines that were not sealed here may be sealed ones that were altered. At the end of the sealed log none from the
 * first seal on that covers this end, since it was written behind it.
 */
export const maybeAltered = ({ extra, isEnd }: Gap, { links }: Run): readonly StoredLine[] => {
  const to = links.at(-1)?.to as Position;
  const behindEnd = extra.findIndex(({ sealedTo }) => sealedTo !== null && comparePositions(sealedTo, to) >= 0);
  return isEnd && behindEnd >= 0 ? extra.slice(0, behindEnd) : extra;
};

/** Where the sealed lines of the last run end, and what is not sealed yet begins. */
export const sealedEnd = ({ gaps, stored, run }: ComparedRun): Position => {
  const end = gaps.find(({ isEnd }) => isEnd);
  const lastSealed = end === undefined ? stored.at(-1) : end.before;
  const altered = end === undefined ? undefined : maybeAltered(end, run)[end.missing.length - 1];
  const last = altered ?? lastSealed;
  return last === null || last === undefined ? (run.links[0]?.from as Position) : behind(last);
};
