import type { IndexedStream, StreamIndex } from '../events/stream-index.ts';
import { NotFoundError } from './io.ts';

/**
 * The session that a command is about: the one whose id begins so, else the newest live one of the worktree, else the
 * newest; one that was imported only where there is no other. Null where there is none. Throws `NotFoundError`.
 */
export const pickStream = ({ streams }: StreamIndex, wanted: string | undefined, worktree: string): string | null => {
  const newestFirst = streams.filter(({ events }) => events > 0).reverse();
  if (wanted !== undefined) {
    const found = newestFirst.find(({ stream }) => stream.startsWith(wanted));
    if (found === undefined) {
      throw new NotFoundError(`No session begins with "${wanted}". \`docket log --sessions\` shows all.`);
    }
    return found.stream;
  }
  // A seal by hand is in no session.
  const sessions = newestFirst.filter(({ host }) => host !== 'docket').sort(byOrigin);
  const here = sessions.filter((candidate) => candidate.worktree === worktree);
  const live = here.find(({ endedAt }) => endedAt === null);
  return (live ?? here[0] ?? sessions[0])?.stream ?? null;
};

/** Imported sessions behind all others, and among themselves by when they were. */
const byOrigin = (a: IndexedStream, b: IndexedStream): number => {
  if (a.imported !== b.imported) return a.imported ? 1 : -1;
  return a.imported && a.lastAt !== b.lastAt ? (a.lastAt < b.lastAt ? 1 : -1) : 0;
};
