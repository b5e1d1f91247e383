import { type GateContext, listOption } from './gate.ts';

/** Branches that take no direct work unless the policy names others. */
const PROTECTED_BRANCHES: readonly string[] = ['main', 'master'];

/** Those of the branches that the gate's option `branches` protects: names, and patterns like `release/*`. */
export const protectedAmong = (
  context: Pick<GateContext, 'options'>,
  branches: readonly string[],
  defaultBranch: string | null = null,
): string[] => {
  const patterns = listOption(context, 'branches', PROTECTED_BRANCHES);
  return branches.filter(
    (branch) => branch === defaultBranch || patterns.some((pattern) => isNamedBy(pattern, branch)),
  );
};

/** A star stands for any part of a name up to the next slash, two stars for any part at all; the rest for itself. */
const isNamedBy = (pattern: string, branch: string): boolean => {
  if (!pattern.includes('*')) return pattern === branch;
  let at = 0;
  let next = 0;
  // Where to go on when what follows a star does not fit: for the last star of each kind, since others need not move.
  let far: readonly [number, number] | null = null;
  let near: readonly [number, number] | null = null;
  while (next < branch.length || at < pattern.length) {
    if (pattern[at] === '*' && pattern[at + 1] === '*') {
      at += 2;
      far = [at, next];
      near = null;
    } else if (pattern[at] === '*') {
      at += 1;
      near = [at, next];
    } else if (next < branch.length && pattern[at] === branch[next]) {
      at += 1;
      next += 1;
    } else if (near !== null && near[1] < branch.length && branch[near[1]] !== '/') {
      near = [near[0], near[1] + 1];
      [at, next] = near;
    } else if (far !== null && far[1] < branch.length) {
      far = [far[0], far[1] + 1];
      [at, next] = far;
      near = null;
    } else return false;
  }
  return true;
};
