import { shortDigest } from '../events/digest.ts';
import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import type { Projection } from './projection.ts';
import { isSaidByPerson } from './said-by-person.ts';

/** A context that the agent was told, or would have been under monitor. */
export interface ToldContext {
  /** Of its text. */
  readonly digest: string;
  readonly event: string;
}

export interface ContextsState {
  /** The event that gave this run of the session its start context; null while none did. */
  readonly start: string | null;
  /** By rule, what was told since the agent last lost what it knew. */
  readonly told: Readonly<Record<string, ToldContext>>;
  /** The start, prompt or compaction that is being answered, and digests of what is to be told then, by rule. */
  readonly open: { readonly trigger: string; readonly offered: Readonly<Record<string, string>> } | null;
}

/** What session-init, prompt-submit and compact-preserve told in this session: each context once, until it changes. */
export const contextsProjection: Projection<ContextsState> = {
  name: 'contexts',
  version: 1,
  scope: 'stream',
  on: ['SessionStarted', 'PromptSubmitted', 'CompactionStarted', 'GatesRuled', 'AnswerSent'],
  initialState: { start: null, told: {}, open: null },
  evolve: (state, event) => {
    switch (event.type) {
      case 'SessionStarted':
        // It begins, was resumed or compacted: what was told before may be gone.
        return event.actor.id === 'main'
          ? { ...state, start: null, told: {}, open: { trigger: event.id, offered: {} } }
          : state;
      case 'PromptSubmitted':
        return isSaidByPerson(event) ? { ...state, open: { trigger: event.id, offered: {} } } : state;
      case 'CompactionStarted':
        return event.actor.id === 'main' ? compactionBegan(state, event) : state;
      default:
        if (state.open?.trigger !== event.data['event']) return state;
        return event.type === 'GatesRuled' ? contextRuled(state, event) : contextAnswered(state, event);
    }
  },
};

const STARTS: readonly string[] = ['session-init/context', 'prompt-submit/start-context'];
const GATES: readonly string[] = ['session-init', 'prompt-submit', 'compact-preserve'];
/** Told anew for each compaction. */
const OF_COMPACTION = 'compact-preserve/summary';

/** Its summary is to be told what to hold, whatever one before it was told. */
const compactionBegan = (state: ContextsState, { id }: Envelope): ContextsState => {
  const { [OF_COMPACTION]: _, ...told } = state.told;
  return { ...state, told, open: { trigger: id, offered: {} } };
};

/** What is to be told once the answer is sent. Under monitor no answer is: then it counts as told. */
const contextRuled = (state: ContextsState, event: Envelope): ContextsState => {
  const { verdicts } = event.data as EventData<'GatesRuled'>;
  const contexts = verdicts.flatMap(({ gate, rule, mode, decision, context }) =>
    GATES.includes(gate) && decision === 'advise' && typeof context === 'string'
      ? [{ rule, mode, digest: shortDigest(context) }]
      : [],
  );
  if (contexts.length === 0 || state.open === null) return state;
  const digests = (of: 'enforce' | 'monitor') =>
    Object.fromEntries(contexts.filter(({ mode }) => mode === of).map(({ rule, digest }) => [rule, digest]));
  const next = toldNow(state, digests('monitor'), event.id);
  return { ...next, open: { ...state.open, offered: digests('enforce') } };
};

/** The agent was told. */
const contextAnswered = (state: ContextsState, event: Envelope): ContextsState => {
  const { verdicts } = event.data as EventData<'AnswerSent'>;
  const offered = state.open?.offered ?? {};
  const rules = verdicts.map(({ rule }) => rule).filter((rule) => Object.hasOwn(offered, rule));
  return toldNow(state, Object.fromEntries(rules.map((rule) => [rule, offered[rule] as string])), event.id);
};

const toldNow = (state: ContextsState, digests: Readonly<Record<string, string>>, event: string): ContextsState => {
  const rules = Object.keys(digests);
  if (rules.length === 0) return state;
  const told = rules.map((rule) => [rule, { digest: digests[rule] as string, event }]);
  const start = rules.some((rule) => STARTS.includes(rule)) ? event : state.start;
  return { ...state, start, told: { ...state.told, ...Object.fromEntries(told) } };
};
