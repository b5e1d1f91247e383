import { readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { readSmallFile } from '../../../events/git-layout.ts';
import { isIn, relativeTo } from '../../../projections/paths.ts';

/** The files of a project, as far as a few looks show them: each is read once, and what is behind the last look is not there. */
export interface ProjectFiles {
  /** The top of the worktree that the test is in. */
  readonly top: string;
  /** Whether what is not read by now has to stay unread. */
  readonly isTimeUp: () => boolean;
  readonly text: (path: string) => string | null;
  readonly isFile: (path: string) => boolean;
  readonly isFolder: (path: string) => boolean;
  /** Names in a folder, sorted; at most some hundreds. */
  readonly names: (folder: string) => readonly string[];
  /** The path with links followed, or null where nothing is. */
  readonly real: (path: string) => string | null;
  /** From the top where it lies in it. */
  readonly shown: (path: string) => string;
  /** The folders from the one that holds a file up to the top; that folder alone where it lies outside. */
  readonly foldersUp: (file: string) => readonly string[];
}

/** Looks at the disk for one test file: a project of any size is asked at most so often. */
const MOST_LOOKS = 4000;
const MOST_NAMES = 500;
const MOST_FOLDERS_UP = 40;
/** Bytes of a module or a manifest that is read to tell what a name in it is. */
const LARGEST_FILE = 512 * 1024;

export const projectFiles = (top: string, isTimeUp: () => boolean = () => false): ProjectFiles => {
  let looks = 0;
  const once = <Answer>(look: (path: string) => Answer, none: Answer): ((path: string) => Answer) => {
    const known = new Map<string, Answer>();
    return (path) => {
      const before = known.get(path);
      if (before !== undefined) return before;
      looks += 1;
      const answer = looks > MOST_LOOKS || path.includes('\0') ? none : attempt(() => look(path), none);
      known.set(path, answer);
      return answer;
    };
  };
  const kind = once((path) => {
    const found = statSync(path, { throwIfNoEntry: false });
    return found?.isFile() === true ? 'file' : found?.isDirectory() === true ? 'folder' : 'nothing';
  }, 'nothing');
  const isFile = (path: string): boolean => kind(path) === 'file';
  const text = once<string | null>((path) => readSmallFile(path, LARGEST_FILE) ?? null, null);
  return {
    top,
    isTimeUp,
    text: (path) => (isFile(path) ? text(path) : null),
    isFile,
    isFolder: (path) => kind(path) === 'folder',
    names: once<readonly string[]>((folder) => readdirSync(folder).sort().slice(0, MOST_NAMES), []),
    real: once<string | null>((path) => realpathSync.native(path), null),
    shown: (path) => relativeTo(top, path),
    foldersUp: (file) => {
      const folders = [dirname(file)];
      while (isIn(top, folders.at(-1) ?? '') && folders.at(-1) !== top && folders.length < MOST_FOLDERS_UP) {
        folders.push(dirname(folders.at(-1) ?? ''));
      }
      return folders;
    },
  };
};

const attempt = <Answer>(look: () => Answer, none: Answer): Answer => {
  try {
    return look();
  } catch {
    return none;
  }
};
