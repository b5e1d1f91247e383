import { comparePositions, LOG_START, type Position } from '../position.ts';
import type { Seal } from '../seal.ts';

/** A part of the log: what a seal covers, or a hole whose seal is gone, which nothing proves. */
export interface Link {
  readonly from: Position;
  readonly to: Position;
  readonly seal: Seal | null;
}

/**
 * The parts of a log from its beginning, along the predecessors of a seal. Where a predecessor is missing, it goes on
 * from the seal that ends last before the hole.
 */
export const chainTo = (tip: Seal, seals: readonly Seal[]): Link[] => {
  const byChain = new Map(seals.map((seal) => [seal.chain, seal]));
  const byEnd = [...seals].sort((a, b) => comparePositions(a.to, b.to));
  const links: Link[] = [];
  /** The seal in front of another one, and whether it is the one that this names. */
  const predecessor = ({ prev, from }: Seal): { readonly before: Seal | undefined; readonly isNamed: boolean } => {
    const named = prev === null ? undefined : byChain.get(prev);
    if (named !== undefined && comparePositions(named.to, from) === 0) return { before: named, isNamed: true };
    return { before: byEnd.findLast(({ to }) => comparePositions(to, from) <= 0), isNamed: false };
  };
  let next: Seal | undefined = tip;
  while (next !== undefined) {
    links.push({ from: next.from, to: next.to, seal: next });
    if (next.prev === null && comparePositions(next.from, LOG_START) === 0) break;
    const { before, isNamed } = predecessor(next);
    if (!isNamed) links.push({ from: before?.to ?? LOG_START, to: next.from, seal: null });
    next = before;
  }
  return links.reverse();
};
