import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { shortDigest } from '../../events/digest.ts';
import { readSmallFile } from '../../events/git-layout.ts';
import { newEventId } from '../../events/ids.ts';
import { leftoversIn } from '../../events/leftovers.ts';
import { errorCode, nodeLogFs } from '../../events/log-fs.ts';

/** What came of a file: `foreign` is somebody else's and was left, `refused` a link or a folder in its place. */
export type FileOutcome = 'same' | 'written' | 'removed' | 'foreign' | 'refused';

/** More than any file that docket writes there. */
const MOST_BYTES = 1024 * 1024;
const KEPT_MS = 60_000;

/**
 * Makes a file be as it should, in one step, and only where it is docket's: not there, or as docket left it. `isForced`:
 * also another one that is a plain file. Throws the system's errors.
 */
export const putFile = (root: string, path: string, text: string | null, isForced: boolean): FileOutcome => {
  const now = readPlainFile(path);
  if (now === 'refused') return 'refused';
  if (now === text) return 'same';
  if (now !== null && !isForced && !isOurs(root, path, now)) return 'foreign';
  if (text === null) {
    rmSync(path, { force: true });
    return 'removed';
  }
  if (!makeFolder(dirname(path))) return 'refused';
  // Before the file is: one that is there without its mark would never be written again.
  mark(root, path, text);
  const temporary = join(dirname(path), `.docket-view-${newEventId()}.tmp`);
  writeFileSync(temporary, text, { flag: 'wx' });
  try {
    renameSync(temporary, path);
  } catch (error) {
    unlinkSync(temporary);
    throw error;
  }
  mark(root, path, text);
  sweep(root, path, text);
  return 'written';
};

/** Whether a file that is there is as docket left it. */
export const isOwnFile = (root: string, path: string): boolean => {
  const now = readPlainFile(path);
  return now !== null && now !== 'refused' && isOurs(root, path, now);
};

/** Every path at which docket wrote a file for the project. */
export const markedPaths = (root: string): string[] => [
  ...new Set(namesIn(marksIn(root)).flatMap((name) => readSmallFile(join(marksIn(root), name)) ?? [])),
];

// Whose a file is stands in a file of its own for each text it had: two processes that write at once add to a set, where
// in one list the slower one would take the other's word away.

const marksIn = (root: string): string => join(root, 'views', 'written');

const markPath = (root: string, path: string, text: string): string =>
  join(marksIn(root), `${shortDigest(path)}-${shortDigest(text)}`);

const isOurs = (root: string, path: string, text: string): boolean =>
  readSmallFile(markPath(root, path, text)) === path;

const mark = (root: string, path: string, text: string): void => {
  mkdirSync(marksIn(root), { recursive: true, mode: 0o700 });
  const file = markPath(root, path, text);
  writeFileSync(file, path, { mode: 0o600 });
  const now = Date.now() / 1000;
  utimesSync(file, now, now);
};

/** Takes away the marks of older texts, and what killed writers left. */
const sweep = (root: string, path: string, text: string): void => {
  const kept = markPath(root, path, text);
  const old = namesIn(marksIn(root))
    .filter((name) => name.startsWith(`${shortDigest(path)}-`))
    .map((name) => join(marksIn(root), name))
    .filter(
      (file) => file !== kept && Date.now() - (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > KEPT_MS,
    );
  const left = leftoversIn(dirname(path), nodeLogFs, Date.now()).filter((file) => file.includes('/.docket-view-'));
  for (const file of [...old, ...left]) rmSync(file, { force: true });
};

export const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};

/** The text of a file; null where there is none. A link is nobody's to follow: a repository can put it there. */
const readPlainFile = (path: string): string | null | 'refused' => {
  const folder = lstatSync(dirname(path), { throwIfNoEntry: false });
  if (folder === undefined) return null;
  if (!folder.isDirectory()) return 'refused';
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    return 'refused';
  }
  try {
    const stat = fstatSync(fd);
    return stat.isFile() && stat.size <= MOST_BYTES ? readFileSync(fd, 'utf8') : 'refused';
  } finally {
    closeSync(fd);
  }
};

const makeFolder = (folder: string): boolean => {
  mkdirSync(folder, { recursive: true });
  return lstatSync(folder).isDirectory();
};
