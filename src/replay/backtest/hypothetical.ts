import type { Envelope, EventDraft } from '../../events/envelope.ts';
import type { LogLine } from '../../events/log-reader.ts';
import type { EventData, Policy } from '../../events/schemas.ts';
import { foundAtEnd, toldIn } from '../../hooks/agent-findings.ts';
import type { Fold, View } from '../../projections/fold.ts';
import type { RecordedCall } from '../recorded-calls.ts';
import { answerData, isWritten, type Said } from './said.ts';

/** What an event came to under the other policy, until the log is past everything recorded of it. */
export interface Outcome {
  readonly call: RecordedCall;
  readonly was: Said | null;
  readonly now: Said;
  /** Whether a ruling would be recorded. */
  readonly isRuled: boolean;
  /** What the checks would find as a subagent ends. */
  readonly found: readonly EventDraft[];
}

/** What stands in the log where a recorded event stood, and what comes of it that has no line of its own yet. */
export interface InPlace {
  readonly events: readonly Envelope[];
  /** Behind it: findings, which take the recorded line's place where that follows, and an answer. */
  readonly behind: readonly Envelope[];
}

export const foundBy = (call: RecordedCall, now: Said, at: Fold): readonly EventDraft[] => {
  const trigger = call.trigger.event;
  if (trigger.type !== 'SubagentStopped' || trigger.provenance === 'worker') return [];
  const state: View = at.view(trigger.stream, trigger.worktree);
  return foundAtEnd(trigger, now.verdicts, call.facts, state);
};

/** What stands in place of a recorded ruling. */
export const inPlaceOfRuling = (line: LogLine, outcome: Outcome): InPlace => {
  const recorded = line.event.data as EventData<'GatesRuled'>;
  const { now, call, isRuled, found } = outcome;
  if (!isRuled) return { events: [], behind: [] };
  const event = { ...line.event, data: ruled(now, recorded) };
  // Each delivery rules, and the first one's is the ruling.
  if (call.ruling?.event.id !== line.event.id) return { events: [event], behind: [] };
  return { events: [event], behind: [...madeOf(found, event), ...newAnswer(outcome, event)] };
};

/** What stands in place of a recorded answer: none where there would be nothing to say. */
export const inPlaceOfAnswer = ({ event }: LogLine, { call, now, was }: Outcome): InPlace => {
  const isHeard = now.answered.length === 0 ? was?.answered.length === 0 : isWritten(now, call.trigger.event);
  if (!isHeard) return { events: [], behind: [] };
  const answer = { ...event, data: { ...answerData(now, event.data as EventData<'AnswerSent'>) } };
  const isFirst = call.answer?.event.id === event.id;
  return { events: [answer], behind: isFirst ? deliveredBy(call.trigger.event, now, answer) : [] };
};

/** The ruling of an event that no gate judged then, and what comes of it. */
export const newRuling = (outcome: Outcome, preset: Policy['preset']): readonly Envelope[] => {
  const { call, now, found, isRuled } = outcome;
  if (!isRuled) return [];
  const trigger = call.trigger.event;
  const recorded = { event: trigger.id, observedPosition: 'hypothetical', policy: 'hypothetical', preset };
  const ruling = made('ruling', trigger, { type: 'GatesRuled', data: ruled(now, recorded) });
  return [ruling, ...madeOf(found, ruling), ...newAnswer(outcome, ruling)];
};

const ruled = (
  { decision, nobodyCanAnswer, verdicts }: Said,
  recorded: Pick<EventData<'GatesRuled'>, 'event' | 'observedPosition' | 'policy' | 'preset' | 'repeatOf'>,
): EventData<'GatesRuled'> & Record<string, unknown> => ({
  event: recorded.event,
  observedPosition: recorded.observedPosition,
  policy: recorded.policy,
  preset: recorded.preset,
  decision,
  verdicts: [...verdicts],
  ...(nobodyCanAnswer === null ? {} : { nobodyCanAnswer }),
  ...(recorded.repeatOf === undefined ? {} : { repeatOf: recorded.repeatOf }),
});

/** An answer where none was recorded, since there was nothing to say then: one that got lost then would now as well. */
const newAnswer = ({ call, was, now }: Outcome, ruling: Envelope): Envelope[] => {
  const trigger = call.trigger.event;
  if (call.answer !== null || (was !== null && isWritten(was, trigger)) || !isWritten(now, trigger)) return [];
  const data = { ...answerData(now, { event: trigger.id }) };
  const answer = made('answer', ruling, { type: 'AnswerSent', data });
  return [answer, ...deliveredBy(trigger, now, answer)];
};

const deliveredBy = (trigger: Envelope, now: Said, answer: Envelope): Envelope[] =>
  madeOf(toldIn(trigger, now.answered), answer);

const madeOf = (drafts: readonly EventDraft[], cause: Envelope): Envelope[] =>
  drafts.map((draft) => made('findings', cause, draft));

/** An event that nobody recorded. Its id says what it goes back to, so that every replay gives it the same one. */
const made = (name: string, cause: Envelope, { type, data, call }: EventDraft): Envelope => {
  const { delivery: _, ...base } = cause;
  return {
    ...base,
    id: `${cause.id}+${name}`,
    type,
    cause: cause.id,
    call: call === undefined ? cause.call : call,
    provenance: 'hook',
    redacted: [],
    data,
  };
};
