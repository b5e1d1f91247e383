import type { IndexedStream, StreamIndex } from '../events/stream-index.ts';
import { NotFoundError, UsageError } from './io.ts';

/**
 * The session that a command is about: the one whose id begins so, else the newest live one of the worktree, else the
 * newest; one that was imported only where there is no other. Null where there is none. Throws `NotFoundError`, and `UsageError` for the
 * beginning of several ids.
 */
export const pickStream = (index: StreamIndex, wanted: string | undefined, worktree: string): string | null => {
  const newestFirst = index.streams.filter(({ events }) => events > 0).reverse();
  if (wanted !== undefined) {
    const named = sessionNamed(index, wanted);
    if (named !== null) return named;
    throw new NotFoundError(`No session begins with "${wanted}". \`docket log --sessions\` shows all.`);
  }
  // A seal by hand is in no session.
  const sessions = newestFirst.filter(({ host }) => host !== 'docket').sort(byOrigin);
  const here = sessions.filter((candidate) => candidate.worktree === worktree);
  const live = here.find(({ endedAt }) => endedAt === null);
  return (live ?? here[0] ?? sessions[0])?.stream ?? null;
};

/**
 * The session with an id, or the only one whose id begins so; null where none does. Throws `UsageError` where several do: nobody would see
 * that another one was meant.
 */
const sessionNamed = ({ streams }: StreamIndex, wanted: string): string | null => {
  const ids = streams.filter(({ events }) => events > 0).map(({ stream }) => stream);
  if (ids.includes(wanted)) return wanted;
  const found = ids.filter((id) => id.startsWith(wanted)).reverse();
  if (found.length < 2) return found[0] ?? null;
  const more = found.length > MOST_SHOWN ? `, and ${found.length - MOST_SHOWN} more` : '';
  throw new UsageError(
    `Several sessions begin with "${wanted}": ${found.slice(0, MOST_SHOWN).join(', ')}${more}. Name one by more of its id.`,
  );
};

/** The same for a command that looks for a beginning itself, also where the index does not know it any more. */
export const sessionOrBeginning = (index: StreamIndex, wanted: string | undefined): string | undefined =>
  wanted === undefined ? undefined : (sessionNamed(index, wanted) ?? wanted);

/** Of the candidates, the newest first. */
const MOST_SHOWN = 10;

/** Imported sessions behind all others, and among themselves by when they were. */
const byOrigin = (a: IndexedStream, b: IndexedStream): number => {
  if (a.imported !== b.imported) return a.imported ? 1 : -1;
  return a.imported && a.lastAt !== b.lastAt ? (a.lastAt < b.lastAt ? 1 : -1) : 0;
};
