import { readGitOptions } from '../git-options.ts';
import { type GitReader, gitAct } from './git-act.ts';

/** git-branch(1): deleting with force, or moving a branch that is there. */
export const changesBranch: GitReader = (call, run) => {
  const { has, operands, onlyPrints } = readGitOptions(call.args, {
    valued: 'u',

    names: BRANCH_OPTIONS,
  });
  if (onlyPrints) return [];
  const forced = has('-f', '--force');
  if (has('-D') || (forced && has('-d', '--delete'))) {
    // What is known of a remote's branch can be fetched again.
    return has('-r', '--remotes') ? [] : [gitAct(call, run, 'git-branch-delete')];
  }
  if (has('-d', '--delete')) return [];
  const renames = has('-M', '-m', '--move');
  const target = renames || has('-C', '-c', '--copy') ? operands.at(-1) : operands[0];
  const branch = target?.value ?? null;
  const isCurrent = renames && operands.length === 1;
  const moves = (forced || has('-M', '-C')) && branch !== null;
  return [
    ...(isCurrent ? [gitAct(call, run, 'git-switch', { details: { branch } })] : []),
    ...(moves
      ? [gitAct(call, run, 'git-branch-move', { details: { branch, operand: branch, renames: isCurrent } })]
      : []),
  ];
};

/** git-update-ref(1) */
export const updatesRef: GitReader = (call, run) => {
  const { has, operands } = readGitOptions(call.args, { valued: 'm', names: 'create-reflog deref no-deref stdin' });
  if (has('-d')) return [gitAct(call, run, 'git-ref-delete')];
  if (has('--stdin')) {
    const isHarmless = run.input.kind === 'text' && run.input.text !== null && !/^delete\b/m.test(run.input.text);
    return isHarmless ? [] : [gitAct(call, run, 'git-ref-delete')];
  }
  const branch = /^refs\/heads\/(.+)$/.exec(operands[0]?.value ?? '')?.[1];
  return branch === undefined ? [] : [gitAct(call, run, 'git-branch-move', { details: { branch, operand: branch } })];
};

/** git-fetch(1): a forced refspec moves a branch of one's own. */
export const fetches: GitReader = (call, run) => {
  const { has, operands, onlyPrints } = readGitOptions(call.args, { valued: 'joX', names: FETCH_OPTIONS });
  if (onlyPrints || has('--dry-run')) return [];
  const forced = has('-f', '--force');
  return operands.slice(1).flatMap(({ value }) => {
    const [, plus, to] = /^(\+?)[^:]*:(.+)$/.exec(value ?? '') ?? [];
    if (to === undefined || to.includes('*') || !(forced || plus === '+')) return [];
    const branch = to.replace(/^(?:refs\/)?heads\//, '');
    return [gitAct(call, run, 'git-branch-move', { details: { branch, operand: branch } })];
  });
};

/** git-reflog(1): the way back to everything that no branch holds. */
export const changesReflog: GitReader = (call, run) => {
  const { has, operands, onlyPrints } = readGitOptions(call.args, { names: REFLOG_OPTIONS });
  const isLoss = ['expire', 'delete', 'drop'].includes(operands[0]?.value ?? '');
  return isLoss && !onlyPrints && !has('-n', '--dry-run') ? [gitAct(call, run, 'git-expire')] : [];
};

/** git-gc(1): with a date of now it keeps nothing that no branch holds. */
export const collects: GitReader = (call, run) => {
  const { options, onlyPrints } = readGitOptions(call.args, {
    names: 'aggressive auto cruft detach force keep-largest-pack prune quiet',
  });
  const dates = [
    ...options.flatMap(({ name, value }) => (name === '--prune' && value !== null ? [value.value] : [])),
    ...call.config.flatMap(({ name, value }) => (EXPIRING.has(name) ? [value] : [])),
  ];
  return dates.some(isNow) && !onlyPrints ? [gitAct(call, run, 'git-expire')] : [];
};

/** git-prune(1): without a date all that no branch or reflog holds. */
export const prunes: GitReader = (call, run) => {
  const { options, has, onlyPrints } = readGitOptions(call.args, {
    names: 'dry-run exclude-promisor-objects expire= progress verbose',
  });
  const date = options.findLast(({ name }) => name === '--expire');
  const isLoss = date === undefined || isNow(date.value?.value ?? null);
  return isLoss && !onlyPrints && !has('-n', '--dry-run') ? [gitAct(call, run, 'git-expire')] : [];
};

/** git-lfs-migrate(1): other commits in the place of many. */
export const migrates: GitReader = (call, run) => {
  const [program, action] = call.args.map(({ value }) => value);
  const rewrites = program === 'migrate' && (action === 'import' || action === 'export');
  return rewrites && !readGitOptions(call.args, { names: 'help' }).onlyPrints ? [gitAct(call, run, 'git-rewrite')] : [];
};

/** git-filter-branch(1), git-filter-repo: other commits in the place of all. */
export const filters: GitReader = (call, run) => {
  const { has, onlyPrints } = readGitOptions(call.args, { names: 'analyze dry-run version' });
  return onlyPrints || has('--analyze', '--dry-run', '--version') ? [] : [gitAct(call, run, 'git-rewrite')];
};

const EXPIRING = new Set(['gc.pruneexpire', 'gc.reflogexpire', 'gc.reflogexpireunreachable']);

const isNow = (date: string | null): boolean => date !== null && /^(?:now|all|0|\d+[. ]?seconds?)/.test(date);

const BRANCH_OPTIONS =
  'abbrev all color column contains copy create-reflog delete edit-description force format= ignore-case list merged move ' +
  'no-contains no-merged omit-empty points-at= quiet recurse-submodules remotes set-upstream set-upstream-to= ' +
  'show-current sort= track unset-upstream verbose';

const REFLOG_OPTIONS = 'all dry-run expire= expire-unreachable= rewrite single-worktree stale-fix updateref verbose';

const FETCH_OPTIONS =
  'all append atomic auto-gc auto-maintenance deepen= depth= dry-run filter= force ipv4 ipv6 jobs= keep multiple negotiate-only ' +
  'negotiation-tip= porcelain prefetch progress prune prune-tags quiet recurse-submodules refetch refmap= server-option= set-upstream ' +
  'shallow-exclude= shallow-since= show-forced-updates stdin tags unshallow update-head-ok upload-pack= verbose write-commit-graph ' +
  'write-fetch-head';
