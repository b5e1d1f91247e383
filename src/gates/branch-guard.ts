import { ABOUT_TARGET } from './facts.ts';
import { condition, type Gate, listOption } from './gate.ts';
import { isWriteRequest } from './triggers.ts';

/** Branches that take no direct writes unless the policy names others. */
export const PROTECTED_BRANCHES: readonly string[] = ['main', 'master'];

/**
 * No source written on a protected branch (seed 001, branch-guard.sh). The branch is that of the worktree the file is
 * in; another repository is not bound by this project's rule; a detached HEAD is no branch.
 */
export const branchGuard: Gate = {
  name: 'branch-guard',
  summary: 'Denies writing source files on a protected branch.',
  source: 'seed 001, PreToolUse branch-guard.sh',
  on: isWriteRequest,
  options: ['branches'],
  // The branch is looked up only for files the rule is about.
  needs: (_trigger, facts) => (facts.file()?.data.kind === 'source' ? ['file-git'] : ['file']),
  rules: [
    {
      id: 'branch-guard/protected-branch',
      decision: 'deny',
      judge: (context) => {
        const file = context.facts.file();
        const git = context.facts.git(ABOUT_TARGET);
        if (file?.data.kind !== 'source' || git === null || !git.data.project || git.data.branch === null) return null;
        const { branch } = git.data;
        const isProtected = listOption(context, 'branches', PROTECTED_BRANCHES).includes(branch);
        return {
          conditions: [
            condition('branch-is-not-protected', !isProtected, {
              actual: branch,
              because: [git.id],
              remedy:
                'Create a branch first (git switch -c NAME) or work in a worktree (git worktree add ../NAME -b NAME).',
            }),
          ],
          reason: `${file.data.path} is source code, and ${branch} is a protected branch.`,
        };
      },
      ways: ({ facts }) => {
        const git = facts.git(ABOUT_TARGET);
        if (git === null) return [];
        return [
          {
            todo: 'switch to a branch of your own: git switch -c NAME',
            events: [{ type: 'GitObserved', data: { ...git.data, branch: 'NAME' } }],
          },
        ];
      },
    },
  ],
};
