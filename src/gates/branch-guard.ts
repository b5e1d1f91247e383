import { ABOUT_TARGET, type Facts } from './facts.ts';
import { condition, type Gate, type GateContext } from './gate.ts';
import { protectedAmong } from './protected-branches.ts';
import { isWriteRequest } from './triggers.ts';

type Known = Pick<GateContext, 'options'> & { readonly facts: Facts };

/**
 * The branch that a file's write ends up on: of the worktree the file is in, during a rebase the one that is rebased. Null
 * for another repository, which is not bound by this project's rule, outside any, and with a detached HEAD, which is no
 * branch.
 */
const branchOf = ({ facts }: Pick<Known, 'facts'>): string | null => {
  const git = facts.git(ABOUT_TARGET)?.data;
  return git?.project === true ? (git.branch ?? git.rebasing ?? null) : null;
};

const isOnProtected = (known: Known): boolean => {
  const branch = branchOf(known);
  return branch !== null && protectedAmong(known, [branch]).length > 0;
};

/**
 * No source written on a protected branch (seed 001, branch-guard.sh). As for commits there (guard check 2), a repository
 * without any branch to branch from is free, and so is the one that keeps the host's configuration.
 */
export const branchGuard: Gate = {
  name: 'branch-guard',
  summary: 'Denies writing source files on a protected branch.',
  source: 'seed 001, PreToolUse branch-guard.sh',
  on: isWriteRequest,
  options: ['branches'],
  // The branch is looked up only for files the rule is about, and the rest of the repository only where that matters.
  needs: (_trigger, facts, options) => {
    if (facts.file()?.data.kind !== 'source') return ['file'];
    const git = facts.git(ABOUT_TARGET)?.data;
    const isOpen = git?.project === true && (git.branch === null || isOnProtected({ facts, options }));
    return isOpen ? ['file-repository'] : ['file-git'];
  },
  rules: [
    {
      id: 'branch-guard/protected-branch',
      decision: 'deny',
      judge: (context) => {
        const file = context.facts.file();
        const git = context.facts.git(ABOUT_TARGET);
        const branch = branchOf(context);
        if (file?.data.kind !== 'source' || git === null || branch === null) return null;
        if (git.data.isNew === true || git.data.hostConfig === true) return null;
        const isRebase = git.data.branch === null;
        return {
          conditions: [
            condition('branch-is-not-protected', !isOnProtected(context), {
              actual: branch,
              because: [git.id],
              remedy: `${isRebase ? 'End the rebase first (git rebase --abort). ' : ''}Create a branch (git switch -c NAME) or work in a worktree (git worktree add ../NAME -b NAME).`,
            }),
          ],
          reason: `${file.data.path.slice(-200)} is source code, and ${branch} is a protected branch${isRebase ? ', which is being rebased' : ''}.`,
        };
      },
      ways: ({ facts }) => {
        const git = facts.git(ABOUT_TARGET);
        if (git === null) return [];
        return [
          {
            todo: 'switch to a branch of your own: git switch -c NAME',
            events: [{ type: 'GitObserved', data: { ...git.data, branch: 'NAME', rebasing: null } }],
          },
        ];
      },
    },
  ],
};
