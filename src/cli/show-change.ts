import { isAbsolute, relative } from 'node:path';
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import type { Io } from './io.ts';
import { styleFor } from './style.ts';

/** A file's text before and after; null where there is no file. */
export interface FileChange {
  readonly path: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The change as a unified diff, in colour on a terminal. Empty when nothing changes. */
export const changeAsDiff = ({ path, before, after }: FileChange, io: Io): string => {
  if (before === after) return '';
  const name = shownPath(path, io);
  const [from, to] = [before === null ? NOTHING : name, after === null ? NOTHING : name];
  const options = { context: 3, headerOptions: FILE_HEADERS_ONLY };
  const patch = createTwoFilesPatch(from, to, before ?? '', after ?? '', undefined, undefined, options);
  const style = styleFor(io);
  return patch
    .split('\n')
    .map((line) => {
      const colour = COLOURS[line.charAt(0)];
      return colour === undefined ? line : style(colour, line);
    })
    .join('\n');
};

/** A path as a person would type it here: relative below the working directory, else absolute. */
export const shownPath = (path: string, { cwd }: Pick<Io, 'cwd'>): string => {
  const below = relative(cwd, path);
  return below === '' || below.startsWith('..') || isAbsolute(below) ? path : below;
};

const NOTHING = '/dev/null';

const COLOURS: Readonly<Record<string, 'green' | 'red' | 'cyan'>> = { '+': 'green', '-': 'red', '@': 'cyan' };
