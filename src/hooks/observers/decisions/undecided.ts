import { join } from 'node:path';
import type { EventData } from '../../../events/schemas.ts';
import { isAbsolute, relativeTo } from '../../../projections/paths.ts';
import { pathOnDisk } from '../tree/disk.ts';
import { shownName } from '../tree/listings.ts';
import { sourcesIn } from './find-annotations.ts';
import { keptAnnotations, MARK } from './kept-annotation.ts';
import { readSource } from './read-source.ts';

// A bundle of its own: it reads source files.

export interface UndecidedInput {
  /** Top folder of the worktree. */
  readonly top: string;
  /** Files that the session wrote, and what git says is changed: from the top, or whole. */
  readonly paths: readonly string[];
  readonly lines: number;
  /** Milliseconds that are left of the hook's time. */
  readonly timeLeft: () => number;
}

const MOST_FILES = 500;
const MOST_NAMES = 64;

/** Which long source files among some have no annotation in their comments. Never throws. */
export const undecidedFiles = ({ top, paths, lines, timeLeft }: UndecidedInput): EventData<'AnnotationsObserved'> => {
  const named = paths.map((path) => relativeTo(top, path)).filter((path) => !isAbsolute(path));
  const names = [...new Set(named)].map((path) => Buffer.from(path).toString('latin1'));
  const sources = sourcesIn(names);
  const missing: string[] = [];
  let files = 0;
  for (const name of sources.slice(0, MOST_FILES)) {
    if (timeLeft() <= 0) break;
    files += 1;
    const bytes = readSource(BEYOND_ASCII.test(name) ? pathOnDisk(top, name) : join(top, name))?.bytes;
    if (bytes === undefined || linesOf(bytes) < lines) continue;
    const path = shownName(name);
    const isAnnotated = bytes.includes(MARK) && keptAnnotations(bytes.toString(), path).length > 0;
    if (!isAnnotated) missing.push(path);
  }
  const problem = files === sources.length ? null : `only ${files} of ${sources.length} changed files were read`;
  return { worktree: top, lines, files, missing: missing.slice(0, MOST_NAMES), problem };
};

const BEYOND_ASCII = /[^ -~]/;

/** A last line without a newline is one too. */
const linesOf = (bytes: Buffer): number => {
  let count = bytes.length === 0 || bytes.at(-1) === NEWLINE ? 0 : 1;
  for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) count += 1;
  return count;
};

const NEWLINE = 0x0a;
