import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readSmallFile } from '../../events/git-layout.ts';
import { foldersUp } from '../folders-up.ts';
import type { TestCommand } from './find-command.ts';

export interface PackageFile {
  readonly scripts?: unknown;
  readonly packageManager?: unknown;
  readonly dependencies?: unknown;
  readonly devDependencies?: unknown;
  readonly jest?: unknown;
}

/** A folder's `package.json`; null where there is none, or none that can be read. */
export const readPackage = (folder: string): PackageFile | null => {
  try {
    const value: unknown = JSON.parse(readSmallFile(join(folder, 'package.json')) ?? 'null');
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    return null;
  }
};

/** The script `test` of the package in a folder, as its package manager runs it; null where it has none that ends. */
export const declaredScript = (folder: string, worktree: string): TestCommand | null => {
  const scripts = readPackage(folder)?.scripts;
  const script = typeof scripts === 'object' && scripts !== null ? (scripts as { test?: unknown }).test : undefined;
  if (typeof script !== 'string' || script.trim() === '' || PLACEHOLDER.test(script) || WATCHES.test(script)) {
    return null;
  }
  const words = RUN_TEST[managerOf(folder, worktree)];
  return { words, folder, shown: words.join(' '), isScript: true };
};

/** What `npm init` writes. */
const PLACEHOLDER = /no test specified/i;

/** Runs that wait for changes and never end. */
const WATCHES =
  /\s--watch(?:All|-all)?(?!=false|\S)|\s--watch(?:All|-all)?=true|\bvitest\s+(?:watch|dev)\b|\bnodemon\b|\s--ui\b(?!=false)/;

type Manager = 'npm' | 'pnpm' | 'yarn' | 'bun';

const RUN_TEST: Readonly<Record<Manager, readonly string[]>> = {
  npm: ['npm', 'test'],
  pnpm: ['pnpm', 'test'],
  yarn: ['yarn', 'test'],
  // `bun test` would be Bun's own runner.
  bun: ['bun', 'run', 'test'],
};

const LOCK_FILES: readonly (readonly [name: string, manager: Manager])[] = [
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
];

/** The nearest folder up to the top that says which: by `packageManager`, else by a lock file. */
const managerOf = (folder: string, worktree: string): Manager => {
  for (const at of foldersUp(folder, worktree)) {
    const named = /^(npm|pnpm|yarn|bun)@/.exec(String(readPackage(at)?.packageManager ?? ''))?.[1];
    if (named !== undefined) return named as Manager;
    const locked = LOCK_FILES.find(([name]) => existsSync(join(at, name)));
    if (locked !== undefined) return locked[1];
  }
  return 'npm';
};
