import type { Projection } from './projection.ts';
import { waiverGranted, waiverRevoked } from './waivers-steps.ts';

/** A person's exception for a rule. */
export interface Waiver {
  /** The event that granted it. */
  readonly event: string;
  /** A rule's id, or the name of a gate. */
  readonly rule: string;
  readonly reason: string;
  readonly at: string;
  readonly until: string;
  /** At a terminal, or in a prompt. */
  readonly by: 'person' | 'prompt';
  /** The one session it is for; null for all of the project. */
  readonly session: string | null;
}

export interface WaiversState {
  /** Granted and not revoked, oldest first; some may have ended since. */
  readonly granted: readonly Waiver[];
}

/** Which rules people waived (DESIGN.md §2). Whether one is in force, the time of the event says that is judged. */
export const waiversProjection: Projection<WaiversState> = {
  name: 'waivers',
  version: 1,
  scope: 'project',
  on: ['WaiverGranted', 'WaiverRevoked'],
  initialState: { granted: [] },
  evolve: (state, event) =>
    event.type === 'WaiverGranted' ? waiverGranted(state, event) : waiverRevoked(state, event),
};
