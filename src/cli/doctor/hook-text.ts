import { readSmallFile } from '../../events/git-layout.ts';
import type { HookEntry } from './hook-entries.ts';
import { type LaunchPlace, launchOf } from './launch.ts';

/** The text of what a hook runs, which is read and never run. */
export interface HookText {
  readonly text: string;
  /** The file it stands in; null for a line of the settings file itself. */
  readonly path: string | null;
}

/** Scripts are small; a program is not read. */
const LARGEST = 256 * 1024;

/** What a command hook would do, as far as a text says so: its script, or its own shell line; null where it is a program. */
export const hookTextOf = (entry: HookEntry, place: LaunchPlace): HookText | null => {
  const { command } = entry.handler;
  const launch = launchOf(entry, place);
  if (launch === null) return typeof command === 'string' ? { text: command, path: null } : null;
  const path = launch.script ?? launch.program;
  const text = path === null ? undefined : readSmallFile(path, LARGEST);
  return text === undefined || text.includes('\0') ? null : { text, path };
};

/** The number of the line at which a pattern first matches, from 1; null where it does not. */
export const lineMatching = (text: string, pattern: RegExp): number | null => {
  const index = text.split('\n').findIndex((line) => pattern.test(line));
  return index < 0 ? null : index + 1;
};
