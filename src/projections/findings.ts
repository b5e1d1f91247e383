import { findingsAfter } from './findings-steps.ts';
import type { Projection } from './projection.ts';

/** What the checks found as a subagent ended. */
export interface AgentFindings {
  /** The event that records it. */
  readonly event: string;
  readonly stream: string;
  readonly at: string;
  readonly agent: string;
  readonly agentId: string;
  readonly branch: string | null;
  readonly texts: readonly string[];
}

export interface FindingsState {
  /** In the order they were recorded; the oldest are forgotten beyond some. */
  readonly undelivered: readonly AgentFindings[];
  /** How many were forgotten since the last delivery. */
  readonly forgotten: number;
}

/** Findings about subagents that no answer told yet, of all sessions of the project (seed 001, `.agent-findings`). */
export const findingsProjection: Projection<FindingsState> = {
  name: 'findings',
  version: 1,
  scope: 'project',
  on: ['FindingsRecorded', 'FindingsDelivered'],
  initialState: { undelivered: [], forgotten: 0 },
  evolve: (state, event) => findingsAfter(state, event),
};
