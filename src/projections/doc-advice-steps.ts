import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import type { DocAdviceState } from './doc-advice.ts';

const MOST_TOLD = 64;

/** Whether the answer to a call told of what its file lacks. */
export const contentAnswered = (state: DocAdviceState, { id, type, data }: Envelope): DocAdviceState => {
  const { event: trigger, verdicts } = data as EventData<'AnswerSent'>;
  const content = state.open.find((each) => each.trigger === trigger);
  if (content === undefined) return state;
  const mode = type === 'AnswerSent' ? 'enforce' : 'monitor';
  const isTold = (verdicts as readonly { gate: string; decision: string; mode?: string }[]).some(
    (verdict) => verdict.gate === 'doc-gate' && verdict.decision === 'advise' && (verdict.mode ?? 'enforce') === mode,
  );
  if (!isTold) return state;
  const { path } = content;
  return {
    told: [...state.told.filter((each) => each.path !== path), { path, event: id }].slice(-MOST_TOLD),
    open: state.open.filter((each) => each !== content),
  };
};
