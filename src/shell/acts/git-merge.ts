import { readGitOptions } from '../git-options.ts';
import type { ShellWord } from '../simple-command.ts';
import type { ActDetails, FoundAct } from './act.ts';
import { type GitReader, gitAct } from './git-act.ts';

// What makes commits of content that is elsewhere already, or goes on where a conflict stopped it. What only puts such
// content into the files or the index is a `git-change`: a later commit of the same text holds it.

/** git-merge(1). */
export const merges: GitReader = (call, run) => {
  const { has, isOn, operands, onlyPrints } = readGitOptions(call.args, {
    valued: 'mFsX',
    optional: 'S',
    names: MERGE_OPTIONS,
  });
  if (onlyPrints || has('--abort', '--quit')) return [];
  if (has('--continue')) return [goesOn(call, run, 'merge')];
  const isStaged = isOn(['--squash'], ['--no-squash']) || isOn(['--no-commit'], ['--commit']);
  return isStaged ? [changesFiles(call, run)] : [madeCommit(call, run, 'git-merge', operands)];
};

/** git-cherry-pick(1). */
export const picks: GitReader = (call, run) => sequence(call, run, 'cherry-pick', 'mX');

/** git-revert(1). */
export const reverts: GitReader = (call, run) => sequence(call, run, 'revert', 'mX');

const sequence = (
  call: Parameters<GitReader>[0],
  run: Parameters<GitReader>[1],
  command: 'cherry-pick' | 'revert',
  valued: string,
): FoundAct[] => {
  const { has, isOn, operands, onlyPrints } = readGitOptions(call.args, {
    valued,
    optional: 'S',
    names: SEQUENCE_OPTIONS,
  });
  if (onlyPrints || has('--abort', '--quit', '--skip')) return [];
  if (has('--continue')) return [goesOn(call, run, command)];
  const isStaged = isOn(['-n', '--no-commit'], ['--commit']);
  if (operands.length === 0 && !run.extended) return [];
  return isStaged ? [changesFiles(call, run)] : [madeCommit(call, run, `git-${command}`, operands)];
};

/** git-rebase(1): its beginning is judged by nobody, but other files are there afterwards. */
export const rebases: GitReader = (call, run) => {
  const { has, onlyPrints } = readGitOptions(call.args, { valued: 'sXxC', optional: 'S', names: REBASE_OPTIONS });
  if (onlyPrints || has('--abort', '--quit', '--skip', '--edit-todo', '--show-current-patch')) return [];
  return [has('--continue') ? goesOn(call, run, 'rebase') : changesFiles(call, run)];
};

/** git-am(1). */
export const appliesMail: GitReader = (call, run) => {
  const { has, onlyPrints } = readGitOptions(call.args, { valued: 'pC', optional: 'S', names: AM_OPTIONS });
  if (onlyPrints || has('--abort', '--quit', '--skip', '--show-current-patch')) return [];
  return [has('--continue', '--resolved', '-r') ? goesOn(call, run, 'am') : changesFiles(call, run)];
};

/** git-pull(1). */
export const pulls: GitReader = (call, run) => {
  const { has, onlyPrints } = readGitOptions(call.args, { valued: 'sXjo', optional: 'rS', names: PULL_OPTIONS });
  return onlyPrints || has('--dry-run') ? [] : [changesFiles(call, run, { refs: true })];
};

/** git-fetch(1), git-remote(1) `update`: other commits under names of a remote; `branches` are those that it names. */
export const fetchesRefs: GitReader = (call, run) => {
  const { has, operands, onlyPrints } = readGitOptions(call.args, { valued: 'joX', names: 'dry-run' });
  const branches = operands.slice(1, 1 + MOST_NAMED).map((word) => named(word).replace(/^\+|:.*$/g, ''));
  return onlyPrints || has('--dry-run')
    ? []
    : [gitAct(call, run, 'git-change', { details: { refs: true, ...(branches.length > 0 ? { branches } : {}) } })];
};

/** git-stash(1): it takes edits away or brings them back. */
export const stashesFiles: GitReader = (call, run) => {
  const { operands, onlyPrints } = readGitOptions(call.args, {
    valued: 'm',
    names:
      'all include-untracked index keep-index message= only-untracked patch pathspec-file-nul pathspec-from-file= quiet staged',
  });
  const action = operands[0]?.value ?? 'push';
  return onlyPrints || ASIDE.has(action) ? [] : [changesFiles(call, run)];
};

/** These leave the files as they are. */
const ASIDE: ReadonlySet<string> = new Set(['clear', 'create', 'drop', 'list', 'show', 'store']);

/** What is in the files or the index becomes something else, in a way that only git knows. */
const changesFiles = (...[call, run, details = {}]: [...Parameters<GitReader>, ActDetails?]): FoundAct =>
  gitAct(call, run, 'git-change', { details: { files: true, ...details } });

const goesOn = (call: Parameters<GitReader>[0], run: Parameters<GitReader>[1], operation: string): FoundAct =>
  gitAct(call, run, 'git-continue', { details: { operation, ...hostOf(run) } });

const madeCommit = (
  call: Parameters<GitReader>[0],
  run: Parameters<GitReader>[1],
  kind: string,
  operands: readonly ShellWord[],
): FoundAct => gitAct(call, run, kind, { details: { of: operands.slice(0, MOST_NAMED).map(named), ...hostOf(run) } });

const MOST_NAMED = 16;

/** A name that only shows at run time stands as it is spelled. */
const named = ({ value, text }: ShellWord): string => (value ?? (text || '…')).slice(0, LONGEST_NAMED);

const LONGEST_NAMED = 256;

/** Where it runs, unless it is here: another machine's repository is not the project's. */
export const hostOf = ({ host }: Parameters<GitReader>[1]): ActDetails => (host === 'here' ? {} : { host });

const MERGE_OPTIONS =
  'abort allow-unrelated-histories autostash cleanup= commit continue edit ff ff-only file= gpg-sign into-name= log message= ' +
  'overwrite-ignore progress quiet quit rerere-autoupdate signoff squash stat strategy= strategy-option= summary verbose ' +
  'verify verify-signatures';

const SEQUENCE_OPTIONS =
  'abort allow-empty allow-empty-message cleanup= commit continue edit empty= ff gpg-sign keep-redundant-commits mainline= quit ' +
  'reference rerere-autoupdate signoff skip strategy= strategy-option=';

const REBASE_OPTIONS =
  'abort allow-empty-message apply autosquash autostash committer-date-is-author-date continue edit-todo empty= exec= ff ' +
  'force-rebase fork-point gpg-sign ignore-date ignore-whitespace interactive keep-base keep-empty merge onto= quiet quit ' +
  'reapply-cherry-picks rebase-merges rerere-autoupdate reschedule-failed-exec reset-author-date root show-current-patch ' +
  'signoff skip stat strategy= strategy-option= trailer= update-refs verbose verify whitespace=';

const AM_OPTIONS =
  '3way abort allow-empty committer-date-is-author-date continue directory= empty= exclude= gpg-sign ignore-date ' +
  'ignore-space-change ignore-whitespace include= interactive keep keep-cr keep-non-patch message-id patch-format= quiet quit ' +
  'quoted-cr= reject rerere-autoupdate resolved retry scissors show-current-patch signoff skip utf8 verify whitespace=';

const PULL_OPTIONS =
  'all allow-unrelated-histories append autostash cleanup= commit compact-summary deepen= depth= dry-run edit ff ff-only filter force ' +
  'gpg-sign ipv4 ipv6 jobs= keep log negotiation-tip= porcelain progress prune quiet rebase recurse-submodules refmap= ' +
  'server-option= set-upstream shallow-exclude= shallow-since= show-forced-updates signoff squash stat strategy= ' +
  'strategy-option= tags unshallow update-shallow upload-pack= verbose verify verify-signatures';
