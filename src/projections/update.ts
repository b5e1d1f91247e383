import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import type { Projection } from './projection.ts';

/** What the newest look for a newer docket came to. */
export interface UpdateState {
  /** Null while nobody looked. */
  readonly last: (EventData<'UpdateChecked'> & { readonly event: string; readonly at: string }) | null;
  /** What agents were told of last (`newsOf`): each once. */
  readonly told: string | null;
}

/** Whether there is a newer docket, as it was last found out. */
export const updateProjection: Projection<UpdateState> = {
  name: 'update',
  version: 2,
  scope: 'project',
  on: ['UpdateChecked', 'AnswerSent'],
  initialState: { last: null, told: null },
  evolve: (state, event) => {
    if (event.type === 'AnswerSent') return isTold(state, event) ? { ...state, told: newsOf(state) } : state;
    const { way, current, newest, outcome, reason } = event.data as EventData<'UpdateChecked'>;
    return { ...state, last: { event: event.id, at: event.at, way, current, newest, outcome, reason } };
  },
};

/** What a look found that is worth telling: a version, and each time that docket moved; null for nothing. */
export const newsOf = ({ last }: Pick<UpdateState, 'last'>): string | null => {
  if (last === null || last.newest === null) return null;
  if (last.outcome === 'applied') return last.event;
  return last.outcome === 'available' ? last.newest : null;
};

const isTold = ({ last, told }: UpdateState, { data }: Envelope): boolean =>
  last !== null &&
  newsOf({ last }) !== told &&
  (data as EventData<'AnswerSent'>).verdicts.some(({ tells }) => tells?.includes(last.event) === true);

const DAY_MS = 24 * 60 * 60 * 1000;
const HOUR_MS = 60 * 60 * 1000;

/** Whether it is time to look again: a day after an answer, an hour after none. `now` in milliseconds since the epoch. */
export const isUpdateCheckDue = ({ last }: UpdateState, now: number): boolean => {
  if (last === null) return true;
  const passed = now - Date.parse(last.at);
  // A clock that was put back must not keep it from looking for years.
  return passed < 0 || passed >= (last.outcome === 'failed' ? HOUR_MS : DAY_MS);
};
