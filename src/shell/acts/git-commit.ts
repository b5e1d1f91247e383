import { readGitOptions } from '../git-options.ts';
import { type GitReader, gitAct } from './git-act.ts';
import { hostOf } from './git-merge.ts';

/** git-commit(1). `all` and `parts` say what is committed beside the index; with paths alone it is those paths. */
export const commits: GitReader = (call, run) => {
  const { has, isOn, operands, onlyPrints } = readGitOptions(call.args, {
    valued: 'mFcCt',
    optional: 'uS',
    names: COMMIT_OPTIONS,
  });
  if (onlyPrints || ONLY_SHOWING.some((name) => isOn([name], [`--no-${name.slice(2)}`]))) return [];
  return [
    gitAct(call, run, 'git-commit', {
      paths: has('--pathspec-from-file') ? [null] : operands,
      details: {
        all: has('-a', '--all'),
        index: operands.length === 0 || has('-i', '--include'),
        parts: has('-p', '--patch', '--interactive'),
        amend: has('--amend'),
        ...hostOf(run),
      },
    }),
  ];
};

/** These imply `--dry-run`. */
const ONLY_SHOWING = ['--dry-run', '--short', '--porcelain', '--long'];

const COMMIT_OPTIONS =
  'ahead-behind all allow-empty allow-empty-message amend author= branch cleanup= date= dry-run edit file= fixup= ' +
  'gpg-sign include interactive long message= no-verify null only patch pathspec-file-nul pathspec-from-file= ' +
  'porcelain post-rewrite quiet reedit-message= reset-author reuse-message= short signoff squash= status template= ' +
  'trailer= unified= untracked-files verbose';

/**
 * git-add(1), git-rm(1): what they put into the index, and so what a later commit of the same text holds. `takes` says what
 * becomes of the paths: `files` as they are, `tracked` ones of them, `removed`, `kept` (on disk), `unstaged`, `moved`, `nothing`;
 * without it only git knows. `all`: whatever there is. A null path: nobody knows which.
 */
export const stages: GitReader = (call, run) => {
  const { has, operands, onlyPrints } = readGitOptions(call.args, { names: STAGE_OPTIONS });
  if (onlyPrints || has('-n', '--dry-run')) return [];
  // Forced, it takes what is ignored, and nobody looks at that.
  const isUnclear = has(...UNCLEAR_STAGING) || (call.subcommand !== 'rm' && has('-f', '--force'));
  const isEverything = operands.length === 0 && has('-A', '--all', '--no-ignore-removal', '-u', '--update');
  const takes = call.subcommand === 'rm' ? (has('--cached') ? 'kept' : 'removed') : addedBy(has);
  return [
    gitAct(call, run, 'git-stage', {
      paths: isUnclear || operands.length === 0 ? [null] : operands,
      details: isUnclear ? {} : { takes, ...(isEverything ? { all: true } : {}) },
    }),
  ];
};

const addedBy = (has: (...names: readonly string[]) => boolean): string => {
  if (has('-N', '--intent-to-add', '--refresh')) return 'nothing';
  return has('-u', '--update') ? 'tracked' : 'files';
};

/** What is chosen by hand or read from elsewhere, or more than the content of files. */
const UNCLEAR_STAGING = [
  ...['-p', '--patch', '-i', '--interactive', '-e', '--edit', '--pathspec-from-file'],
  ...['--chmod', '--renormalize', '--ignore-removal', '--no-all'],
];

/** git-mv(1): the last path is where the others go. */
export const moves: GitReader = (call, run) => {
  const { has, operands, onlyPrints } = readGitOptions(call.args, { names: 'dry-run force verbose' });
  if (onlyPrints || has('-n', '--dry-run')) return [];
  return [gitAct(call, run, 'git-stage', { paths: operands, details: { takes: 'moved' } })];
};

/** Others that change the index: git-apply(1), git-update-index(1). */
export const stagesAnything: GitReader = (call, run) => [gitAct(call, run, 'git-stage', { paths: [null] })];

const STAGE_OPTIONS =
  'all cached chmod= dry-run edit force ignore-errors ignore-missing ignore-removal ignore-unmatch intent-to-add ' +
  'interactive patch pathspec-file-nul pathspec-from-file= quiet refresh renormalize sparse update verbose';
