import { execFileSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Environment } from '../events/location.ts';
import { errorCode } from '../events/log-fs.ts';
import { shellLine } from '../hooks/install/hook-command.ts';

/** The program beside the hook's bundle that compiles it once for a Node, so that every call starts faster. */
const makerIn = (folder: string): string => join(folder, 'make-code-cache.cjs');

/** Compiles what lies in a folder for a Node. Throws where that cannot be; then each call compiles it. */
export const makeCodeCache = (folder: string, node: string, env: Environment): void => {
  execFileSync(node, [makerIn(folder)], { env: { ...env, NODE_OPTIONS: '' }, stdio: 'ignore', timeout: COMPILING_MS });
};

/** Whether the folder holds the program for it. */
export const canCompile = (folder: string): boolean => existsSync(makerIn(folder));

/** What the owner of the folder has to run where it is not this user's to write, as with a docket that root installed; else null. */
export const commandOfOwner = (folder: string, node: string): string | null =>
  (isWritable(join(folder, 'cache')) ?? isWritable(folder)) === true
    ? null
    : `sudo ${shellLine([node, makerIn(folder)])}`;

/** Null where nothing is there. */
const isWritable = (path: string): boolean | null => {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? null : false;
  }
};

/** Compiling everything takes seconds, and longer on a busy machine. */
const COMPILING_MS = 120_000;
