import type { EventData } from '../../../events/schemas.ts';
import type { Plane } from '../../../projections/planes.ts';
import { shownName } from './listings.ts';
import { changesOf, type Look } from './look.ts';
import { packagesOf } from './packages.ts';
import { type Content, digestsOf } from './view.ts';

export type TreeFact = EventData<'TreeObserved'>;

/** Names of each kind that are kept. */
const MOST_NAMES = 32;

/** What is recorded of a worktree as it is. */
export const observedTree = async (look: Look, about: string): Promise<TreeFact> => ({
  about,
  worktree: look.top,
  head: look.head,
  tree: { ...digestsOf(look.work, look.planes.of), ...approximation(look) },
  ...namedChanges(await changesOf(look)),
  problem: null,
});

/** What is recorded where git could not say. */
export const unknownTree = (worktree: string, about: string, problem: string): TreeFact => ({
  about,
  worktree,
  head: null,
  tree: { code: null, docs: null },
  changed: { code: [], docs: [] },
  counts: { code: 0, docs: 0 },
  problem,
});

export const approximation = ({ isApproximate }: Look): { approximate?: true } =>
  isApproximate ? { approximate: true } : {};

export const namedChanges = ({ code, docs }: Record<Plane, string[]>): Pick<TreeFact, 'changed' | 'counts'> => ({
  changed: { code: firstNames(code), docs: firstNames(docs) },
  counts: { code: code.length, docs: docs.length },
});

/** The packages that changed code belongs to; nothing where it belongs to none. */
export const changedPackages = (code: readonly string[], content: Content): Pick<TreeFact, 'packages'> => {
  const packages = packagesOf(code, content).map(shownName);
  return packages.length === 0 ? {} : { packages };
};

export const firstNames = (paths: readonly string[]): string[] => paths.slice(0, MOST_NAMES).map(shownName);
