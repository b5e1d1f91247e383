import type { Envelope } from '../events/envelope.ts';
import type { EventData, Verdict } from '../events/schemas.ts';
import type { Ruling } from '../gates/combine.ts';

/** Between a ruling and its answer lie milliseconds. One that is older without an answer is of a process that died. */
const STILL_ANSWERS_MS = 5_000;

/** Whether a ruling tells what is told once in a project, and may be told by another session at the same time. */
export const tellsOnce = (trigger: Envelope, { answered }: Ruling): boolean =>
  TOLD_AT.includes(trigger.type) && answered.some(isOnce);

/**
 * A ruling without what another session is just telling: of two that read the log before either answered, the one
 * whose ruling stands first tells it. Where that one dies in between, the next prompt tells it. `events` are the newest
 * ones of the log; a ruling that is not among them stays as it is.
 */
export const withoutToldElsewhere = (ruling: Ruling, own: Envelope, events: readonly Envelope[]): Ruling => {
  const at = events.findIndex(({ id }) => id === own.id);
  const told = events
    .slice(0, Math.max(0, at))
    .filter((event) => event.stream !== own.stream && isJustRuled(event, own))
    .flatMap(({ data }) =>
      (data as EventData<'GatesRuled'>).verdicts.filter(isTold).flatMap(({ tells }) => tells ?? []),
    );
  const answered = ruling.answered.filter((verdict) => !verdict.tells?.some((event) => told.includes(event)));
  return { ...ruling, answered, decision: answered.length === 0 ? 'none' : ruling.decision };
};

const TOLD_AT: readonly string[] = ['SessionStarted', 'PromptSubmitted'];

const isOnce = ({ tells }: Verdict): boolean => tells !== undefined && tells.length > 0;

const isTold = ({ mode, decision }: Verdict): boolean => mode === 'enforce' && decision === 'advise';

const isJustRuled = ({ type, at }: Envelope, own: Envelope): boolean =>
  type === 'GatesRuled' && Math.abs(Date.parse(own.at) - Date.parse(at)) <= STILL_ANSWERS_MS;
