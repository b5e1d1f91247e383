import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import { type AgentWork, NO_WORK, workAfter } from './agent-work.ts';
import { agentAnswered, agentEnded, agentFound, agentStarted, agentsAbandoned } from './agents-steps.ts';
import type { Projection } from './projection.ts';

/** A subagent, from its first sight to its end. */
export interface AgentRun {
  /** The host's id; `main` where the host gave none. */
  readonly id: string;
  /** As the host calls it. */
  readonly type: string;
  /** Of what is told of its start and end: the event; null where nobody saw that. */
  readonly start: string | null;
  readonly startedAt: string | null;
  readonly end: string | null;
  readonly endedAt: string | null;
  /** The answer that gave it its context. */
  readonly told: string | null;
  /** How many findings its end left. */
  readonly findings: number;
}

export interface AgentsState {
  /** In the order of their starts. */
  readonly running: readonly AgentRun[];
  /** The most recent ones, the last one last. An end that nobody saw is null. */
  readonly ended: readonly AgentRun[];
  /** By the host's id. */
  readonly work: Readonly<Record<string, AgentWork>>;
  /** Of the subagent that ended last: its end, and what it did. */
  readonly last: { readonly end: string; readonly work: AgentWork } | null;
}

const MOST_WORKING = 32;

/**
 * The subagents of a session. Starts without an end and ends without a start are tolerated; what has neither a type nor a
 * start is no subagent: a helper of the host's own, as that of `/compact` (measured.md, "Payloads").
 */
export const agentsProjection: Projection<AgentsState> = {
  name: 'agents',
  version: 1,
  scope: 'stream',
  on: [
    'SubagentStarted',
    'SubagentStopped',
    'CommandUnderstood',
    'GitObserved',
    'ToolCompleted',
    'ToolFailed',
    'ChangesObserved',
    'AnswerSent',
    'FindingsRecorded',
    'SessionEnded',
  ],
  initialState: { running: [], ended: [], work: {}, last: null },
  evolve: (state, event) => {
    switch (event.type) {
      case 'SubagentStarted':
        return agentStarted(state, event);
      case 'SubagentStopped':
        return agentEnded(state, event);
      case 'FindingsRecorded':
        return agentFound(state, event);
      case 'SessionEnded':
        return state.running.length === 0 ? state : agentsAbandoned(state);
      case 'AnswerSent':
        return state.running.length > 0 && givesContext(event) ? agentAnswered(state, event) : state;
      default:
        return event.actor.id === 'main' ? state : worked(state, event);
    }
  },
};

const givesContext = ({ data }: Envelope): boolean =>
  (data as EventData<'AnswerSent'>).verdicts.some(({ gate }) => gate === 'subagent-start');

/** What a call of a subagent says of its work. */
const worked = (state: AgentsState, event: Envelope): AgentsState => {
  const before = Object.hasOwn(state.work, event.actor.id) ? (state.work[event.actor.id] as AgentWork) : NO_WORK;
  const after = workAfter(before, event);
  if (after === before) return state;
  const { [event.actor.id]: _, ...others } = state.work;
  const kept = Object.entries(others).slice(1 - MOST_WORKING);
  return { ...state, work: Object.fromEntries([...kept, [event.actor.id, after]]) };
};
