import { openStreamIndex } from '../events/open-index.ts';
import type { Policy } from '../events/schemas.ts';
import { listSegments } from '../events/segments.ts';
import { type PolicySource, type ResolvedPolicy, resolvePolicy } from '../gates/policy-files.ts';
import { readPolicyFiles } from '../hooks/observers/policy.ts';
import { foldFor } from './fold-for.ts';
import type { Io } from './io.ts';
import { findProject } from './project.ts';
import { printable } from './style.ts';

/** The policy that the next hook call goes by. */
export interface PolicyHere extends ResolvedPolicy {
  /** It is the one that was in force before a file was broken. */
  readonly isKept: boolean;
  /** The files that cannot be used. */
  readonly unusable: readonly string[];
}

/** The policy of the files as they are now; while one of them is broken the one that was in force before, as a hook takes it. */
export const policyHere = (io: Pick<Io, 'env' | 'cwd'>): PolicyHere => {
  const { policyDir } = findProject(io).location;
  return policyOf(readPolicyFiles(policyDir, io.env).sources, () => policyInForce(io));
};

/** The project's policy as a hook takes it now. Says on stderr what is wrong with its files. */
export const projectPolicy = (io: Io): Policy => {
  const { policy, problems, isKept } = policyHere(io);
  for (const problem of problems) io.stderr(`docket: ${printable(problem)}\n`);
  if (isKept) io.stderr(`docket: until that is mended ${KEPT}, preset ${policy.preset}\n`);
  return policy;
};

/** The same of some files; what was in force is asked for only where that matters. */
export const policyOf = (sources: readonly PolicySource[], inForce: () => Policy | null): PolicyHere => {
  const resolved = resolvePolicy(sources);
  const before = resolved.broken ? inForce() : null;
  return {
    ...resolved,
    policy: before ?? resolved.policy,
    isKept: before !== null,
    unusable: sources.filter((source) => resolvePolicy([source]).broken).map(({ path }) => path),
  };
};

/** The policy that hooks went by last; null where there is no log yet. */
export const policyInForce = (io: Pick<Io, 'env' | 'cwd'>): Policy | null => {
  const project = findProject(io);
  if (listSegments(project.folder).length === 0) return null;
  return foldFor(project, null, openStreamIndex(project.folder)).view('', project.worktree).policy.policy;
};

/** What a policy that is kept is to people. */
export const KEPT = 'hooks keep to the policy that was in force before';
