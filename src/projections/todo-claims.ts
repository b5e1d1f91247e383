import type { EventDraft } from '../events/envelope.ts';
import type { Claim, TodosState } from './todos.ts';

/** To-dos that are open at once, and the characters of one: the state is read by every call. */
export const MOST_TODOS = 100;
export const LONGEST_TODO = 300;

/** A session that was neither prompted nor ended a turn for so long died without a word: its claims hold nobody off. */
const SILENT_AFTER_MS = 24 * 60 * 60 * 1000;

/** The claim on a to-do or an issue that holds at a time; null where anybody may claim it. */
export const claimOf = ({ claims }: TodosState, todo: string, at: string): Claim | null =>
  claims.find((claim) => claim.todo === todo && holdsAt(claim, at)) ?? null;

/** Whether a claim holds at a time: until its session ends, and a person's until it is released. */
export const holdsAt = ({ session, seenAt, ended }: Claim, at: string): boolean =>
  session === null || (!ended && Date.parse(at) - Date.parse(seenAt) <= SILENT_AFTER_MS);

/** What a claim of a session, or with null of a person, is recorded as. */
export const claimDraft = (todo: string, session: string | null): EventDraft => ({
  type: 'TodoClaimed',
  data: { todo, session },
});

/**
 * The reference to an issue that a text is: `#42`, or with the repository `acme/shop#42`; null for any other text. Zeros
 * before the number are left out.
 */
export const issueReference = (text: string): string | null => {
  const [, repository = '', number] = /^((?:[\w.-]{1,100}\/[\w.-]{1,100})?)#0*([1-9]\d{0,8})$/.exec(text) ?? [];
  return number === undefined ? null : `${repository}#${number}`;
};
