import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'jsonc-parser';
import { readSmallFile, realFolder } from '../../events/git-layout.ts';
import type { Scope } from '../../hooks/install/hook-command.ts';
import { checkHooks, checkJsonObject, isBlank } from '../../hooks/install/settings-check.ts';
import { projectFolder, type Surroundings, settingsPath } from '../../hooks/install/settings-target.ts';
import { readTextFile } from '../../hooks/install/text-file.ts';

/** A file from which the client takes hooks. */
export interface SettingsSource {
  readonly scope: Scope | 'managed' | 'plugin';
  readonly path: string;
  readonly text: string;
  /** What the file holds; empty where it cannot be read. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Why the client reads no hooks from it; null when it does. */
  readonly problem: string | null;
  /** Of a plugin: its folder. */
  readonly pluginRoot: string | null;
}

/**
 * The files from which the client takes hooks in a project, each once: those of the three scopes, the managed settings of
 * the machine, and of each plugin that is switched on (protocol sheet §1.8). Those that do not exist are left out.
 */
export const settingsSources = (around: Surroundings, managedFolder = MANAGED[process.platform] ?? null) => {
  const ofScopes = OF_A_PERSON.flatMap((scope) => sourceAt(scope, settingsPath({ ...around, scope })));
  const managed =
    managedFolder === null ? [] : managedFiles(managedFolder).flatMap((path) => sourceAt('managed', path));
  const found = [...ofScopes, ...managed];
  const plugins = pluginFolders(around, found).flatMap(pluginSource);
  const seen = new Set<string>();
  return [...found, ...plugins].filter(({ path }) => {
    const real = realFolder(path);
    return seen.has(real) ? false : seen.add(real);
  });
};

/** The weakest first. */
const OF_A_PERSON = ['user', 'project', 'local'] as const;

/** Where an administrator of the machine puts settings. */
const MANAGED: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: '/etc/claude-code',
  darwin: '/Library/Application Support/ClaudeCode',
  win32: 'C:\\Program Files\\ClaudeCode',
};

const managedFiles = (folder: string): string[] => {
  const parts = join(folder, 'managed-settings.d');
  const names = existsSync(parts) ? readdirSync(parts).filter((name) => name.endsWith('.json')) : [];
  return [join(folder, 'managed-settings.json'), ...names.sort().map((name) => join(parts, name))];
};

const sourceAt = (scope: SettingsSource['scope'], path: string, pluginRoot: string | null = null): SettingsSource[] => {
  const read = readTextFile(path);
  if (!read.ok) return [{ scope, path, text: '', settings: {}, problem: read.problem.message, pluginRoot }];
  const { text } = read.value;
  if (text === null) return [];
  const problem = checkJsonObject(text, 'hooks') ?? checkHooks(text);
  const isReadable = problem?.code !== 'bad-json' && !isBlank(text);
  const settings = isReadable ? objectOf(parse(text.replace(/^\uFEFF/, ' '), [], { allowTrailingComma: true })) : {};
  return [{ scope, path, text, settings, problem: problem?.message ?? null, pluginRoot }];
};

/** The folders of the plugins that the strongest settings to name them switch on, by what the client notes of its installations. */
const pluginFolders = (around: Surroundings, sources: readonly SettingsSource[]): string[] => {
  const said = new Map(sources.flatMap(({ settings }) => Object.entries(objectOf(settings['enabledPlugins']))));
  const notes = join(dirname(settingsPath({ ...around, scope: 'user' })), 'plugins');
  const installed = objectOf(objectOf(parsed(join(notes, 'installed_plugins.json')))['plugins']);
  const markets = objectOf(parsed(join(notes, 'known_marketplaces.json')));
  return [...said].flatMap(([name, value]) => {
    if (value === false || value === null) return [];
    // One installation, or a list with one for each scope and project.
    const entry = installed[name];
    const places = (Array.isArray(entry) ? entry : [entry]).map(objectOf);
    const here = places.find(({ projectPath }) => projectPath === undefined || projectPath === projectFolder(around));
    const copy = here?.['installPath'];
    if (typeof copy !== 'string') return [];
    // A marketplace that is a folder of this machine is not copied.
    const { installLocation } = objectOf(markets[name.slice(name.indexOf('@') + 1)]);
    return [!existsSync(copy) && typeof installLocation === 'string' ? installLocation : copy];
  });
};

const pluginSource = (root: string): SettingsSource[] => {
  const manifest = objectOf(parsed(join(root, '.claude-plugin', 'plugin.json')));
  const named = manifest['hooks'];
  if (typeof named === 'string') return sourceAt('plugin', join(root, named), root);
  const inline = typeof named === 'object' ? sourceAt('plugin', join(root, '.claude-plugin', 'plugin.json'), root) : [];
  return [...inline, ...sourceAt('plugin', join(root, 'hooks', 'hooks.json'), root)];
};

const parsed = (path: string): unknown => {
  try {
    return JSON.parse(readSmallFile(path) ?? 'null');
  } catch {
    return null;
  }
};

const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
