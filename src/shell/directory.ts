import type { ShellWord } from './simple-command.ts';

/** The folder commands run in, relative to where the text runs. */
export interface Directory {
  /** As written, joined with `/`, possibly beginning with `~`; null for the folder the text runs in. */
  readonly path: string | null;
  /** False when it only shows at run time; `path` is then null. */
  readonly known: boolean;
}

/** What a word says about a folder. */
export type DirectoryWord = Pick<ShellWord, 'value' | 'tilde'>;

export const STARTING_DIRECTORY: Directory = { path: null, known: true };
export const UNKNOWN_DIRECTORY: Directory = { path: null, known: false };

/** Where a change to `word` leads from `base`. */
export const changeDirectory = (base: Directory, word: DirectoryWord): Directory => {
  const path = writtenPath(word);
  if (path === null) return UNKNOWN_DIRECTORY;
  if (path === '') return base;
  if (ABSOLUTE.test(path)) return { path, known: true };
  if (!base.known) return UNKNOWN_DIRECTORY;
  return { path: base.path === null ? path : `${base.path.replace(/\/$/, '')}/${path}`, known: true };
};

export const changeDirectories = (base: Directory, words: readonly DirectoryWord[]): Directory =>
  words.reduce(changeDirectory, base);

const ABSOLUTE = /^(?:[/~]|[A-Za-z]:[\\/])/;

const writtenPath = ({ value, tilde }: DirectoryWord): string | null => {
  if (value === null || (tilde && value !== '~' && !value.startsWith('~/'))) return null;
  // A quoted `~` is a folder of that name.
  return !tilde && value.startsWith('~') ? `./${value}` : value;
};
