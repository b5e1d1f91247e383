import type { SealLine } from '../find-seal.ts';
import { comparePositions, type Position } from '../position.ts';
import type { Seal } from '../seal.ts';
import { type Analysis, analyse, type Context } from './analyse.ts';
import { hashRange } from './hashes.ts';
import { type Damage, damageAt } from './report.ts';

export type FoundSeal = Omit<SealLine, 'lines'>;

/** Each costs as much as the whole log. */
const MOST_CHAINS = 8;

/**
 * Checks the seals beside the chain: those of other sessions, those from before somebody damaged a log that was sealed
 * again since, and lines that only say they are seals.
 */
export const checkOthers = (
  main: Analysis,
  found: readonly FoundSeal[],
  tail: Position,
  context: Context,
): Damage[] => {
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
