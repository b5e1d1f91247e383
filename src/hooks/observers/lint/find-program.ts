import { accessSync, constants, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { Environment } from '../../../events/location.ts';
import type { ProgramPlace } from './linters.ts';

const LOCAL: Readonly<Record<ProgramPlace, readonly string[]>> = {
  node: ['node_modules/.bin'],
  python: ['.venv/bin', 'venv/bin'],
  php: ['vendor/bin'],
  ruby: ['bin'],
  path: [],
};

/**
 * A linter's program: the project's own, in the folders from the file's upward, then that of an active Python
 * environment, then the first on the PATH. Nothing is installed. Null where there is none.
 */
export const findProgram = (
  name: string,
  place: ProgramPlace,
  folders: readonly string[],
  env: Environment,
): string | null => {
  const own = folders.flatMap((folder) => LOCAL[place].map((bin) => join(folder, bin)));
  const active = place === 'python' && env['VIRTUAL_ENV'] ? [join(env['VIRTUAL_ENV'], 'bin')] : [];
  // A relative entry would find what lies in the folder the linter works in.
  const path = (env['PATH'] ?? '').split(':').filter(isAbsolute);
  return [...own, ...active, ...path].map((folder) => join(folder, name)).find(isProgram) ?? null;
};

const isProgram = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
};
