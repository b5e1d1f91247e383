import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { isAbsolute, join } from 'node:path';
import type { Environment } from '../../../events/location.ts';
import { isIn } from '../../../projections/paths.ts';
import { runProgram } from '../run-program.ts';

/** The first `rg` on the PATH that lies in none of these folders: a repository must not say what docket runs. */
export const findRipgrep = (env: Environment, folders: readonly string[]): string | null => {
  const path = (env['PATH'] ?? '').split(':').filter(isAbsolute);
  return path.map((folder) => join(folder, 'rg')).find((program) => isProgramOutside(program, folders)) ?? null;
};

const isProgramOutside = (program: string, folders: readonly string[]): boolean => {
  try {
    accessSync(program, constants.X_OK);
    const real = realpathSync(program);
    return statSync(real).isFile() && !folders.some((folder) => isIn(folder, real) || isIn(folder, program));
  } catch {
    return false;
  }
};

export interface RipgrepRun {
  readonly program: string;
  /** What the names are from. */
  readonly folder: string;
  /** Milliseconds that are left. */
  readonly left: () => number;
}

/**
 * Those of some files that hold a text, by names that are bytes, each as one character. Names that are no UTF-8 cannot be
 * given to a program and count as found, since whoever asks reads what was found. Null where ripgrep does not say.
 */
export const filesHolding = async (
  text: string,
  names: readonly string[],
  { program, folder, left }: RipgrepRun,
): Promise<ReadonlySet<string> | null> => {
  const found = new Set<string>();
  const asked = new Map<string, string>();
  for (const name of names) {
    const shown = Buffer.from(name, 'latin1').toString();
    if (Buffer.from(shown).toString('latin1') === name) asked.set(`./${shown}`, name);
    else found.add(name);
  }
  for (const batch of batchesOf([...asked.keys()])) {
    const args = [...OPTIONS, text, '--', ...batch];
    const run = await runProgram({ program, args, cwd: folder, env: {}, input: null, timeout: Math.max(1, left()) });
    // 1: nothing was found. 2 also where one of the files is gone.
    if (run.stopped !== null || (run.code !== 0 && run.code !== 1)) return null;
    for (const path of run.stdout.split('\0')) {
      const name = asked.get(path);
      if (name !== undefined) found.add(name);
    }
  }
  return found;
};

/** What the user's configuration of ripgrep says about ignored, hidden and binary files must not decide what is found. */
const OPTIONS = [
  ...['--no-config', '--files-with-matches', '--null', '--fixed-strings', '--case-sensitive', '--no-messages'],
  ...['--no-ignore', '--hidden', '--text', '--encoding', 'none', '--color', 'never', '--regexp'],
];

/** UTF-16 units of names on one command line; every system takes more. */
const MOST_UNITS = 64 * 1024;

const batchesOf = (names: readonly string[]): string[][] => {
  const batches: string[][] = [];
  let units = MOST_UNITS;
  for (const name of names) {
    units += name.length + 1;
    if (units > MOST_UNITS) {
      batches.push([]);
      units = name.length + 1;
    }
    batches.at(-1)?.push(name);
  }
  return batches;
};
