import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { readSmallFile, realFolder } from '../../../events/git-layout.ts';
import type { EventData, Policy } from '../../../events/schemas.ts';
import type { ChangesState } from '../../../projections/changes.ts';
import { isAbsolute, relativeTo } from '../../../projections/paths.ts';
import { fileKind } from '../../../projections/source-files.ts';
import type { CallPlace } from '../../place.ts';
import { lineCount } from '../line-counts.ts';
import { annotationsIn } from '../source/annotations.ts';
import { languageOf } from '../source/languages.ts';
import { scan } from '../source/scan.ts';

type NamedFile = EventData<'PromptUnderstood'>['files'][number];

const MOST_NAMES = 40;
const MOST_FILES = 5;
const MOST_DECISIONS = 10;
/** Bytes of a file that is read for its annotations. */
const LARGEST = 512 * 1024;
const LONGEST_TITLE = 200;

export interface NamedInput {
  readonly place: CallPlace;
  readonly changes: ChangesState;
  readonly files: Policy['files'];
  readonly timeLeft: () => number;
}

/** The source files of the project that lines name, with the decisions that their annotations state. */
export const namedFiles = (lines: readonly string[], input: NamedInput): NamedFile[] => {
  const found = new Map<string, NamedFile>();
  for (const name of namesIn(lines)) {
    if (found.size >= MOST_FILES || input.timeLeft() <= 0) break;
    const file = fileNamed(name, input);
    if (file === null || found.has(file.path)) continue;
    const read = decisionsIn(file.full, file.path);
    if (read !== null) found.set(file.path, read);
  }
  return [...found.values()];
};

/** The decisions that a file states, whatever it is called; null where it cannot be read. */
export const decisionsIn = (full: string, path: string): NamedFile | null => {
  const text = readSmallFile(full, LARGEST);
  if (text === undefined) return null;
  const syntax = languageOf(path, text);
  const annotations = syntax === null ? [] : annotationsIn(text, scan(text, syntax)).filter(({ id }) => id !== null);
  const decisions = annotations.slice(0, MOST_DECISIONS).map(({ id, status, title }) => ({
    id: id as string,
    status,
    // Not cut: half of a secret would be left that nobody knows for one.
    title: title === null || title.length > LONGEST_TITLE ? null : title,
  }));
  const more = annotations.length - decisions.length;
  return { path, lines: lineCount(text), decisions, ...(more > 0 ? { more } : {}) };
};

/** Words that may be names of files: with an ending, as `@src/a.ts`, `src/a.ts:12` and `(a.ts)`. */
const namesIn = (lines: readonly string[]): string[] => {
  const names = new Set<string>();
  for (const line of lines) {
    for (const word of line.split(/[\s"'“”`<>|]+/)) {
      const name = word
        .replace(/^[@([{*]+/, '')
        .replace(/[)\]}*,;!?:.]+$/, '')
        .replace(/(?::\d+){1,2}$|#L\d+.*$/, '');
      if (name.length <= 300 && /[^./\\]\.[A-Za-z][A-Za-z0-9]{0,9}$/.test(name) && !name.includes('://'))
        names.add(name);
      if (names.size >= MOST_NAMES) return [...names];
    }
  }
  return [...names];
};

/** Where a file of the project lies that somebody names, links resolved; one without a folder may be one that the session wrote. */
const fileNamed = (
  name: string,
  { place, changes, files }: NamedInput,
): { readonly full: string; readonly path: string } | null => {
  const written = changes.files.find(({ path }) => !isAbsolute(path) && path.slice(path.lastIndexOf('/') + 1) === name);
  const places = [
    resolve(place.folder, name),
    resolve(place.worktree, name),
    ...(written === undefined ? [] : [resolve(place.worktree, written.path)]),
  ];
  const there = places.find((path) => existsSync(path));
  if (there === undefined) return null;
  const full = realFolder(there);
  const top = place.worktreeOf(dirname(full));
  if (top === null) return null;
  const path = relativeTo(top, full);
  return fileKind(path, files) === 'source' ? { full, path } : null;
};
