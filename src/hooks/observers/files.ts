import { existsSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { type GitHead, type GitLayout, readGitHead, realFolder } from '../../events/git-layout.ts';
import type { EventData, Policy } from '../../events/schemas.ts';
import { relativeTo } from '../../projections/paths.ts';
import { fileKind } from '../../projections/source-files.ts';
import type { CallPlace } from '../place.ts';
import { sharedFolderOf } from './temporary.ts';

/** What a file is and which worktree it is in. The file need not exist; a link is what it points to. */
export const observeFile = (path: string, place: CallPlace, files?: Policy['files']): EventData<'FileObserved'> => {
  const file = realFolder(fileAt(path, place));
  const git = place.gitOf(dirname(file));
  const top = git?.worktree ?? (file.startsWith(place.projectDir + sep) ? place.projectDir : null);
  const inTop = relativeTo(top, file);
  const named = fileAt(path, place);
  const kept =
    place.mayBeOwn(named) || place.mayBeOwn(file) ? (place.own().named(named) ?? place.own().named(file)) : null;
  return {
    path: shown(path),
    worktree: git?.worktree ?? null,
    // What nobody keeps is no source, whatever its name.
    kind: top === null && sharedFolderOf(file) !== '' ? 'other' : fileKind(inTop, files),
    ...(kept === null ? {} : { protected: kept }),
  };
};

/** Whether there is no such file yet and it would lie at the top of its worktree or of the project, links resolved. */
export const isNewAtTop = (path: string, place: CallPlace): boolean => {
  const named = fileAt(path, place);
  const folder = dirname(realFolder(named));
  return (folder === place.projectDir || folder === place.gitOf(folder)?.worktree) && !existsSync(named);
};

/** The file that a tool names, links not followed. Some tools know the `~` of a shell. */
export const fileAt = (path: string, { folder, folderAt }: CallPlace): string =>
  path.startsWith('~/') ? folderAt(path) : resolve(folder, path);

/** The branch and commit of the worktree that a folder is in, read without running git. */
export const observeGit = (about: string, folder: string, place: CallPlace): EventData<'GitObserved'> => {
  const git = place.gitOf(folder);
  return gitFact(about, folder, git, place, git === null ? null : readGitHead(git));
};

/** The same for a repository that was looked up in another way. */
export const gitFact = (
  about: string,
  folder: string,
  git: GitLayout | null,
  place: CallPlace,
  head: GitHead | null,
): EventData<'GitObserved'> => ({
  about,
  path: shown(folder),
  worktree: git?.worktree ?? null,
  branch: head?.branch ?? null,
  commit: head?.commit ?? null,
  project: git !== null && git.commonDir === place.projectGit?.commonDir,
});

/** The folder of a file that is written, with links resolved. */
export const folderOfFile = (path: string, place: CallPlace): string => dirname(realFolder(fileAt(path, place)));

/** No file system takes longer paths; a longer text is only shown. */
const shown = (path: string): string => (path.length > 4096 ? `${path.slice(0, 1024)}…` : path);
