import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import { NO_WORK } from './agent-work.ts';
import type { AgentRun, AgentsState } from './agents.ts';

const MOST_RUNNING = 32;
const MOST_ENDED = 16;
/** Of what a host may send as a type. */
const LONGEST_TYPE = 100;

/** One more message to a subagent that runs is a start as well, for some hosts. */
export const agentStarted = (state: AgentsState, event: Envelope): AgentsState => {
  const type = typeOf(event);
  if (type === null) return state;
  const known = event.actor.id === NO_ID ? undefined : state.running.find(({ id }) => id === event.actor.id);
  if (known !== undefined) return state;
  const run = { ...NEW, id: event.actor.id, type, start: event.id, startedAt: event.at };
  const lost = state.running.slice(0, Math.max(0, state.running.length + 1 - MOST_RUNNING));
  return withEnded({ ...state, running: [...state.running.slice(lost.length), run] }, lost);
};

/** An end says whose it is by the id; where there is none, it is the oldest of its type. */
export const agentEnded = (state: AgentsState, event: Envelope): AgentsState => {
  const { id } = event.actor;
  const type = typeOf(event);
  const known = state.running.find((run) => run.id === id && (id !== NO_ID || run.type === type));
  // A subagent may go on after its end, and end again.
  const before = known ?? (id === NO_ID ? undefined : state.ended.find((run) => run.id === id));
  const name = type ?? before?.type ?? null;
  if (name === null) return state;
  const work = (Object.hasOwn(state.work, id) ? state.work[id] : undefined) ?? NO_WORK;
  // Where it worked still says where it belongs when it goes on; what it did was judged.
  const kept = work === NO_WORK ? state.work : { ...state.work, [id]: { ...NO_WORK, places: work.places } };
  const run = { ...(before ?? { ...NEW, id }), type: name, end: event.id, endedAt: event.at };
  const running = state.running.filter((each) => each !== known);
  const ended = state.ended.filter((each) => id === NO_ID || each.id !== id);
  return withEnded({ running, ended, work: kept, last: { end: event.id, work } }, [run]);
};

/** What runs as a session ends is over with it, and nobody saw how. */
export const agentsAbandoned = (state: AgentsState): AgentsState =>
  withEnded({ ...state, running: [], work: {} }, state.running);

/** The answer to its start gave a subagent its context. */
export const agentAnswered = (state: AgentsState, event: Envelope): AgentsState => {
  const { event: start } = event.data as EventData<'AnswerSent'>;
  const running = state.running.map((run) => (run.start === start ? { ...run, told: event.id } : run));
  return { ...state, running };
};

export const agentFound = (state: AgentsState, event: Envelope): AgentsState => {
  const { agent, agentId, findings } = event.data as EventData<'FindingsRecorded'>;
  const at = state.ended.findLastIndex(({ id, type }) => id === agentId && type === agent);
  const run = state.ended[at];
  return run === undefined ? state : { ...state, ended: state.ended.with(at, { ...run, findings: findings.length }) };
};

const NO_ID = 'main';

const NEW: Omit<AgentRun, 'id' | 'type'> = {
  start: null,
  startedAt: null,
  end: null,
  endedAt: null,
  told: null,
  findings: 0,
};

const typeOf = ({ actor }: Envelope): string | null => actor.type?.slice(0, LONGEST_TYPE) ?? null;

const withEnded = (state: AgentsState, more: readonly AgentRun[]): AgentsState => ({
  ...state,
  ended: [...state.ended, ...more].slice(-MOST_ENDED),
});
