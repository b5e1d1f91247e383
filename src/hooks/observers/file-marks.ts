import { dirname, join, resolve } from 'node:path';
import { realFolder } from '../../events/git-layout.ts';
import type { Environment } from '../../events/location.ts';
import type { EventData, Policy } from '../../events/schemas.ts';
import { planPlaceOf } from '../../gates/plan-place.ts';
import { isIn } from '../../projections/paths.ts';
import type { CallPlace } from '../place.ts';
import { fileAt } from './files.ts';
import { planFilesOf } from './plan-files.ts';

type Marks = Pick<EventData<'FileObserved'>, 'plan' | 'hostConfig'>;

/** What a file that is written is beside its kind: the project's plan, the host's configuration. Mostly nothing. */
export const fileMarks = (path: string, place: CallPlace, policy: Policy, env: Environment): Marks => ({
  ...(isPlan(path, place, policy) ? { plan: true as const } : {}),
  ...(isHostConfig(path, place, env) ? { hostConfig: true as const } : {}),
});

const isPlan = (path: string, place: CallPlace, policy: Policy): boolean => {
  const { file } = planPlaceOf(policy);
  if (!path.endsWith(file.slice(file.lastIndexOf('/') + 1))) return false;
  const named = realFolder(fileAt(path, place));
  const top = place.worktreeOf(dirname(named));
  return top !== null && planFilesOf(policy, place).some((name) => named === realFolder(join(top, name)));
};

/**
 * Whether a file lies in the folder of the host's configuration (`~/.claude`), and not in a worktree or another repository
 * within it: those are projects like others.
 */
const isHostConfig = (path: string, place: CallPlace, env: Environment): boolean => {
  const own = env['CLAUDE_CONFIG_DIR'] ?? '';
  const named = fileAt(path, place);
  if (own === '' && !named.includes('.claude')) return false;
  const config = own === '' ? place.folderAt('~/.claude') : realFolder(resolve(place.projectDir, own));
  const file = realFolder(named);
  if (!isIn(config, file)) return false;
  const git = place.gitOf(dirname(file));
  return git === null || isIn(git.worktree, config);
};
