import type { CallPlace } from '../place.ts';

/** The worktree of a folder as a command names it; that of the call where it lies in none. */
export const worktreeIn = (place: CallPlace, directory: string | null): string =>
  place.gitOf(place.folderAt(directory))?.worktree ?? place.worktree;
