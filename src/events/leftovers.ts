import { join } from 'node:path';
import { errorCode, type LogFs } from './log-fs.ts';

/** A writer is done with its temporary file after a moment; one that was killed never is. */
const LEFT_AFTER_MS = 60_000;

/** The temporary files in a folder whose writers were killed. `now`: milliseconds since the epoch. */
export const leftoversIn = (folder: string, fs: LogFs, now: number): string[] => {
  let names: string[];
  try {
    names = fs.readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return [];
    throw error;
  }
  return names
    .filter((name) => name.endsWith('.tmp'))
    .map((name) => join(folder, name))
    .filter((path) => isLeft(path, fs, now));
};

const isLeft = (path: string, fs: LogFs, now: number): boolean => {
  try {
    const stat = fs.lstatSync(path);
    return stat.isFile() && now - stat.mtimeMs > LEFT_AFTER_MS;
  } catch {
    // Its writer was quicker.
    return false;
  }
};
