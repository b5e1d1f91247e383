import { readGitCall } from '../git-arguments.ts';
import type { ShellWord } from '../simple-command.ts';
import type { Recognizer } from './act.ts';
import type { GitReader } from './git-act.ts';
import { commits, moves, stages, stagesAnything } from './git-commit.ts';
import {
  applies,
  changesSubmodules,
  checksOutIndex,
  cleans,
  readsTree,
  removes,
  resets,
  restores,
  stashes,
} from './git-discard.ts';
import {
  changesBranch,
  changesReflog,
  collects,
  fetches,
  filters,
  migrates,
  prunes,
  updatesRef,
} from './git-history.ts';
import { configures, skipsHooks } from './git-hooks.ts';
import { appliesMail, fetchesRefs, merges, picks, pulls, rebases, reverts, stashesFiles } from './git-merge.ts';
import { pushes } from './git-push.ts';
import { checksOut, pointsHead, switches } from './git-switch.ts';
import { begins, changesWorktree, clones } from './git-worktree.ts';

/** By git command. */
const READERS: ReadonlyMap<string, readonly GitReader[]> = new Map([
  ['add', [stages]],
  ['stage', [stages]],
  ['mv', [moves]],
  ['rm', [stages, removes]],
  ['apply', [applies]],
  ['update-index', [stagesAnything]],
  ['read-tree', [stagesAnything, readsTree]],
  ['checkout-index', [checksOutIndex]],
  ['commit', [commits]],
  ['checkout', [checksOut]],
  ['switch', [switches]],
  ['symbolic-ref', [pointsHead]],
  ['restore', [restores]],
  ['reset', [resets]],
  ['clean', [cleans]],
  ['stash', [stashes, stashesFiles]],
  ['merge', [merges]],
  ['cherry-pick', [picks]],
  ['revert', [reverts]],
  ['rebase', [rebases]],
  ['am', [appliesMail]],
  ['pull', [pulls]],
  ['branch', [changesBranch]],
  ['update-ref', [updatesRef]],
  ['reflog', [changesReflog]],
  ['gc', [collects]],
  ['prune', [prunes]],
  ['filter-branch', [filters]],
  ['filter-repo', [filters]],
  ['fetch', [fetches, fetchesRefs]],
  ['lfs', [migrates]],
  ['submodule', [changesSubmodules]],
  ['worktree', [changesWorktree]],
  ['clone', [clones]],
  ['init', [begins]],
  ['push', [pushes]],
  ['config', [configures]],
]);

/** What is added to the arguments at run time. */
const UNKNOWN_WORD: ShellWord = { value: null, text: '', tilde: false, start: 0, end: 0 };

/** git, also as the programs its commands once were: `git-reset`, `git-filter-repo`. */
export const git: Recognizer = {
  programs: ['git', ...[...READERS.keys()].map((name) => `git-${name}`)],
  recognize: (run) => {
    const { program, args } = run;
    const head = { value: program?.slice('git-'.length) ?? null, text: '', tilde: false, start: 0, end: 0 };
    const words = run.extended ? [...args, UNKNOWN_WORD] : args;
    const call = readGitCall(program === 'git' ? words : [head, ...words], run.variables);
    const { subcommand } = call;
    const readers = READERS.get(subcommand ?? '') ?? [];
    return [...readers, skipsHooks].flatMap((reader) => reader(call, run));
  },
};
