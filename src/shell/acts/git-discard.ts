import type { GitCall } from '../git-arguments.ts';
import { isAsked, readGitOptions } from '../git-options.ts';
import type { Run } from '../run.ts';
import type { ShellWord } from '../simple-command.ts';
import type { FoundAct } from './act.ts';
import { type GitReader, gitAct } from './git-act.ts';

/** git-restore(1): the files, unless only the index is named. */
export const restores: GitReader = (call, run) => {
  const given = readGitOptions(call.args, { valued: 'sU', names: RESTORE_OPTIONS });
  const { has, isOn, operands, onlyPrints } = given;
  const isSaid = has('-S', '--staged', '--no-staged', '-W', '--worktree', '--no-worktree');
  const onlyIndex = isSaid && !isOn(['-W', '--worktree'], ['--no-worktree']);
  if (onlyPrints || isAsked(given, run)) return [];
  if (onlyIndex) {
    const isKnown = operands.length > 0 && !has('-s', '--source', '-p', '--patch', '--pathspec-from-file');
    return [unstages(call, run, isKnown ? operands : null)];
  }
  // In a conflict these take one side of it, which is how it is resolved.
  if (has('--ours', '--theirs', '-2', '-3')) return [];
  const listed = has('--pathspec-from-file');
  if (operands.length === 0 && !listed && !has('-p', '--patch')) return [];
  return [gitAct(call, run, 'git-discard', { paths: listed ? [null] : operands })];
};

/** git-reset(1): `--hard` loses edits and commits, `--merge` what is staged; the others keep the files. */
export const resets: GitReader = (call, run) => {
  const { has, operands, separated, onlyPrints } = readGitOptions(call.args, { valued: 'U', names: RESET_OPTIONS });
  if (onlyPrints) return [];
  if (has('--hard')) return [gitAct(call, run, 'git-reset')];
  if (has('--merge')) return [gitAct(call, run, 'git-discard')];
  if (has('--soft', '--keep', '-p', '--patch', '-N', '--intent-to-add', '--pathspec-from-file')) {
    return [unstages(call, run, null)];
  }
  const isHead = operands[0]?.value === 'HEAD';
  const isBranchOnly = separated === null && operands.length === (isHead ? 1 : 0);
  const isPaths = separated === (isHead ? 1 : 0);
  return [unstages(call, run, isBranchOnly || isPaths ? operands.slice(isHead ? 1 : 0) : null)];
};

/** What is in the index becomes what the commit has: of the paths, of everything when there are none; null where it is more. */
const unstages = (call: GitCall, run: Run, paths: readonly ShellWord[] | null): FoundAct =>
  gitAct(call, run, 'git-stage', {
    paths: paths === null || paths.length === 0 ? [null] : paths,
    details: paths === null ? {} : { takes: 'unstaged', ...(paths.length === 0 ? { all: true } : {}) },
  });

/** git-clean(1): without force it refuses. */
export const cleans: GitReader = (call, run) => {
  const { has, onlyPrints } = readGitOptions(call.args, {
    valued: 'e',
    names: 'dry-run exclude= force interactive quiet',
  });
  const isForced =
    has('-f', '--force') ||
    (has('-i', '--interactive') && run.input.kind !== 'inherited') ||
    call.config.some(({ name, value }) => name === 'clean.requireforce' && value !== 'true');
  return onlyPrints || !isForced || has('-n', '--dry-run') ? [] : [gitAct(call, run, 'git-clean')];
};

/** git-stash(1) */
export const stashes: GitReader = (call, run) => {
  const [action] = call.args;
  const drops = action?.value === 'drop' || action?.value === 'clear';
  return drops && !readGitOptions(call.args, { names: 'quiet' }).onlyPrints
    ? [gitAct(call, run, 'git-stash-drop')]
    : [];
};

/**
 * git-rm(1): what it removes is in the history, and without force it refuses where that was edited. Forced over the whole
 * tree it takes every edit with it; over a part, it is how people remove files.
 */
export const removes: GitReader = (call, run) => {
  const { has, operands, onlyPrints } = readGitOptions(call.args, { names: RM_OPTIONS });
  if (onlyPrints || has('-n', '--dry-run', '--cached') || !has('-f', '--force')) return [];
  const isWhole = operands.some(({ value, text }) => WHOLE_TREE.test(value ?? text));
  return isWhole || has('--pathspec-from-file') ? [gitAct(call, run, 'git-discard', { paths: operands })] : [];
};

const WHOLE_TREE = /^(?:\.{1,2}\/?|:\/|:\(top\)|\.?\/?\*)$/;

/** git-read-tree(1) */
export const readsTree: GitReader = (call, run) => {
  const { has } = readGitOptions(call.args, {
    names: 'dry-run empty index-output= no-sparse-checkout prefix= reset quiet',
  });
  return has('--reset') && has('-u') && !has('-n', '--dry-run') ? [gitAct(call, run, 'git-discard')] : [];
};

/** git-checkout-index(1); with a prefix it writes copies elsewhere. */
export const checksOutIndex: GitReader = (call, run) => {
  const { has } = readGitOptions(call.args, {
    names: 'all force ignore-skip-worktree-bits index prefix= quiet stage= stdin temp',
  });
  return has('-f', '--force') && !has('--prefix', '--temp') ? [gitAct(call, run, 'git-discard')] : [];
};

/** git-submodule(1): with force it overwrites what was edited in submodules. */
export const changesSubmodules: GitReader = (call, run) => {
  const { has, operands, onlyPrints } = readGitOptions(call.args, { names: SUBMODULE_OPTIONS });
  const action = operands[0]?.value;
  const discards = (action === 'update' || action === 'deinit') && has('-f', '--force');
  return discards && !onlyPrints ? [gitAct(call, run, 'git-discard', { paths: operands.slice(1) })] : [];
};

/** git-apply(1): a diff of the files that is taken back is all that was edited. */
export const applies: GitReader = (call, run) => {
  const { has } = readGitOptions(call.args, { valued: 'pC', names: 'cached check index numstat reverse stat summary' });
  if (has('--check', '--stat', '--numstat', '--summary')) return [];
  const { input } = run;
  const isOwnDiff =
    input.kind === 'pipe' &&
    input.from.some(({ program, args }) => program === 'git' && args.some(({ value }) => value === 'diff'));
  return [
    gitAct(call, run, 'git-change', { details: { files: true } }),
    ...(has('--index', '--cached') ? [gitAct(call, run, 'git-stage', { paths: [null] })] : []),
    ...(has('-R', '--reverse') && isOwnDiff ? [gitAct(call, run, 'git-discard')] : []),
  ];
};

const RESTORE_OPTIONS =
  'conflict= ignore-skip-worktree-bits ignore-unmerged inter-hunk-context= merge ours overlay patch pathspec-file-nul ' +
  'pathspec-from-file= progress quiet recurse-submodules source= staged theirs unified= worktree';

const RESET_OPTIONS =
  'auto-advance hard intent-to-add inter-hunk-context= keep merge mixed patch pathspec-file-nul pathspec-from-file= quiet ' +
  'recurse-submodules refresh soft unified=';

const SUBMODULE_OPTIONS =
  'all checkout depth= fetch filter= force init jobs= merge progress quiet rebase recommend-shallow recursive reference= remote single-branch';

const RM_OPTIONS = 'cached dry-run force ignore-unmatch pathspec-file-nul pathspec-from-file= quiet sparse';
