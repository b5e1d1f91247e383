import { type GitArguments, isAsked, readGitOptions } from '../git-options.ts';
import type { FoundAct } from './act.ts';
import { type GitReader, gitAct } from './git-act.ts';

/**
 * git-checkout(1): it switches branches, or overwrites files. With one operand and no `--` git looks whether that is a
 * branch; `operand` has such names, for whoever can look too.
 */
export const checksOut: GitReader = (call, run) => {
  const given = readGitOptions(call.args, { valued: 'bBU', names: CHECKOUT_OPTIONS });
  const { has, operands, separated, onlyPrints } = given;
  // In a conflict a side of it is taken, which is how it is resolved.
  if (onlyPrints || isAsked(given, run) || has('-2', '-3', '--ours', '--theirs')) return [];
  const [first] = operands;
  const creates = has('-b', '-B', '--orphan', '--detach', '-d', '-t', '--track');
  const forced: FoundAct[] = has('-f', '--force') ? [gitAct(call, run, 'git-discard')] : [];
  if (creates) return [...forced, ...createsBranch(given, call, run)];
  const paths = separated === null ? operands.slice(1) : operands.slice(separated);
  if (has('--pathspec-from-file')) return [gitAct(call, run, 'git-discard', { paths: [null] })];
  if (paths.length > 0) return [gitAct(call, run, 'git-discard', { paths: separated === null ? operands : paths })];
  if (first === undefined) return forced;
  const name = first.value;
  if (separated === null && (name === null ? isPathlike(first.text) : isPath(name))) {
    return [gitAct(call, run, 'git-discard', { paths: [first] })];
  }
  const branch = branchNamed(name);
  const isAmbiguous = separated === null && name !== null && branch !== null;
  return [
    ...forced,
    gitAct(call, run, 'git-switch', {
      details: { branch, changes: true, ...(isAmbiguous ? { operand: name } : {}) },
    }),
    ...(isAmbiguous && forced.length === 0
      ? [gitAct(call, run, 'git-discard', { paths: [first], details: { operand: name, likely: looksLikeFile(name) } })]
      : []),
  ];
};

/** git-switch(1) */
export const switches: GitReader = (call, run) => {
  const given = readGitOptions(call.args, { valued: 'cC', names: SWITCH_OPTIONS });
  const { has, operands, onlyPrints } = given;
  if (onlyPrints) return [];
  const forced = has('-f', '--force', '--discard-changes') ? [gitAct(call, run, 'git-discard')] : [];
  if (has('-c', '-C', '--create', '--force-create', '--orphan', '-d', '--detach', '-t', '--track')) {
    return [...forced, ...createsBranch(given, call, run)];
  }
  const branch = branchNamed(operands[0]?.value ?? null);
  return operands.length === 0
    ? forced
    : [...forced, gitAct(call, run, 'git-switch', { details: { branch, changes: true } })];
};

/** The branch that `-b NAME` and the like make; `-B` moves one that is there. */
const createsBranch = ({ options, operands }: GitArguments, ...at: Parameters<GitReader>): FoundAct[] => {
  const made = options.findLast(({ name }) => CREATING.has(name));
  const branch = made === undefined ? null : (made.value?.value ?? null);
  const moves = made !== undefined && MOVING.has(made.name) && branch !== null;
  return [
    // From another commit than the one that is checked out.
    gitAct(...at, 'git-switch', { details: { branch, ...(operands.length > 0 ? { changes: true } : {}) } }),
    ...(moves ? [gitAct(...at, 'git-branch-move', { details: { branch, operand: branch } })] : []),
  ];
};

const CREATING = new Set(['-b', '-B', '-c', '-C', '--create', '--force-create', '--orphan']);
const MOVING = new Set(['-B', '-C', '--force-create']);

/** git-symbolic-ref(1): what `HEAD` is, without touching files. */
export const pointsHead: GitReader = (call, run) => {
  const { has, operands } = readGitOptions(call.args, { valued: 'm', names: 'delete short quiet recurse' });
  const [ref, target] = operands;
  if (has('-d', '--delete')) return [gitAct(call, run, 'git-ref-delete')];
  if (ref?.value !== 'HEAD' || target === undefined) return [];
  const branch = target.value?.replace(/^refs\/heads\//, '') ?? null;
  return [gitAct(call, run, 'git-switch', { details: { branch } })];
};

const CHECKOUT_OPTIONS =
  'auto-advance conflict= detach force guess ignore-other-worktrees ignore-skip-worktree-bits inter-hunk-context= ' +
  'merge orphan= ours overlay overwrite-ignore patch pathspec-file-nul pathspec-from-file= progress quiet ' +
  'recurse-submodules theirs track unified=';

const SWITCH_OPTIONS =
  'conflict= create= detach discard-changes force force-create= guess ignore-other-worktrees merge orphan= ' +
  'overwrite-ignore progress quiet recurse-submodules track';

/** Null for what is no branch's own name: `-`, a commit, a remote's branch. */
const branchNamed = (name: string | null): string | null =>
  name === null || name === '-' || /[~^:@{}]|^HEAD$/.test(name) ? null : name.replace(/^refs\/heads\//, '');

/** No branch can be called so (git-check-ref-format(1)), or git takes it for a path as `:/`, `./x` and `x/`. */
const isPath = (name: string): boolean =>
  name !== '-' && /(?:^|\/)\.|^[:/]|\/$|[*?[\\ ]|^~/.test(name) && !/@\{|\^/.test(name);

/** A pattern such as `*.ts` or `src/*`, which the shell makes file names of. */
const isPathlike = (text: string): boolean => !/[$`]/.test(text) && /[*?]/.test(text);

/** Ends as the names of source files do, and as names of versions do not. */
const looksLikeFile = (name: string): boolean =>
  /\.(?:[a-z]{2,5}|[chmr])$/i.test(name) && !/\.(?:rc|beta|alpha|x)$/i.test(name);
