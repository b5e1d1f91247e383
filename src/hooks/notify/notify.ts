import { accessSync, constants, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { Environment } from '../../events/location.ts';
import { type Notice, notificationFor, notifyOptions } from './notification.ts';

/** How a person is told, as far as this process is concerned. */
export interface Told {
  /** For the answer: the host writes it to its terminal. */
  readonly sequence: string | null;
  /** Starts the program that tells them, and does not wait for it. */
  readonly start: () => void;
}

/** A notification of the host for the person. Starts nothing by itself: the answer goes first. */
export const notify = (
  notice: Notice,
  options: Readonly<Record<string, unknown>>,
  env: Environment,
  platform = process.platform,
): Told => {
  const { sequence, programs } = notificationFor(notice, notifyOptions(options), { env, platform });
  return {
    sequence,
    start: () => {
      for (const { name, args } of programs) {
        const program = programIn(env, name);
        if (program === null) continue;
        startDetached(program, args, env);
        break;
      }
    },
  };
};

/** The first on the PATH; a relative entry would find what lies in the project. */
const programIn = (env: Environment, name: string): string | null =>
  (env['PATH'] ?? '')
    .split(':')
    .filter(isAbsolute)
    .map((folder) => join(folder, name))
    .find(isProgram) ?? null;

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

/** In a session of its own, so that nothing of it is left with the host; never through a shell. */
const startDetached = (program: string, args: readonly string[], env: Environment): void => {
  const { spawn } = process.getBuiltinModule('node:child_process');
  try {
    const child = spawn(program, [...args], { detached: true, stdio: 'ignore', cwd: '/', env });
    child.on('error', () => undefined);
    child.unref();
  } catch {
    // What cannot be started tells nobody.
  }
};
