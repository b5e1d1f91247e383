import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import type { ReviewNudgesState } from './review-nudges.ts';

const MOST_MADE = 32;

/** Whether the answer to a change suggested a review of it. */
export const changeAnswered = (state: ReviewNudgesState, { id, type, data }: Envelope): ReviewNudgesState => {
  const { event: trigger, verdicts } = data as EventData<'AnswerSent'>;
  const change = state.open.find((each) => each.trigger === trigger);
  if (change === undefined) return state;
  const mode = type === 'AnswerSent' ? 'enforce' : 'monitor';
  const isMade = (verdicts as readonly { gate: string; decision: string; mode?: string }[]).some(
    (verdict) =>
      verdict.gate === 'code-review' && verdict.decision === 'advise' && (verdict.mode ?? 'enforce') === mode,
  );
  if (!isMade) return state;
  const { path, content } = change;
  return {
    made: [...state.made, { path, content, event: id }].slice(-MOST_MADE),
    open: state.open.filter((each) => each !== change),
  };
};
