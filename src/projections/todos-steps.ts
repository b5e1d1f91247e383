import { type Envelope, isBlobReference } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import { claimOf, LONGEST_TODO, MOST_TODOS } from './todo-claims.ts';
import type { Claim, Todo, TodosState } from './todos.ts';

/** The state is read by every call. */
const MOST_CLAIMS = 64;

export const todoAdded = (state: TodosState, event: Envelope): TodosState => {
  const { todo, text, session } = event.data as EventData<'TodoAdded'>;
  if (state.open.length >= MOST_TODOS) return { ...state, forgotten: state.forgotten + 1 };
  const added: Todo = {
    id: state.open.some(({ id }) => id === todo) ? event.id : todo,
    text: textOf(text).slice(0, LONGEST_TODO),
    by: event.provenance,
    session,
    at: event.at,
    event: event.id,
  };
  return { ...state, open: [...state.open, added] };
};

/** What somebody else wrote may be too long for a line. */
const textOf = (text: unknown): string =>
  typeof text === 'string' ? text : isBlobReference(text) ? String((text as { head?: unknown }).head) : '';

/** Of two who claim it at once the first one has it. */
export const todoClaimed = (state: TodosState, event: Envelope): TodosState => {
  const { todo, session } = event.data as EventData<'TodoClaimed'>;
  if (claimOf(state, todo, event.at) !== null) return state;
  const { at, id } = event;
  const claim: Claim = { todo, session, at, event: id, seenAt: at, ended: false };
  return { ...state, claims: [...without(state.claims, todo), claim].slice(-MOST_CLAIMS) };
};

export const todoReleased = (state: TodosState, event: Envelope): TodosState => {
  const { todo, session } = event.data as EventData<'TodoReleased'>;
  const claims = state.claims.filter((claim) => claim.todo !== todo || claim.session !== session);
  return claims.length === state.claims.length ? state : { ...state, claims };
};

export const todoDone = (state: TodosState, event: Envelope): TodosState => {
  const { todo } = event.data as EventData<'TodoDone'>;
  const open = state.open.filter(({ id }) => id !== todo);
  const claims = without(state.claims, todo);
  if (open.length === state.open.length && claims.length === state.claims.length) return state;
  return { ...state, open, claims, forgotten: open.length === 0 ? 0 : state.forgotten };
};

const without = (claims: readonly Claim[], todo: string): readonly Claim[] =>
  claims.filter((claim) => claim.todo !== todo);

/** A session that begins again or is prompted was resumed. The end of a turn may reach the log behind that of its session. */
export const seen = (state: TodosState, { type, stream, at }: Envelope): TodosState => ({
  ...state,
  claims: state.claims.map((claim) =>
    claim.session === stream ? { ...claim, seenAt: at, ended: type === 'TurnEnded' && claim.ended } : claim,
  ),
});

export const sessionEnded = (state: TodosState, { stream }: Envelope): TodosState => ({
  ...state,
  claims: state.claims.map((claim) => (claim.session === stream ? { ...claim, ended: true } : claim)),
});
