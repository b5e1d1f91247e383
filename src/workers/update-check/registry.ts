import { accessSync, constants } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import type { Environment } from '../../events/location.ts';
import type { EventData } from '../../events/schemas.ts';
import { runProgram } from '../../hooks/observers/run-program.ts';
import { isNewer, releaseIn } from './versions.ts';

export type Checked = EventData<'UpdateChecked'>;

/** Milliseconds: nobody waits. */
const TIMEOUT = 60_000;

/** Asks npm, which knows the user's registry, proxy and certificates, for the newest release of a package. */
export const checkRegistry = async (name: string, current: string, env: Environment): Promise<Checked> => {
  const failed = (reason: string): Checked => ({ way: 'registry', current, newest: null, outcome: 'failed', reason });
  const npm = npmIn(env);
  if (npm === null) return failed('there is no npm on the PATH');
  const { code, stdout, stopped } = await runProgram({
    program: npm,
    args: ['view', '--json', '--', name, 'version'],
    // Not in the project, whose own .npmrc could name any server.
    cwd: '/',
    env: { ...env, NPM_CONFIG_UPDATE_NOTIFIER: 'false' },
    input: null,
    timeout: TIMEOUT,
  });
  if (stopped !== null || code !== 0) return failed(`npm view ended with ${stopped ?? `exit code ${code}`}`);
  const newest = versionIn(stdout);
  if (newest === null) return failed('npm view printed no version');
  return isNewer(newest, current)
    ? { way: 'registry', current, newest, outcome: 'available', reason: `npm install -g ${name}@${newest}` }
    : { way: 'registry', current, newest, outcome: 'current', reason: 'it is the newest' };
};

const versionIn = (text: string): string | null => {
  try {
    const value: unknown = JSON.parse(text);
    return releaseIn(value) === null ? null : (value as string);
  } catch {
    return null;
  }
};

/** The one on the PATH, else the one beside Node. */
const npmIn = (env: Environment): string | null =>
  [...(env['PATH'] ?? '').split(':').filter(isAbsolute), dirname(process.execPath)]
    .map((folder) => join(folder, 'npm'))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    }) ?? null;
