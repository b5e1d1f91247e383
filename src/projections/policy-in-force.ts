import type { EventData, Policy } from '../events/schemas.ts';
import type { Projection } from './projection.ts';

export interface PolicyInForce {
  /** The event that loaded it; null while none was. */
  readonly event: string | null;
  readonly fingerprint: string | null;
  readonly policy: Policy | null;
  readonly problems: readonly string[];
}

/** The policy last loaded in the project, so that a replay judges under the policy of that time. */
export const policyProjection: Projection<PolicyInForce> = {
  name: 'policy',
  version: 1,
  scope: 'project',
  on: ['PolicyLoaded'],
  initialState: { event: null, fingerprint: null, policy: null, problems: [] },
  evolve: (_state, event) => {
    const { fingerprint, policy, problems } = event.data as EventData<'PolicyLoaded'>;
    return { event: event.id, fingerprint, policy, problems };
  },
};
