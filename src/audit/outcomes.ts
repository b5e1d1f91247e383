import type { Envelope } from '../events/envelope.ts';
import type { LogLine } from '../events/log-reader.ts';

/** How a call or a subagent ended, as the host reported it. */
export interface Outcome {
  readonly kind: 'completed' | 'failed' | 'denied';
  readonly event: string;
  readonly at: string;
}

/** What is known of how things ended that were begun earlier in a log. */
export interface Outcomes {
  /** Null where no outcome was reported, or the event is of no call. */
  readonly ofCall: (event: Envelope) => Outcome | null;
  /** Whether it is another delivery of a request: the same call, which counts once. */
  readonly isRepeat: (event: Envelope) => boolean;
  /** Null where no end was reported. */
  readonly ofAgent: (event: Envelope) => Outcome | null;
}

const KINDS: Readonly<Record<string, Outcome['kind']>> = {
  ToolCompleted: 'completed',
  ToolFailed: 'failed',
  PermissionDenied: 'denied',
};

/**
 * Reads how calls and subagents ended. Held in memory, a few words a call, since an outcome may stand any number of lines
 * behind its request. The last outcome of a call counts: permission may be denied and the call run all the same.
 */
export const readOutcomes = (lines: Iterable<LogLine>): Outcomes => {
  const calls = new Map<string, Outcome>();
  const agents = new Map<string, Outcome>();
  const requests = new Map<string, string>();
  for (const { event } of lines) {
    const { id, at, type, call } = event;
    const kind = KINDS[type];
    if (kind !== undefined && call !== null) calls.set(callKey(event), { kind, event: id, at });
    if (type === 'ToolRequested' && call !== null && !requests.has(callKey(event))) requests.set(callKey(event), id);
    if (type === 'SubagentStopped') agents.set(agentKey(event), { kind: 'completed', event: id, at });
  }
  return {
    ofCall: (event) => calls.get(callKey(event)) ?? null,
    isRepeat: (event) => event.type === 'ToolRequested' && (requests.get(callKey(event)) ?? event.id) !== event.id,
    ofAgent: (event) => agents.get(agentKey(event)) ?? null,
  };
};

const callKey = ({ stream, call }: Envelope): string => `${stream}\n${call}`;
const agentKey = ({ stream, actor }: Envelope): string => `${stream}\n${actor.id}`;

/** Milliseconds from an event to its outcome; null where that is not known. A clock that ran backwards counts as none. */
export const tookOf = (from: string, outcome: Pick<Outcome, 'at'> | null): number | null => {
  if (outcome === null) return null;
  const took = Date.parse(outcome.at) - Date.parse(from);
  return Number.isNaN(took) ? null : Math.max(0, took);
};
