import { join } from 'node:path';
import { PLUGIN_NAME } from './plugin-files.ts';
import { readSettings, settingsFiles } from './settings-files.ts';
import { hostFolder, projectFolder, type Surroundings } from './settings-target.ts';

/** docket as a plugin of the host, where its settings switch that on for the project. */
export interface ActivePlugin {
  /** `docket@marketplace`. */
  readonly id: string;
  /** The settings file that switches it on. */
  readonly path: string;
  /** Where the host keeps it; null where it is switched on and not installed on this machine. */
  readonly folder: string | null;
}

/**
 * docket's plugin, where the host loads it for this project: the strongest settings file that names it says so (managed,
 * local, project, user). Null where none does, or that one switches it off. What `claude --plugin-dir` loads for one
 * session stands in no file.
 */
export const activePlugin = (around: Surroundings): ActivePlugin | null => {
  const said = settingsFiles(around).flatMap(({ path }) => {
    const { enabledPlugins } = objectOf(readSettings(path)?.settings);
    return Object.entries(objectOf(enabledPlugins))
      .filter(([id]) => id.startsWith(`${PLUGIN_NAME}@`))
      .map(([id, value]) => ({ id, path, isOn: value !== false && value !== null }));
  });
  const ids = [...new Set(said.map(({ id }) => id))];
  const on = ids.map((id) => said.findLast((one) => one.id === id)).find((one) => one?.isOn === true);
  return on === undefined ? null : { id: on.id, path: on.path, folder: installedAt(on.id, around) };
};

/** From the host's own list of what it installed: for the user, or for this project. */
const installedAt = (id: string, around: Surroundings): string | null => {
  const list = join(hostFolder(around), 'plugins', 'installed_plugins.json');
  const { plugins } = objectOf(readSettings(list)?.settings);
  const entries = objectOf(plugins)[id];
  const project = projectFolder(around);
  const here = (Array.isArray(entries) ? entries : []).map(objectOf).find(({ scope, projectPath }) => {
    return scope === 'user' || scope === 'managed' || projectPath === project;
  });
  return typeof here?.['installPath'] === 'string' ? here['installPath'] : null;
};

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
