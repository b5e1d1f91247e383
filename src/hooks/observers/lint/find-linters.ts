import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readSmallFile } from '../../../events/git-layout.ts';
import { lintedKind } from '../../../projections/lint-steps.ts';
import { LINTERS, type Linter } from './linters.ts';

/** A linter that the project turned on for a file. */
export interface FoundLinter {
  readonly linter: Linter;
  /** The folder it works in. */
  readonly folder: string;
}

/** Linters that run for one file. */
const MOST_LINTERS = 8;

/**
 * The linters that the configuration in these folders turns on for a file. Costs one listing a folder; files are read only
 * where they may turn on a linter of such files.
 */
export const findLinters = (file: string, folders: readonly string[], skip: readonly string[]): FoundLinter[] => {
  const kind = lintedKind(file);
  const candidates = LINTERS.filter(({ name, files }) => !skip.includes(name) && hasWord(files, kind));
  if (candidates.length === 0) return [];
  const listings = folders.map((folder) => listingOf(folder));
  const found: FoundLinter[] = [];
  for (const linter of candidates) {
    if (found.some((other) => other.linter.name === linter.name)) continue;
    const on = listings.filter((listing) => isTurnedOn(linter, listing));
    const at = linter.folder === 'nearest' ? on[0] : on.at(-1);
    if (at === undefined) continue;
    if (linter.writesIf !== undefined && on.some((listing) => mayWrite(linter, listing))) continue;
    found.push({ linter, folder: linter.folder === 'file' ? dirname(file) : at.folder });
    if (found.length === MOST_LINTERS) break;
  }
  return found;
};

const hasWord = (words: string, word: string): boolean => ` ${words} `.includes(` ${word} `);

/** What is in a folder, and the text of files there, each read once. */
interface Listing {
  readonly folder: string;
  readonly names: ReadonlySet<string>;
  readonly textOf: (name: string) => string;
  readonly manifest: () => Manifest;
}

interface Manifest {
  readonly keys: readonly string[];
  readonly scripts: readonly string[];
}

const listingOf = (folder: string): Listing => {
  let names: string[] = [];
  try {
    names = readdirSync(folder);
  } catch {
    // A folder that is gone, or not to be read, turns nothing on.
  }
  const texts = new Map<string, string>();
  const textOf = (name: string): string => {
    const known = texts.get(name) ?? readSmallFile(join(folder, name)) ?? '';
    texts.set(name, known);
    return known;
  };
  let manifest: Manifest | undefined;
  return {
    folder,
    names: new Set(names),
    textOf,
    manifest: () => {
      manifest ??= manifestIn(textOf('package.json'));
      return manifest;
    },
  };
};

const manifestIn = (text: string): Manifest => {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return { keys: [], scripts: [] };
    const { scripts } = value as { scripts?: unknown };
    const commands = typeof scripts === 'object' && scripts !== null ? Object.values(scripts) : [];
    return { keys: Object.keys(value), scripts: commands.filter((command) => typeof command === 'string') };
  } catch {
    return { keys: [], scripts: [] };
  }
};

const isTurnedOn = (linter: Linter, listing: Listing): boolean => {
  const { names, textOf, manifest } = listing;
  if (linter.configs?.split(' ').some((name) => names.has(name)) === true) return true;
  for (const [name, texts] of Object.entries(linter.sections ?? {})) {
    if (names.has(name) && texts.some((text) => textOf(name).includes(text))) return true;
  }
  if ((linter.keys === undefined && linter.script === undefined) || !names.has('package.json')) return false;
  const { keys, scripts } = manifest();
  if (linter.keys !== undefined && keys.includes(linter.keys)) return true;
  return linter.script !== undefined && scripts.some((command) => calls(command, linter.script as string));
};

/** Whether a script calls a program: it stands where a command begins, or behind a runner of packages. */
const calls = (script: string, program: string): boolean =>
  script.split(/&&|\|\|?|;|\n/).some((command) => {
    const words = command
      .trim()
      .split(/\s+/)
      .filter((word) => !RUNNERS.includes(word));
    return words.find((word) => !word.includes('=')) === program;
  });

const RUNNERS = ['npx', 'pnpm', 'yarn', 'bunx', 'exec', 'dlx', 'run', 'cross-env'];

const mayWrite = ({ configs = '', writesIf }: Linter, { names, textOf }: Listing): boolean =>
  configs.split(' ').some((name) => names.has(name) && writesIf?.test(textOf(name)) === true);
