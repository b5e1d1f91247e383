import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import { type CommandWrites, writesOf } from './command-writes.ts';
import type { Projection } from './projection.ts';
import { isSaidByPerson } from './said-by-person.ts';
import { type TestScope, testScope } from './test-scope.ts';
import { looksLikeWriter, toolKind } from './tools.ts';

export interface OpenCall {
  /** The host's id of the call. */
  readonly call: string;
  readonly event: string;
  readonly tool: string;
  readonly actor: string;
  readonly at: string;
  /** The ruling that denied it; null while nothing did. */
  readonly deniedBy: string | null;
  /** The test run that the call is, as it was understood when it was requested. */
  readonly testRun: TestRunCall | null;
  /** Of a shell call: where it runs, as the host says. */
  readonly cwd?: string;
  /** What the command may write; absent where that is nothing. */
  readonly writes?: CommandWrites;
}

export interface TestRunCall extends TestScope {
  readonly runner: string;
  readonly masked: boolean;
  readonly worktree: string | null;
  /** Of the code as the run began; null where git could not say. */
  readonly digest: string | null;
}

export interface CallsState {
  /** Calls that were requested and whose outcome is not known yet, oldest first. */
  readonly open: readonly OpenCall[];
  /** Calls that were closed without an outcome, newest last: one may still come, when the prompt overtook it. */
  readonly late: readonly OpenCall[];
  /** The call that was closed last: what was known of it when its outcome arrived. */
  readonly lastClosed: Pick<OpenCall, 'call' | 'testRun' | 'cwd' | 'writes'> | null;
  /** Calls that docket denied and that ran all the same, newest last. */
  readonly deniedButRan: readonly { readonly call: string; readonly ruling: string; readonly event: string }[];
  /** Calls that were closed without an outcome. */
  readonly unknown: number;
  /** Tools nobody classified whose names say that they write, newest last. */
  readonly unclassifiedWriters: readonly string[];
}

const KEPT = 20;
/** A denied call has no outcome and stays open until the next prompt, so a stubborn agent can open many. */
const MOST_OPEN = 256;

/**
 * Open tool calls. A user's cancel fires no event, so the main agent's open calls are closed as unknown at the next
 * prompt of a person, and everybody's at the end of the session.
 */
export const callsProjection: Projection<CallsState> = {
  name: 'calls',
  version: 3,
  scope: 'stream',
  on: [
    'ToolRequested',
    'CommandUnderstood',
    'TestRunStarted',
    'ToolCompleted',
    'ToolFailed',
    'ToolBatchCompleted',
    'GatesRuled',
    'PromptSubmitted',
    'SessionEnded',
  ],
  initialState: { open: [], late: [], lastClosed: null, deniedButRan: [], unknown: 0, unclassifiedWriters: [] },
  evolve: (state, event) => {
    switch (event.type) {
      case 'ToolRequested':
        return opened(state, event);
      case 'CommandUnderstood':
        return understood(state, event);
      case 'TestRunStarted':
        return testRunStarted(state, event);
      case 'ToolCompleted':
      case 'ToolFailed':
        return event.call === null ? state : outcome(state, event.call, event);
      case 'ToolBatchCompleted': {
        const calls = batchCalls(event);
        return closed(state, ({ call }) => calls.includes(call));
      }
      case 'GatesRuled':
        return denied(state, event);
      case 'PromptSubmitted':
        return isSaidByPerson(event) ? closedAsUnknown(state, (call) => call.actor === 'main') : state;
      case 'SessionEnded':
        return closedAsUnknown(state, () => true);
      default:
        return state;
    }
  },
};

const opened = (state: CallsState, event: Envelope): CallsState => {
  const { call } = event;
  if (call === null) return state;
  const { tool_name: name, cwd } = event.data;
  const tool = typeof name === 'string' ? name : '';
  const opening: OpenCall = {
    call,
    event: event.id,
    tool,
    actor: event.actor.id,
    at: event.at,
    deniedBy: null,
    testRun: null,
    ...(toolKind(name) === 'shell' && typeof cwd === 'string' ? { cwd } : {}),
  };
  const isKnown = state.open.some((candidate) => candidate.call === call);
  const others = isKnown ? state.open.filter((candidate) => candidate.call !== call) : state.open;
  const open = [...others, opening];
  const next =
    open.length <= MOST_OPEN ? { ...state, open } : { ...state, open: open.slice(1), unknown: state.unknown + 1 };
  if (!looksLikeWriter(tool) || state.unclassifiedWriters.includes(tool)) return next;
  return { ...next, unclassifiedWriters: [...state.unclassifiedWriters, tool].slice(-KEPT) };
};

const changed = (state: CallsState, id: string | null, change: Partial<OpenCall>): CallsState => {
  const index = state.open.findIndex(({ call }) => call === id);
  const call = state.open[index];
  return call === undefined ? state : { ...state, open: state.open.with(index, { ...call, ...change }) };
};

const understood = (state: CallsState, event: Envelope): CallsState => {
  const writes = writesOf((event.data as EventData<'CommandUnderstood'>).acts);
  return writes === undefined ? state : changed(state, event.call, { writes });
};

const testRunStarted = (state: CallsState, event: Envelope): CallsState => {
  const data = event.data as EventData<'TestRunStarted'>;
  const { runner, masked, tree } = data;
  const { worktree } = event;
  const testRun = { runner, masked, worktree, digest: tree?.code ?? null, ...testScope(data) };
  return changed(state, event.call, { testRun });
};

const denied = (state: CallsState, event: Envelope): CallsState =>
  event.data['decision'] === 'deny' ? changed(state, event.call, { deniedBy: event.id }) : state;

const outcome = (state: CallsState, id: string, event: Envelope): CallsState => {
  const late = state.late.find(({ call }) => call === id);
  if (late === undefined) return closed(ranThough(state, id, event), ({ call }) => call === id);
  return {
    ...state,
    late: state.late.filter(({ call }) => call !== id),
    lastClosed: closedCall(late),
  };
};

const ranThough = (state: CallsState, id: string, event: Envelope): CallsState => {
  const ruling = state.open.find(({ call }) => call === id)?.deniedBy ?? null;
  if (ruling === null) return state;
  return { ...state, deniedButRan: [...state.deniedButRan, { call: id, ruling, event: event.id }].slice(-KEPT) };
};

const closed = (state: CallsState, matches: (call: OpenCall) => boolean): CallsState => {
  const last = state.open.findLast(matches);
  if (last === undefined) return state;
  const open = state.open.length === 1 ? NONE : state.open.filter((call) => !matches(call));
  return { ...state, open, lastClosed: closedCall(last) };
};

const closedCall = ({ call, testRun, cwd, writes }: OpenCall): NonNullable<CallsState['lastClosed']> => ({
  call,
  testRun,
  ...(writes === undefined ? {} : { writes, ...(cwd === undefined ? {} : { cwd }) }),
});

const NONE: readonly OpenCall[] = [];

const closedAsUnknown = (state: CallsState, matches: (call: OpenCall) => boolean): CallsState => {
  const next = closed(state, matches);
  if (next === state) return state;
  const late = [...state.late, ...state.open.filter(matches)].slice(-KEPT);
  return { ...next, late, unknown: state.unknown + state.open.length - next.open.length };
};

const batchCalls = (event: Envelope): string[] => {
  const calls = event.data['tool_calls'];
  if (!Array.isArray(calls)) return [];
  return calls.flatMap((call: unknown) => {
    const id = typeof call === 'object' && call !== null ? (call as { tool_use_id?: unknown }).tool_use_id : undefined;
    return typeof id === 'string' ? [id] : [];
  });
};
