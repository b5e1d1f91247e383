import type { Scope } from './hook-command.ts';
import { docketHooks, foreignHooks, foreignRewriters, type SettingsHook } from './matcher.ts';
import { countOwnEntries } from './settings-edit.ts';
import { readSettings, settingsFiles } from './settings-files.ts';
import type { Surroundings } from './settings-target.ts';

/** What else one of the host's settings files brings to the same sessions: hooks of all scopes add up (§1.8). */
export interface Neighbour {
  readonly scope: Scope;
  readonly path: string;
  /** Hooks that are not docket's. */
  readonly foreign: readonly SettingsHook[];
  /** Those of them that may rewrite what docket rewrites. */
  readonly rewriters: readonly SettingsHook[];
  /** Hooks that run docket, also those that docket did not write. */
  readonly docket: readonly SettingsHook[];
  /** How many entries of docket it holds. */
  readonly own: number;
  /** Whether it switches every hook off. */
  readonly disablesHooks: boolean;
  /** Whether the host runs the hooks of the administrator's files alone. */
  readonly managedOnly: boolean;
}

/** The settings files of all scopes that exist and can be read. */
export const neighbours = (around: Surroundings): Neighbour[] =>
  settingsFiles(around).flatMap(({ scope, path }): Neighbour[] => {
    const read = readSettings(path);
    if (read === null) return [];
    const { text, settings } = read;
    const { disableAllHooks, allowManagedHooksOnly } = (settings ?? {}) as Record<string, unknown>;
    const disablesHooks = disableAllHooks === true;
    const managedOnly = scope === 'managed' && allowManagedHooksOnly === true;
    const [foreign, rewriters] = [foreignHooks(settings), foreignRewriters(settings)];
    const docket = docketHooks(settings);
    return [{ scope, path, foreign, rewriters, docket, own: countOwnEntries(text), disablesHooks, managedOnly }];
  });
