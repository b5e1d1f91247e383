import { findGitLayout, realFolder } from '../events/git-layout.ts';
import type { Location } from '../events/location.ts';
import type { LogFs } from '../events/log-fs.ts';
import type { Place } from './observers/files.ts';

export interface CallPlace extends Place {
  /** Top folder of the worktree the call works in; the project directory outside git. */
  readonly worktree: string;
  /** The working directory the host named, when it is no longer there. */
  readonly missing: string | null;
}

/**
 * Where a call works: the host's working directory, or the project directory when the host names none or one that
 * is gone (the process's own directory would decide by accident).
 */
export const placeOf = (location: Location, cwd: string | null, fs: LogFs): CallPlace => {
  const missing = cwd !== null && !fs.existsSync(cwd) ? cwd : null;
  const folder = cwd === null || missing !== null ? location.projectDir : realFolder(cwd);
  const git = folder === location.projectDir ? location.git : findGitLayout(folder);
  return {
    folder,
    worktree: git?.worktree ?? location.projectDir,
    projectGit: location.git,
    projectDir: location.projectDir,
    missing,
  };
};
