import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'jsonc-parser';
import type { Scope } from './hook-command.ts';
import { checkJsonObject } from './settings-check.ts';
import { managedSettings, type Surroundings, settingsPath } from './settings-target.ts';
import { readTextFile } from './text-file.ts';

/** One of the host's settings files that count for a project; it need not exist. */
export interface SettingsFile {
  readonly scope: Scope;
  readonly path: string;
}

/** All of them, weakest first: each over the one before, their hooks together. */
export const settingsFiles = (around: Surroundings): SettingsFile[] => [
  ...(['user', 'project', 'local'] as const).map((scope) => ({ scope, path: settingsPath({ ...around, scope }) })),
  ...managedFiles(around).map((path) => ({ scope: 'managed' as const, path })),
];

/** The text of a settings file and what it says; null where there is none, or none that can be read. */
export const readSettings = (path: string): { readonly text: string; readonly settings: unknown } | null => {
  const read = readTextFile(path);
  if (!read.ok || read.value.text === null) return null;
  const { text } = read.value;
  if (checkJsonObject(text, 'hooks')?.code === 'bad-json') return null;
  return { text, settings: parse(text.replace(/^\uFEFF/, ''), [], { allowTrailingComma: true }) };
};

const managedFiles = (around: Surroundings): string[] => {
  const { file, folder } = managedSettings(around);
  return [file, ...jsonIn(folder).map((name) => join(folder, name))];
};

const jsonIn = (folder: string): string[] => {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
      .sort();
  } catch {
    return [];
  }
};
