import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import type { Projection } from './projection.ts';
import { looksLikeWriter } from './tools.ts';

export interface OpenCall {
  readonly event: string;
  readonly tool: string;
  readonly actor: string;
  readonly at: string;
  /** The ruling that denied it; null while nothing did. */
  readonly deniedBy: string | null;
  /** The test run that the call is, as it was understood when it was requested. */
  readonly testRun: TestRunCall | null;
}

export interface TestRunCall {
  readonly runner: string;
  readonly masked: boolean;
  readonly worktree: string | null;
}

export interface CallsState {
  /** Calls that were requested and whose outcome is not known yet, by the host's call id. */
  readonly open: Readonly<Record<string, OpenCall>>;
  /** The call that was closed last: what was known of it when its outcome arrived. */
  readonly lastClosed: { readonly call: string; readonly testRun: TestRunCall | null } | null;
  /** Calls that docket denied and that ran all the same, newest last. */
  readonly deniedButRan: readonly { readonly call: string; readonly ruling: string; readonly event: string }[];
  /** Calls that were closed without an outcome. */
  readonly unknown: number;
  /** Tools nobody classified whose names say that they write, newest last. */
  readonly unclassifiedWriters: readonly string[];
}

const KEPT = 20;

/**
 * Open tool calls. A user's cancel fires no event, so the main agent's open calls are closed as unknown at the next
 * prompt of a person, and everybody's at the end of the session.
 */
export const callsProjection: Projection<CallsState> = {
  name: 'calls',
  version: 1,
  scope: 'stream',
  on: [
    'ToolRequested',
    'TestRunStarted',
    'ToolCompleted',
    'ToolFailed',
    'ToolBatchCompleted',
    'GatesRuled',
    'PromptSubmitted',
    'SessionEnded',
  ],
  initialState: { open: {}, lastClosed: null, deniedButRan: [], unknown: 0, unclassifiedWriters: [] },
  evolve: (state, event) => {
    switch (event.type) {
      case 'ToolRequested':
        return opened(state, event);
      case 'TestRunStarted':
        return testRunStarted(state, event);
      case 'ToolCompleted':
      case 'ToolFailed':
        return event.call === null ? state : closed(ranThough(state, event.call, event), [event.call]);
      case 'ToolBatchCompleted':
        return closed(state, batchCalls(event));
      case 'GatesRuled':
        return denied(state, event);
      case 'PromptSubmitted':
        return event.provenance === 'prompt' ? closedAsUnknown(state, (call) => call.actor === 'main') : state;
      case 'SessionEnded':
        return closedAsUnknown(state, () => true);
      default:
        return state;
    }
  },
};

const opened = (state: CallsState, event: Envelope): CallsState => {
  if (event.call === null) return state;
  const tool = String(event.data['tool_name'] ?? '');
  const call: OpenCall = { event: event.id, tool, actor: event.actor.id, at: event.at, deniedBy: null, testRun: null };
  const next = { ...state, open: { ...state.open, [event.call]: call } };
  if (!looksLikeWriter(tool) || state.unclassifiedWriters.includes(tool)) return next;
  return { ...next, unclassifiedWriters: [...state.unclassifiedWriters, tool].slice(-KEPT) };
};

const testRunStarted = (state: CallsState, event: Envelope): CallsState => {
  const call = event.call === null ? undefined : state.open[event.call];
  if (event.call === null || call === undefined) return state;
  const { runner, masked } = event.data as EventData<'TestRunStarted'>;
  return {
    ...state,
    open: { ...state.open, [event.call]: { ...call, testRun: { runner, masked, worktree: event.worktree } } },
  };
};

const denied = (state: CallsState, event: Envelope): CallsState => {
  const ruling = event.data as EventData<'GatesRuled'>;
  const call = event.call === null ? undefined : state.open[event.call];
  if (event.call === null || call === undefined || ruling.decision !== 'deny') return state;
  return { ...state, open: { ...state.open, [event.call]: { ...call, deniedBy: event.id } } };
};

const ranThough = (state: CallsState, id: string, event: Envelope): CallsState => {
  const ruling = state.open[id]?.deniedBy;
  if (ruling === undefined || ruling === null) return state;
  return { ...state, deniedButRan: [...state.deniedButRan, { call: id, ruling, event: event.id }].slice(-KEPT) };
};

const closed = (state: CallsState, ids: readonly string[]): CallsState => {
  const present = ids.filter((id) => Object.hasOwn(state.open, id));
  if (present.length === 0) return state;
  const open = { ...state.open };
  for (const id of present) delete open[id];
  const last = present.at(-1) as string;
  return { ...state, open, lastClosed: { call: last, testRun: state.open[last]?.testRun ?? null } };
};

const closedAsUnknown = (state: CallsState, matches: (call: OpenCall) => boolean): CallsState => {
  const ids = Object.keys(state.open).filter((id) => matches(state.open[id] as OpenCall));
  return ids.length === 0 ? state : { ...closed(state, ids), unknown: state.unknown + ids.length };
};

const batchCalls = (event: Envelope): string[] => {
  const calls = event.data['tool_calls'];
  if (!Array.isArray(calls)) return [];
  return calls.flatMap((call: unknown) => {
    const id = typeof call === 'object' && call !== null ? (call as { tool_use_id?: unknown }).tool_use_id : undefined;
    return typeof id === 'string' ? [id] : [];
  });
};
