import * as z from 'zod/mini';

const text = z.string();
const ids = z.array(z.string());
const nullableText = z.nullable(z.string());

/** A repository that a call works in, as far as files tell without running git. */
export const gitObservedSchema = z.object({
  /** `session` (where it works), `now` (the same, with what is changed there), `target` (the file written), `push N` (the N-th force push), `act N` (of the command). */
  about: text,
  path: text,
  worktree: nullableText,
  branch: nullableText,
  commit: nullableText,
  /** Whether it is this project's repository: another one is not bound by this project's branch rules. */
  project: z.boolean(),
  /** Top folder of the main worktree; null where there is none. */
  mainWorktree: z.optional(nullableText),
  /** The host's own configuration is kept in it: it holds `~/.claude`. */
  hostConfig: z.optional(z.boolean()),
  /** It has no branch yet that one could branch from. */
  isNew: z.optional(z.boolean()),
  /** The branch that is being rebased there, while HEAD is detached; null for none. */
  rebasing: z.optional(nullableText),
  /** What the word of the command names that may be either; null when it is neither. */
  names: z.optional(z.nullable(z.enum(['branch', 'path']))),
  /** Of a merge: the remotes, with their default branches as far as they are known here. The first of many. */
  remotes: z.optional(z.array(z.object({ name: text, defaultBranch: nullableText }))),
  /** Of a merge: the branches that `FETCH_HEAD` stands for; null for what is no branch. */
  fetched: z.optional(z.array(nullableText)),
  /** Of the remote that is pushed to: whether the project's branches come from it, and its default branch. */
  pushRemote: z.optional(z.object({ shared: z.boolean(), defaultBranch: nullableText })),
  /** Where git's configuration pushes the branch that is checked out; null when that cannot be known. */
  pushes: z.optional(nullableText),
  /** Files of the worktree, from its top: staged, and changed without being staged. The first of many. */
  staged: z.optional(ids),
  changed: z.optional(ids),
  /** Of a commit: the files that are the project's plan, from the top; absent where that is `MASTER_PLAN.md` alone. */
  plans: z.optional(ids),
  /** Of what is there now: files that git does not know either, and how many there are of each kind. */
  untracked: z.optional(ids),
  counts: z.optional(z.object({ staged: z.number(), changed: z.number(), untracked: z.number() })),
  /** Linked worktrees of the repository that are there, the first of many; null for a detached HEAD. */
  worktrees: z.optional(z.array(z.object({ path: text, branch: nullableText }))),
  /** Linked worktrees whose folder is gone, the first of many. */
  goneWorktrees: z.optional(ids),
  /** Commits by which the branch differs from the one it follows; absent where it follows none, and where nobody asked. */
  ahead: z.optional(z.number()),
  behind: z.optional(z.number()),
});
