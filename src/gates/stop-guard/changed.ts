import { type ChangedFile, writtenIn } from '../../projections/changes.ts';
import type { Plane } from '../../projections/planes.ts';
import { ABOUT_NOW } from '../facts.ts';
import type { GateContext } from '../gate.ts';

/** Whether the session changed what evidence of a plane is about, how anybody knows, and the events that say so. */
export interface Changed {
  readonly isChanged: boolean;
  /** In a clause, for people. */
  readonly how: string;
  /** The files, the first of many; empty where only the digest says that something is other. */
  readonly files: readonly string[];
  readonly because: readonly string[];
}

const MOST_FILES = 10;
const MOST_CAUSES = 3;

/**
 * What the session changed in a plane; null when nothing says that it changed anything. A write that was seen is the
 * first sign, a command that may have written another. git then decides (seed 000, "Stale-State Git Check"): content
 * that is what it was as the session began is unchanged, and so is a clean worktree whose HEAD did not move. What was
 * changed and committed stays changed. Where git cannot say, what was seen counts.
 */
export const changedIn = (plane: Plane, { state, facts }: GateContext): Changed | null => {
  const written = writtenIn(state.changes, plane);
  const { baseline, headAtStart, branchAtStart, commits } = state.session;
  const unnamed = state.changes.unnamed[plane]?.event ?? null;
  const mayHaveWritten = unnamed ?? state.session.mayHaveWritten;
  if (written.length === 0 && mayHaveWritten === null) return null;
  const now = facts.tree(ABOUT_NOW);
  const digest = now?.data.tree[plane] ?? null;
  const seen = about(written);
  if (now === null || digest === null) {
    if (written.length === 0 && unnamed === null) return null;
    const because = [...seen.because, ...(unnamed === null ? [] : [unnamed])];
    return {
      ...seen,
      because,
      isChanged: true,
      how: `written in this session; ${now?.data.problem ?? 'git was not asked'}`,
    };
  }
  const before = baseline?.digests[plane] ?? null;
  const looked = before === null || baseline === null ? [now.id] : [baseline.event, now.id];
  const unchanged = (how: string): Changed => ({
    isChanged: false,
    how,
    files: [],
    because: [...seen.because, ...looked],
  });
  if (before === digest) return unchanged('the content is what it was as the session began');
  const { head, counts, changed } = now.data;
  const isClean = counts[plane] === 0;
  const isHeadKnown = before !== null || headAtStart !== null || branchAtStart !== null;
  const start = before === null || baseline === null ? headAtStart : baseline.head;
  if (isClean && isHeadKnown && head === start) return unchanged('the worktree is clean, and HEAD did not move');
  if (written.length > 0) {
    const how = isClean ? 'written in this session, and committed' : 'written in this session';
    return { ...seen, isChanged: true, how, because: [...seen.because, ...looked] };
  }
  // Nobody knows what the content was before.
  if (before === null || mayHaveWritten === null) return null;
  if (isClean && commits === null) return unchanged('other commits were checked out, and this session made none');
  return {
    isChanged: true,
    how: isClean ? 'committed in this session' : 'other than as the session began',
    files: changed[plane].slice(0, MOST_FILES),
    because: [...new Set([commits ?? mayHaveWritten, ...looked])],
  };
};

const about = (written: readonly ChangedFile[]): Pick<Changed, 'files' | 'because'> => ({
  files: written.slice(-MOST_FILES).map(({ path }) => path),
  because: written.slice(-MOST_CAUSES).map(({ event }) => event),
});
