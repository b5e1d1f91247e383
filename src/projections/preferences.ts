import type { EventData } from '../events/schemas.ts';
import type { Projection } from './projection.ts';

export interface PreferencesState {
  /** The event that loaded them; null while none did. */
  readonly event: string | null;
  readonly fingerprint: string | null;
  readonly careful: boolean;
  /** How questions are answered, by their id or a pattern. */
  readonly questions: EventData<'PreferencesLoaded'>['questions'];
  readonly problems: readonly string[];
}

/** What the user prefers in this project, as it was last read: a replay judges by what held then. */
export const preferencesProjection: Projection<PreferencesState> = {
  name: 'preferences',
  version: 1,
  scope: 'project',
  on: ['PreferencesLoaded'],
  initialState: { event: null, fingerprint: null, careful: false, questions: {}, problems: [] },
  evolve: (_state, event) => {
    const { fingerprint, careful, questions, problems } = event.data as EventData<'PreferencesLoaded'>;
    return { event: event.id, fingerprint, careful, questions, problems };
  },
};
