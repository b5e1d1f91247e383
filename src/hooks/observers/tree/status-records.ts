/** A path by which the index or the worktree differs from what it is compared with. */
export interface StatusRecord {
  /** Bytes, each as one character. */
  readonly path: string;
  /** Of a rename or copy in the index: what the file was called. */
  readonly from: string | null;
  /** How the index differs from the commit, and the worktree from the index: `.` for not at all. */
  readonly x: string;
  readonly y: string;
  /** `.` for a file; `N...` or `S<c><m><u>` as porcelain v2 says. Empty where nobody said. */
  readonly submodule: string;
  /** What the commit and the index hold there; null for nothing, undefined where nobody said. */
  readonly head: string | null | undefined;
  readonly index: string | null | undefined;
  /** The mode in the worktree; null for nothing, undefined where nobody said. */
  readonly mode: string | null | undefined;
}

export interface StatusListing {
  /** The commit that is checked out; null before the first one, undefined where nobody said. */
  readonly head: string | null | undefined;
  readonly records: readonly StatusRecord[];
}

export const isUntracked = ({ x }: StatusRecord): boolean => x === '?';

/** Both sides added or deleted it, or either side is not merged (git-status(1), "Short Format"). */
export const isUnmerged = ({ x, y }: StatusRecord): boolean =>
  x === 'U' || y === 'U' || (x === y && (x === 'A' || x === 'D'));
