import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import type { Projection } from './projection.ts';

export interface Strikes {
  /** The answers that carried a warning of the gate to the agent, oldest first, at most ten. */
  readonly delivered: readonly string[];
  /** The rulings that would have warned, had the gate not been in monitor mode. */
  readonly monitored: readonly string[];
  /** Event types that end the strikes. */
  readonly endsWith: readonly string[];
}

export type StrikesState = Readonly<Record<string, Strikes>>;

const NONE: Omit<Strikes, 'endsWith'> = { delivered: [], monitored: [] };
const KEPT = 10;

/**
 * Warnings of escalating gates in this session. One that was never written to the host warned nobody and is no strike.
 */
export const strikesProjection: Projection<StrikesState> = {
  name: 'strikes',
  version: 2,
  scope: 'stream',
  on: ['AnswerSent', 'GatesRuled', 'TestRunFinished'],
  initialState: {},
  evolve: (state, event) => {
    switch (event.type) {
      case 'AnswerSent':
        return delivered(state, event);
      case 'GatesRuled':
        return monitored(state, event);
      case 'TestRunFinished': {
        const { status, source } = event.data as EventData<'TestRunFinished'>;
        // Docket's own run follows each write: a red one is no sign that the agent looked.
        const isSign = source === 'runner' ? status === 'pass' : status !== 'unknown' && source !== 'claim';
        return isSign ? ended(state, event.type) : state;
      }
      default:
        return state;
    }
  },
};

const delivered = (state: StrikesState, event: Envelope): StrikesState => {
  const { repeatOf, verdicts } = event.data as EventData<'AnswerSent'>;
  return repeatOf === undefined ? warned(state, event, 'delivered', verdicts) : state;
};

const monitored = (state: StrikesState, event: Envelope): StrikesState => {
  const { repeatOf, verdicts } = event.data as EventData<'GatesRuled'>;
  if (repeatOf !== undefined) return state;
  return warned(
    state,
    event,
    'monitored',
    verdicts.filter(({ mode }) => mode === 'monitor'),
  );
};

/** Counts each warning among verdicts that begins or goes on with an escalation. */
const warned = (
  state: StrikesState,
  { id }: Envelope,
  list: 'delivered' | 'monitored',
  verdicts: EventData<'AnswerSent'>['verdicts'],
): StrikesState => {
  let next = state;
  for (const { gate, decision, strikeEnds } of verdicts) {
    if (decision !== 'advise' || strikeEnds === undefined) continue;
    const before = next[gate] ?? NONE;
    next = { ...next, [gate]: { ...before, [list]: [...before[list], id].slice(-KEPT), endsWith: strikeEnds } };
  }
  return next;
};

const ended = (state: StrikesState, type: string): StrikesState => {
  const entries = Object.entries(state);
  const kept = entries.filter(([, strikes]) => !strikes.endsWith.includes(type));
  return kept.length === entries.length ? state : Object.fromEntries(kept);
};
