import type { Policy } from '../../events/schemas.ts';
import { planPlaceOf } from '../../gates/plan-place.ts';
import { isIn, relativeTo } from '../../projections/paths.ts';
import type { CallPlace } from '../place.ts';

/**
 * The folder of a worktree that the host's project is, where it is not all of it: a package of a repository that holds
 * several. Empty for the whole worktree.
 */
export const partOf = ({ projectDir, projectGit }: Pick<CallPlace, 'projectDir' | 'projectGit'>): string => {
  const top = projectGit?.worktree ?? projectDir;
  return top === projectDir || !isIn(top, projectDir) ? '' : relativeTo(top, projectDir);
};

/** Where a worktree has the plan that holds for the project, by names from its top: that of the project's folder first. */
export const planFilesOf = (policy: Pick<Policy, 'plan'>, place: CallPlace): readonly string[] =>
  planFilesIn(planPlaceOf(policy).file, partOf(place));

export const planFilesIn = (file: string, part: string): readonly string[] =>
  part === '' ? [file] : [`${part}/${file}`, file];
