import type { Envelope } from '../../events/envelope.ts';
import type { Edits } from './counterfactual.ts';
import type { JudgedSessions } from './judge-sessions.ts';
import type { Tally } from './tally.ts';

/** Judges some sessions of a log, where others are as they were recorded but for what `edits` says. */
export type JudgePart = (sessions: readonly string[], edits: Edits) => Promise<JudgedSessions>;

/** What one session tells another reaches further ones in later rounds; so long a chain is judged in one part instead. */
const MOST_ROUNDS = 4;

/**
 * Judges the sessions of a log in parts, each for itself. Where a part would have told others something else than was
 * recorded, such as a finding, all are judged again with that, until nothing changes: what comes out is what one part with
 * all sessions comes to, however they are shared out.
 */
export const backtestParts = async (parts: readonly (readonly string[])[], judge: JudgePart): Promise<Tally[]> => {
  let edits: Edits = new Map();
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const given = edits;
    const judged = await Promise.all(parts.map((part) => judge(part, given)));
    const made: Edits = new Map(judged.flatMap((part) => [...part.edits]));
    if (parts.length < 2 || isSame(made, edits)) return judged.map(({ tally }) => tally);
    edits = made;
  }
  return [(await judge(parts.flat(), new Map())).tally];
};

const isSame = (one: Edits, other: Edits): boolean =>
  one.size === other.size && [...one].every(([at, events]) => written(events) === written(other.get(at)));

const written = (events: readonly Envelope[] | undefined): string => JSON.stringify(events);

/** Shares sessions out so that each part has about as many events; at most so many parts, none of them empty. */
export const sharedOut = (
  sessions: readonly { readonly stream: string; readonly events: number }[],
  parts: number,
): string[][] => {
  const shares = Array.from({ length: Math.max(1, Math.min(parts, sessions.length)) }, () => ({
    sessions: [] as string[],
    events: 0,
  }));
  for (const { stream, events } of [...sessions].sort((a, b) => b.events - a.events)) {
    const least = shares.reduce((best, share) => (share.events < best.events ? share : best));
    least.sessions.push(stream);
    least.events += events;
  }
  return shares.map((share) => share.sessions);
};
