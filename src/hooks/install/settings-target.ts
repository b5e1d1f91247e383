import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { shortDigest } from '../../events/digest.ts';
import { realFolder } from '../../events/git-layout.ts';
import {
  type Environment,
  findExistingLocation,
  findLocation,
  LocationError,
  makeLogFolder,
  stateLocation,
  userConfigFolder,
} from '../../events/location.ts';
import { errorCode, nodeLogFs } from '../../events/log-fs.ts';
import type { Scope } from './hook-command.ts';

export interface Surroundings {
  readonly env: Environment;
  readonly cwd: string;
  /** Where an administrator's settings are; `managedFolder` of this machine where it is absent. */
  readonly managed?: string | undefined;
}

/** Which settings file is meant: a scope, seen from a folder. */
export interface Place extends Surroundings {
  readonly scope: Scope;
}

/** The project folder whose `.claude` the host reads: `CLAUDE_PROJECT_DIR`, else the top of cwd's worktree. */
export const projectFolder = ({ env, cwd }: Surroundings): string => {
  const { projectDir, git } = findLocation({ env, cwd });
  const isNamed = (env['CLAUDE_PROJECT_DIR'] ?? '') !== '';
  return isNamed ? projectDir : (git?.worktree ?? projectDir);
};

/** The host's settings file of a scope (protocol sheet §1.8). */
export const settingsPath = (place: Place): string => {
  const { scope, env, cwd } = place;
  if (scope === 'project') return join(projectFolder({ env, cwd }), '.claude', 'settings.json');
  if (scope === 'local') return join(projectFolder({ env, cwd }), '.claude', 'settings.local.json');
  if (scope === 'managed') return join(managedSettings(place).folder, MANAGED_FILE);
  return join(hostFolder({ env, cwd }), 'settings.json');
};

/** The folder in which the host keeps what is the user's: settings and plugins (protocol sheet §1.8). */
export const hostFolder = ({ env, cwd }: Surroundings): string => {
  const named = env['CLAUDE_CONFIG_DIR'] ?? '';
  const home = env['HOME'] ?? env['USERPROFILE'] ?? homedir();
  return named === '' ? join(home, '.claude') : resolve(cwd, named);
};

/**
 * An administrator's settings: the one file, and the folder of further ones, which the host adds to it in the order of
 * their names. docket's own lies there, so that taking it out again touches nothing else.
 */
export const managedSettings = ({ env, managed }: Surroundings): { readonly file: string; readonly folder: string } => {
  const root = managed ?? managedFolder(env, process.platform);
  return { file: join(root, 'managed-settings.json'), folder: join(root, 'managed-settings.d') };
};

/** Where Claude Code reads an administrator's settings on a system. */
export const managedFolder = (env: Environment, platform: NodeJS.Platform): string => {
  if (platform === 'darwin') return '/Library/Application Support/ClaudeCode';
  if (platform === 'win32') return `${env['ProgramFiles'] ?? 'C:\\Program Files'}\\ClaudeCode`;
  return '/etc/claude-code';
};

const MANAGED_FILE = 'docket.json';

/**
 * Where the record of an installation is: beside the project's log, or in the user's configuration folder. Keyed by
 * the settings file, since the worktrees of a repository share a log but not their settings.
 */
export const installRecordPath = (place: Place): string => {
  const { scope, env, cwd } = place;
  const root = isOfMachine(scope) ? userConfigFolder(env) : findExistingLocation({ env, cwd, fs: nodeLogFs }).root;
  return join(root, 'install', `${scope}-${shortDigest(realFolder(settingsPath(place)))}.json`);
};

/** Where a record is to be kept, and the topmost folder that is made for it; null where its folders are there. */
export interface RecordPlace {
  readonly path: string;
  readonly createdFolder: string | null;
}

/**
 * Makes sure that the folder of docket's files is there, as a hook call would, and gives the record's path in it: the
 * user's state directory where the project cannot be written. Throws what `makeLogFolder` throws.
 */
export const prepareRecordFolder = (recordPath: string, { scope, env, cwd }: Place): RecordPlace => {
  const root = dirname(dirname(recordPath));
  const createdFolder = topmostMissing(root);
  if (isOfMachine(scope)) return { path: recordPath, createdFolder };
  try {
    makeLogFolder(root, nodeLogFs);
    return { path: recordPath, createdFolder };
  } catch (error) {
    const code = errorCode(error);
    if (error instanceof LocationError || (env['DOCKET_DIR'] ?? '') !== '' || !UNWRITABLE.has(code)) throw error;
    const other = stateLocation(findLocation({ env, cwd }), env, code);
    const topmost = topmostMissing(other.root);
    makeLogFolder(other.root, nodeLogFs);
    return { path: join(other.root, 'install', basename(recordPath)), createdFolder: topmost };
  }
};

const topmostMissing = (folder: string): string | null => {
  if (existsSync(folder)) return null;
  return topmostMissing(dirname(folder)) ?? folder;
};

/** Not of one project. */
const isOfMachine = (scope: Scope): boolean => scope === 'user' || scope === 'managed';

const UNWRITABLE: ReadonlySet<string> = new Set(['EACCES', 'EROFS', 'EPERM']);
