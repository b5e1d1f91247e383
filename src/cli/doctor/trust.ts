import { homedir } from 'node:os';
import { join, sep } from 'node:path';
import { readSmallFile, realFolder } from '../../events/git-layout.ts';
import type { Launch } from './launch.ts';
import type { World } from './world.ts';

/**
 * Whether `docket doctor` may start what an entry names. A project that was just cloned can bring an entry and the program it names:
 * as the client, docket runs nothing that lies in a project before the person said that it is to be trusted. What lies outside was
 * put there by somebody who could run it anyway, where it is certain that it is what is started.
 */
export const mayRun = (
  { program, script, isPlain }: Launch,
  { env, program: own, projectDir, log }: RunPlace,
): boolean => {
  const places = [projectDir, log.location.policyDir, log.location.git?.worktree ?? projectDir];
  const isInside = (path: string): boolean =>
    places.some((place) => path.startsWith(`${place}${sep}`) || realFolder(path).startsWith(`${place}${sep}`));
  const inside = [program, script].filter((path) => path !== null && path !== own.hook && isInside(path));
  return (isPlain && inside.length === 0) || isTrustedByClient(projectDir, env);
};

type RunPlace = Pick<World, 'env' | 'program' | 'projectDir' | 'log'>;

/** The variables of a hook's process: the person's, and what settings files add; those of a project only where it is trusted. */
export const hookEnvironment = ({ env, sources, projectDir }: Pick<World, 'env' | 'sources' | 'projectDir'>) => {
  const isTrusted = isTrustedByClient(projectDir, env);
  const counted = sources.filter(({ scope }) => isTrusted || (scope !== 'project' && scope !== 'local'));
  return Object.assign({ ...env }, ...counted.map(({ settings }) => settings['env'] ?? {})) as World['env'];
};

/** Whether the person told the client to trust a folder. */
const isTrustedByClient = (folder: string, env: World['env']): boolean => {
  const named = env['CLAUDE_CONFIG_DIR'] ?? '';
  const home = named === '' ? (env['HOME'] ?? env['USERPROFILE'] ?? homedir()) : named;
  try {
    const { projects } = JSON.parse(readSmallFile(join(home, '.claude.json'), LARGEST_STATE) ?? '{}');
    return projects?.[folder]?.hasTrustDialogAccepted === true;
  } catch {
    return false;
  }
};

/** The client keeps much else in that file. */
const LARGEST_STATE = 16 * 1024 * 1024;
