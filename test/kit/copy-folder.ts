import { chmodSync, cpSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Copies a folder with all in it, into one that need not be there. From Node 22 on `cpSync` does not keep the modes of folders. */
export const copyFolder = (from: string, to: string): void => {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
  const folders = readdirSync(from, { recursive: true, withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const path of [from, ...folders.map(({ parentPath, name }) => join(parentPath, name))]) {
    chmodSync(join(to, relative(from, path)), statSync(path).mode & 0o7777);
  }
};
