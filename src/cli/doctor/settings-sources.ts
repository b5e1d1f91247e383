import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import { readSmallFile, realFolder } from '../../events/git-layout.ts';
import { jsonObject } from '../../events/json-object.ts';
import type { Scope } from '../../hooks/install/hook-command.ts';
import { activePlugins } from '../../hooks/install/plugin-state.ts';
import { checkHooks, checkJsonObject, isBlank } from '../../hooks/install/settings-check.ts';
import { settingsFiles } from '../../hooks/install/settings-files.ts';
import type { Surroundings } from '../../hooks/install/settings-target.ts';
import { readTextFile } from '../../hooks/install/text-file.ts';

/** A file from which the client takes hooks. */
export interface SettingsSource {
  readonly scope: Scope | 'plugin';
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
 * The files from which the client takes hooks in a project, each once: those of all scopes, and of each plugin that is switched on
 * (protocol sheet §1.8). Those that do not exist are left out.
 */
export const settingsSources = (around: Surroundings): SettingsSource[] => {
  const found = settingsFiles(around).flatMap(({ scope, path }) => sourceAt(scope, path));
  const plugins = activePlugins(around).flatMap(({ folder }) => (folder === null ? [] : pluginSource(folder)));
  const seen = new Set<string>();
  return [...found, ...plugins].filter(({ path }) => {
    const real = realFolder(path);
    return seen.has(real) ? false : seen.add(real);
  });
};

const sourceAt = (scope: SettingsSource['scope'], path: string, pluginRoot: string | null = null): SettingsSource[] => {
  const read = readTextFile(path);
  if (!read.ok) return [{ scope, path, text: '', settings: {}, problem: read.problem.message, pluginRoot }];
  const { text } = read.value;
  if (text === null) return [];
  const problem = checkJsonObject(text, 'hooks') ?? checkHooks(text);
  const isReadable = problem?.code !== 'bad-json' && !isBlank(text);
  const settings = isReadable ? jsonObject(parse(text.replace(/^\uFEFF/, ' '), [], { allowTrailingComma: true })) : {};
  return [{ scope, path, text, settings, problem: problem?.message ?? null, pluginRoot }];
};

const pluginSource = (root: string): SettingsSource[] => {
  const manifest = jsonObject(parsed(join(root, '.claude-plugin', 'plugin.json')));
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
