import { existsSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { foldersUp } from '../folders-up.ts';
import { frameworksAt } from './frameworks.ts';
import { declaredScript } from './package-script.ts';

/** A command that runs tests, and where. */
export interface TestCommand {
  /** A program and its arguments. */
  readonly words: readonly string[];
  /** Absolute. */
  readonly folder: string;
  /** For people: `npm test`. */
  readonly shown: string;
  /** It is a package's own script, so that the one of the whole project covers it. */
  readonly isScript: boolean;
}

export interface CommandSearch {
  readonly worktree: string;
  /** The files of the worktree that were written. */
  readonly paths: readonly string[];
  /** What the policy says. */
  readonly command: string | readonly string[] | null;
}

/**
 * What runs the tests of written files; empty where nothing says so. The policy's command, at the top of the worktree;
 * else for each file what the nearest folder above it says: its package's script, then vitest, jest, pytest, cargo, go by
 * their configuration. Where several packages have scripts and the whole project has one, that one alone.
 */
export const findTestCommands = ({ worktree, paths, command }: CommandSearch): readonly TestCommand[] => {
  if (command !== null) return [fromPolicy(command, worktree)];
  const found = new Map<string, TestCommand>();
  for (const path of paths.length === 0 ? [join(worktree, 'all')] : paths) {
    const nearest = nearestCommand(path, worktree);
    if (nearest !== null) found.set(`${nearest.folder} ${nearest.shown}`, nearest);
  }
  const commands = [...found.values()];
  const whole = commands.filter(({ isScript }) => isScript).length > 1 ? declaredScript(worktree, worktree) : null;
  return whole === null ? commands : [whole, ...commands.filter(({ isScript }) => !isScript)];
};

/** Where a command runs, from the top of its worktree; empty for the top. */
export const folderOf = ({ folder }: TestCommand, worktree: string): string => relative(worktree, folder);

/** Several commands as one run, for people. */
export const shownCommands = (commands: readonly TestCommand[], worktree: string): string =>
  commands
    .map((command) => {
      const folder = folderOf(command, worktree);
      return folder === '' ? command.shown : `${command.shown} (in ${folder})`;
    })
    .join(', ');

const fromPolicy = (command: string | readonly string[], worktree: string): TestCommand => {
  const isText = typeof command === 'string';
  const shown = isText ? command : command.join(' ');
  return { words: isText ? ['/bin/sh', '-c', command] : command, folder: worktree, shown, isScript: false };
};

const nearestCommand = (path: string, worktree: string): TestCommand | null => {
  for (const folder of foldersUp(dirname(path), worktree)) {
    // A file may have been deleted with its folder.
    const found = existsSync(folder)
      ? (declaredScript(folder, worktree) ?? frameworksAt(folder, worktree, path)[0] ?? null)
      : null;
    if (found !== null) return found;
  }
  return null;
};
