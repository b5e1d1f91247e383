import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import { auditAnswered, auditMade } from './audits-steps.ts';
import { planesWritten } from './planes.ts';
import type { Projection } from './projection.ts';
import { mayWrite } from './tools.ts';

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
        return state.event !== null && tellsOfAudit(event) ? auditAnswered(state, event) : state;
      default:
        return state.due === null && mayBeAbout(event) ? { ...state, due: event.id } : state;
    }
  },
};

/** Whether a call wrote, or may have written, code or documents of its worktree. */
const mayBeAbout = (event: Envelope): boolean => {
  if (event.type === 'CommandUnderstood') {
    return (event.data as EventData<'CommandUnderstood'>).review?.safe !== true;
  }
  return planesWritten(event).length > 0 || mayWrite(event.data['tool_name']);
};

/** Few answers do, and what follows from one is loaded only then. */
const tellsOfAudit = ({ data }: Envelope): boolean =>
  (data as EventData<'AnswerSent'>).verdicts.some(({ gate }) => gate === 'surface');
