import {
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { LowSync } from 'lowdb';
import { newEventId } from '../events/ids.ts';
import type { Environment } from '../events/location.ts';
import { errorCode } from '../events/log-fs.ts';
import {
  type Preferences,
  type PreferencesFile,
  preferencesPath,
  readPreferences,
} from '../hooks/observers/preferences.ts';

/** Why the user's preferences cannot be changed, and what to do. */
export class PreferencesError extends Error {
  override readonly name = 'PreferencesError';
}

/** Whose preferences: of one project, by its folder, or of all. */
export type PreferencesScope = { readonly project: string } | 'user';

/**
 * Changes the preferences of a scope and writes them. Throws `PreferencesError` where the file cannot be used as it is
 * (what somebody wrote there is not thrown away) or cannot be written.
 */
export const changePreferences = (
  env: Environment,
  scope: PreferencesScope,
  change: (preferences: Preferences) => Preferences,
): void => {
  const store = openPreferences(env);
  store.read();
  const { data } = store;
  if (scope === 'user') store.data = { ...data, ...change(data) };
  else {
    const { projects = {} } = data;
    const own = Object.hasOwn(projects, scope.project) ? (projects[scope.project] as Preferences) : {};
    store.data = { ...data, projects: { ...projects, [scope.project]: change(own) } };
  }
  store.write();
};

/**
 * lowdb's own adapter has one temporary name for all processes, and two that write at once spoil the file
 * (docs/decisions/0002): this one writes a file of its own name and renames it. Of two changes at once the later one holds.
 */
const openPreferences = (env: Environment): LowSync<PreferencesFile> => {
  const path = preferencesPath(env);
  return new LowSync<PreferencesFile>(
    {
      read: () => {
        const read = readPreferences(env);
        if (typeof read === 'string') throw new PreferencesError(`${read}. Nothing was changed.`);
        return read;
      },
      write: (data) => {
        try {
          replaceFile(path, `${JSON.stringify(data, null, 2)}\n`);
        } catch (error) {
          if (error instanceof PreferencesError) throw error;
          throw new PreferencesError(`${path} cannot be written (${errorCode(error)}); it is unchanged.`);
        }
      },
    },
    {},
  );
};

/** Writes a file of the user's whole, with a file of its own name that is renamed. Throws `PreferencesError` for a link. */
export const replaceFile = (path: string, text: string): void => {
  const there = lstatSync(path, { throwIfNoEntry: false });
  // What renames over a link takes the file away from where its owner keeps it; what follows one writes elsewhere.
  if (there !== undefined && !there.isFile()) {
    throw new PreferencesError(`${path} is a link or no file: move it away, or change the file it leads to yourself.`);
  }
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${newEventId()}.tmp`;
  const fd = openSync(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
  try {
    try {
      writeFileSync(fd, text);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
};
