import type { HookCall } from '../hook-call.ts';
import type { loadState } from '../load-state.ts';
import { type ViewTarget, writeViews } from './write-views.ts';

/** About a tenth of a second of reading; a log that nobody read for this yet may be long. */
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * Brings the legacy files up to date after an answer, in the worktree of the call and that of the project. A bundle of its
 * own: only projects whose policy says `views` load it. Throws the system's errors.
 */
export const keepViews = ({ log, location, place, trigger }: HookCall, load: typeof loadState): void => {
  if (log === null) return;
  const { folder } = log;
  const { root, projectDir, git } = location;
  const project: ViewTarget = { worktree: git?.worktree ?? projectDir, folder: projectDir };
  const worktree = trigger.worktree ?? project.worktree;
  // Another repository's folders are not for docket to write to.
  const isLinked = worktree !== project.worktree && place.worktreeOf(worktree) === worktree;
  writeViews({
    log: folder,
    root,
    targets: isLinked ? [project, { worktree, folder: worktree }] : [project],
    load: () => load(folder, root, null).fold,
    mostBytes: MOST_BYTES,
    isForced: false,
  });
};
