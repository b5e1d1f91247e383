import type { GateContext } from '../gate.ts';
import { protectedAmong } from '../protected-branches.ts';
import { actRule, type JudgedAct } from './act-rule.ts';
import { branchThen } from './git-branch.ts';

const namesOf = ({ act }: JudgedAct): readonly string[] => {
  const { branches } = act.details;
  return Array.isArray(branches) ? branches : [];
};

/** Those of an act's branches that are protected, at its own remote or by the policy. */
const protectedOf = (judged: JudgedAct, context: GateContext): string[] => {
  const { git, index, act } = judged;
  const current =
    act.details['current'] === true && git !== null
      ? git.data.pushes === undefined
        ? branchThen(context.facts, git, index)
        : git.data.pushes
      : null;
  return protectedAmong(
    context,
    [...namesOf(judged), ...(current === null ? [] : [current])],
    git?.data.pushRemote?.defaultBranch ?? null,
  );
};

/** Seed 001, guard check 3: a branch that others build on is not taken from them. */
export const deleteProtected = actRule({
  id: 'guard/delete-protected',
  decision: 'deny',
  kinds: ['git-remote-delete'],
  requires: 'no-protected-branch-is-deleted',
  offends: (judged, context) => protectedOf(judged, context).length > 0,
  reason: (_shown, offending, context) =>
    `The command would delete ${offending.flatMap((each) => protectedOf(each, context)).join(', ')} at the remote, which others build on.`,
  remedy: 'Leave it, and push to a branch of your own; if it really should go, ask the user to delete it.',
});

/** Others may have work on any branch of a remote, and only they have another copy. */
export const deleteRemote = actRule({
  id: 'guard/delete-remote',
  decision: 'ask',
  kinds: ['git-remote-delete'],
  requires: 'branches-of-the-remote-are-kept',
  offends: (judged, context) => protectedOf(judged, context).length === 0,
  reason: (shown) =>
    `The command would delete branches or tags at the remote, and others may have work there: ${shown}.`,
  remedy: 'Leave it to whoever merges the branch, or ask the user to delete it.',
});

/** A lease keeps what was not fetched; what was fetched and is shared is lost all the same. */
export const leaseProtected = actRule({
  id: 'guard/lease-protected',
  decision: 'ask',
  kinds: ['git-push-lease'],
  requires: 'no-protected-branch-is-overwritten-with-a-lease',
  offends: (judged, context) => judged.act.details['everything'] === true || protectedOf(judged, context).length > 0,
  reason: (shown) => `The command would overwrite the shared history of a protected branch, a lease or not: ${shown}.`,
  remedy: 'Push to a branch of your own and open a pull request, or undo the commit with git revert.',
});
