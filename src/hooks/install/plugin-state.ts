import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { realFolder } from '../../events/git-layout.ts';
import { jsonObject } from '../../events/json-object.ts';
import type { Scope } from './hook-command.ts';
import { PLUGIN_NAME } from './plugin-files.ts';
import { readSettings, settingsFiles } from './settings-files.ts';
import { hostFolder, projectFolder, type Surroundings } from './settings-target.ts';

/** A plugin of the host, where its settings switch that on for the project. */
export interface ActivePlugin {
  /** `docket@marketplace`. */
  readonly id: string;
  /** The settings file that switches it on, and for whom that counts. */
  readonly path: string;
  readonly scope: Scope;
  /** Where the host reads it; null where it is switched on and not installed on this machine. */
  readonly folder: string | null;
}

/** docket's plugin, where the host loads it for this project. What `claude --plugin-dir` loads for one session stands in no file. */
export const activePlugin = (around: Surroundings): ActivePlugin | null =>
  activePlugins(around).find(({ id }) => id.startsWith(`${PLUGIN_NAME}@`)) ?? null;

/** The plugins that the strongest settings file to name each one switches on: managed, local, project, user. */
export const activePlugins = (around: Surroundings): ActivePlugin[] => {
  const said = settingsFiles(around).flatMap(({ scope, path }) => {
    const { enabledPlugins } = jsonObject(readSettings(path)?.settings);
    return Object.entries(jsonObject(enabledPlugins)).map(([id, value]) => {
      return [id, { path, scope, isOn: value !== false && value !== null }] as const;
    });
  });
  return [...new Map(said)].flatMap(([id, { path, scope, isOn }]) =>
    isOn ? [{ id, path, scope, folder: installedAt(id, around) }] : [],
  );
};

/**
 * Where a plugin is that the host installed, null where it is not. From the host's own lists: of what it installed, for the
 * user or for this project (older clients note one installation, newer ones a list), and of marketplaces. One that is a
 * folder of this machine is not copied, but read where it is.
 */
const installedAt = (id: string, around: Surroundings): string | null => {
  const listed = (name: string): Readonly<Record<string, unknown>> =>
    jsonObject(readSettings(join(hostFolder(around), 'plugins', name))?.settings);
  const entries = jsonObject(listed('installed_plugins.json')['plugins'])[id];
  const project = realFolder(projectFolder(around));
  const here = [entries]
    .flat()
    .map(jsonObject)
    .find(({ scope, projectPath }) => {
      return (
        scope === 'user' ||
        scope === 'managed' ||
        (typeof projectPath === 'string' && realFolder(projectPath) === project)
      );
    });
  const copy = here?.['installPath'];
  if (typeof copy !== 'string') return null;
  const { installLocation } = jsonObject(listed('known_marketplaces.json')[id.slice(id.indexOf('@') + 1)]);
  return !existsSync(copy) && typeof installLocation === 'string' ? installLocation : copy;
};
