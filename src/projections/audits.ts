import { auditAnswered, auditMade, mayBeAbout } from './audits-steps.ts';
import type { Projection } from './projection.ts';

/** What an audit found, by the rule of the gate that tells it. */
export type Findings = Readonly<Record<string, readonly string[]>>;

export interface AuditsState {
  /** The first call since this session's newest audit that wrote, or may have written, what one is about. */
  readonly due: string | null;
  /** The newest audit of this session, and what it found. */
  readonly event: string | null;
  readonly found: Findings;
  /** What of it the person in front of the client was told, and what the agent was told. */
  readonly told: { readonly person: Findings; readonly agent: Findings };
}

/**
 * Whether the session wrote anything that its newest audit has not seen, and what of that audit's findings it was told. A
 * finding that went away and came back is told again.
 */
export const auditsProjection: Projection<AuditsState> = {
  name: 'audits',
  version: 1,
  scope: 'stream',
  on: [
    'ToolCompleted',
    'ToolFailed',
    'ChangesObserved',
    'CommandUnderstood',
    'DecisionsAudited',
    'AnswerSent',
    'GatesRuled',
  ],
  initialState: { due: null, event: null, found: {}, told: { person: {}, agent: {} } },
  evolve: (state, event) => {
    switch (event.type) {
      case 'DecisionsAudited':
        return auditMade(state, event);
      case 'AnswerSent':
      case 'GatesRuled':
        return state.event === null ? state : auditAnswered(state, event);
      default:
        return state.due === null && mayBeAbout(event) ? { ...state, due: event.id } : state;
    }
  },
};
