import type { Envelope } from '../../events/envelope.ts';
import { holdsAt } from '../../projections/todo-claims.ts';
import type { Claim, TodosState } from '../../projections/todos.ts';
import type { Io } from '../io.ts';
import { atTime, styleFor, wrap } from '../style.ts';

/** A to-do as commands print it, or an issue that somebody works on. */
export interface ShownTodo {
  /** Of an issue its reference. */
  readonly id: string;
  /** Null for an issue: what it is about is not in the log. */
  readonly text: string | null;
  /** Who added it: person, agent, …; null for an issue. */
  readonly by: Envelope['provenance'] | null;
  /** The session in which it was added. */
  readonly session: string | null;
  readonly at: string | null;
  /** Who works on it; without a session a person. */
  readonly claim: { readonly session: string | null; readonly at: string } | null;
}

/** What is open at a time, oldest first, and behind it the issues that are worked on. */
export const shownTodos = (state: TodosState, now: string): ShownTodo[] => {
  const held = state.claims.filter((claim) => holdsAt(claim, now));
  const open = state.open.map(({ id, text, by, session, at }) => ({
    id,
    text,
    by,
    session,
    at,
    claim: shownClaim(held.find(({ todo }) => todo === id)),
  }));
  const issues = held.filter(({ todo }) => !state.open.some(({ id }) => id === todo));
  return [
    ...open,
    ...issues.map((claim) => ({
      id: claim.todo,
      text: null,
      by: null,
      session: null,
      at: null,
      claim: shownClaim(claim),
    })),
  ];
};

const shownClaim = (claim: Claim | undefined): ShownTodo['claim'] =>
  claim === undefined ? null : { session: claim.session, at: claim.at };

/** `a person`, `session 36a90987` */
export const holderWords = ({ session }: { readonly session: string | null }): string =>
  session === null ? 'a person' : `session ${session}`;

/** The lines of a to-do for a terminal. */
export const todoLines = ({ id, text, by, at, claim }: ShownTodo, io: Io): string[] => {
  const style = styleFor(io);
  const [first = '', ...others] = wrap(text ?? 'an issue', io.width, `${id}  `);
  const held = claim === null ? '' : `, claimed by ${holderWords(claim)}, ${atTime(claim.at)}`;
  const added = at === null ? held.slice(2) : `added by ${by === 'person' ? 'a person' : by}, ${atTime(at)}${held}`;
  return [`${style('bold', id)}${first.slice(id.length)}`, ...others, ...wrap(added, io.width, '    ')];
};
