import { dirname, isAbsolute, relative, resolve, sep } from 'node:path';
import { findGitLayout, type GitLayout, readGitHead, realFolder } from '../../events/git-layout.ts';
import type { EventData } from '../../events/schemas.ts';
import { fileKind } from '../../projections/source-files.ts';

/** Where a hook call happens: what paths in the payload are relative to, and which repository is the project's. */
export interface Place {
  readonly folder: string;
  readonly projectGit: GitLayout | null;
  readonly projectDir: string;
}

/** What a file is and which worktree it is in. The file need not exist. */
export const observeFile = (path: string, place: Place): EventData<'FileObserved'> => {
  const absolute = resolve(place.folder, path);
  const folder = realFolder(dirname(absolute));
  const git = findGitLayout(folder);
  const top = git?.worktree ?? (isInside(place.projectDir, folder) ? place.projectDir : null);
  const inTop = top === null ? absolute : relative(top, resolve(folder, absolute.slice(dirname(absolute).length + 1)));
  return { path: shown(path), worktree: git?.worktree ?? null, kind: fileKind(inTop.split(sep).join('/')) };
};

/** The branch and commit of the worktree that holds a file or folder, read without running git. */
export const observeGit = (about: string, path: string, place: Place): EventData<'GitObserved'> => {
  const absolute = isAbsolute(path) ? path : resolve(place.folder, path);
  const git = findGitLayout(absolute);
  if (git === null) return { about, path: shown(path), worktree: null, branch: null, commit: null, project: false };
  const head = readGitHead(git);
  return {
    about,
    path: shown(path),
    worktree: git.worktree,
    branch: head?.branch ?? null,
    commit: head?.commit ?? null,
    project: git.commonDir === place.projectGit?.commonDir,
  };
};

/** No file system takes longer paths; a longer text is only shown. */
const shown = (path: string): string => (path.length > 4096 ? `${path.slice(0, 1024)}…` : path);

const isInside = (folder: string, path: string): boolean => path === folder || path.startsWith(folder + sep);
