import type { StreamIndex } from '../events/stream-index.ts';
import { NotFoundError } from './io.ts';

/**
 * The session that a command is about: the one whose id begins so, else the newest live one of the worktree, else the
 * newest. Null where there is none. Throws `NotFoundError`.
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
  const sessions = newestFirst.filter(({ host }) => host !== 'docket');
  const here = sessions.filter((candidate) => candidate.worktree === worktree);
  const live = here.find(({ endedAt }) => endedAt === null);
  return (live ?? here[0] ?? sessions[0])?.stream ?? null;
};
