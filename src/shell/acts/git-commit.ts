import { readGitOptions } from '../git-options.ts';
import { type GitReader, gitAct } from './git-act.ts';
import { hostOf } from './git-merge.ts';

/** git-commit(1). `all` and `parts` say what is committed beside the index; with paths alone it is those paths. */
export const commits: GitReader = (call, run) => {
  const { has, operands, onlyPrints } = readGitOptions(call.args, {
    valued: 'mFcCt',
    optional: 'uS',
    names: COMMIT_OPTIONS,
  });
  if (onlyPrints || has(...ONLY_SHOWING)) return [];
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
 * What changes the index, and so what a later commit of the same text holds: git-add(1), git-rm(1), git-mv(1),
 * git-apply(1). No paths: nobody knows what.
 */
export const stages: GitReader = (call, run) => {
  const { has, operands, onlyPrints } = readGitOptions(call.args, { names: STAGE_OPTIONS });
  if (onlyPrints || has('-n', '--dry-run')) return [];
  const isBounded = operands.length > 0 && !has('--pathspec-from-file', '--all', '-A', '-p', '--patch');
  return [gitAct(call, run, 'git-stage', { paths: isBounded ? operands : [null] })];
};

export const stagesAnything: GitReader = (call, run) => [gitAct(call, run, 'git-stage', { paths: [null] })];

const STAGE_OPTIONS =
  'all cached chmod= dry-run edit force ignore-errors ignore-missing ignore-removal ignore-unmatch intent-to-add ' +
  'interactive patch pathspec-file-nul pathspec-from-file= quiet refresh renormalize sparse update verbose';
