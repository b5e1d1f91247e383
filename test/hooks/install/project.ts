import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Environment } from '../../../src/events/location.ts';
import type { HookCommand } from '../../../src/hooks/install/hook-command.ts';
import { type Registration, registrationFor } from '../../../src/hooks/install/registration.ts';

export interface Project {
  /** The project's folder, a repository; also the working directory. */
  readonly cwd: string;
  readonly home: string;
  readonly env: Environment;
  readonly path: (name: string) => string;
  readonly write: (name: string, text: string) => string;
  readonly read: (name: string) => string;
  readonly exists: (name: string) => boolean;
}

/** A repository and a home of a user in a folder that goes away with the test. */
export const temporaryProject = (name = 'project'): Project => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'docket-install-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const cwd = join(root, name);
  const home = join(root, 'home');
  mkdirSync(join(cwd, '.git'), { recursive: true });
  writeFileSync(join(cwd, '.git', 'HEAD'), 'ref: refs/heads/main\n');
  mkdirSync(home);
  const path = (file: string): string => join(cwd, file);
  const write = (file: string, text: string): string => {
    mkdirSync(dirname(path(file)), { recursive: true });
    writeFileSync(path(file), text);
    return path(file);
  };
  return {
    cwd,
    home,
    env: { HOME: home, PATH: join(root, 'bin') },
    path,
    write,
    read: (file) => readFileSync(path(file), 'utf8'),
    exists: (file) => existsSync(path(file)),
  };
};

export const hereCommand: HookCommand = {
  program: '/opt/node/bin/node',
  args: ['/opt/docket/dist/hook.cjs'],
  canExec: true,
  kind: 'absolute',
};

/** A registration as `init` makes it, for a client of this version. */
export const registration = (clientVersion: string | null = '2.1.332'): Registration =>
  registrationFor({ clientVersion, command: hereCommand, llmReview: false, lint: false });

/** The same for one event only. */
export const stopOnly: Registration = Object.fromEntries(
  Object.entries(registration()).filter(([event]) => event === 'Stop'),
);
