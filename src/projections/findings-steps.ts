import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import type { AgentFindings, FindingsState } from './findings.ts';

const MOST_KEPT = 32;
const MOST_TEXTS = 8;

/** What is found of a subagent takes the place of what was found of it before; what was told is gone. */
export const findingsAfter = (state: FindingsState, event: Envelope): FindingsState =>
  event.type === 'FindingsRecorded' ? recorded(state, event) : delivered(state, event);

const recorded = (state: FindingsState, { id, stream, at, data }: Envelope): FindingsState => {
  const { agent, agentId, findings, branch } = data as EventData<'FindingsRecorded'>;
  const others = state.undelivered.filter((each) => !isOf(each, stream, agentId));
  const texts = findings.slice(0, MOST_TEXTS).map(({ text }) => text);
  const more = texts.length === 0 ? [] : [{ event: id, stream, at, agent, agentId, branch, texts }];
  const all = [...others, ...more];
  const undelivered = all.slice(-MOST_KEPT);
  return { undelivered, forgotten: state.forgotten + all.length - undelivered.length };
};

const delivered = (state: FindingsState, { data }: Envelope): FindingsState => {
  const { findings } = data as EventData<'FindingsDelivered'>;
  const undelivered = state.undelivered.filter(({ event }) => !findings.includes(event));
  return undelivered.length === state.undelivered.length ? state : { undelivered, forgotten: 0 };
};

/** Without an id nobody can tell two subagents apart. */
const isOf = (known: AgentFindings, stream: string, agentId: string): boolean =>
  known.stream === stream && known.agentId === agentId && agentId !== 'main';
