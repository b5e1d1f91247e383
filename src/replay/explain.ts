import type { Envelope } from '../events/envelope.ts';
import { type LogLine, readEvents } from '../events/log-reader.ts';
import { comparePositions, formatPosition } from '../events/position.ts';
import { readSession } from '../events/read-sessions.ts';
import type { Condition, EventData, Policy, Verdict } from '../events/schemas.ts';
import type { LogFolder } from '../events/segments.ts';
import type { StreamIndex } from '../events/stream-index.ts';
import type { Ruling } from '../gates/combine.ts';
import { type FactRequest, OBSERVED_TYPES } from '../gates/facts.ts';
import { GATES } from '../gates/gates.ts';
import { type Session, sessionOf } from './causes.ts';
import { judgeUnruled } from './judge-unruled.ts';
import { type Opening, openingsOf, openingsOfAll } from './openings.ts';
import { withOthers } from './other-sessions.ts';
import { openPast, type Past, type PastOptions } from './past.ts';
import { recordedCalls } from './recorded-calls.ts';
import { type Undone, walkToJudged } from './undone.ts';
import type { Unknown } from './unknown-facts.ts';
import { unobservedBy } from './unobserved.ts';
import { hasWholeData } from './whole-data.ts';

export interface ExplainedCondition extends Condition {
  readonly waived?: Waived;
}

/** A person's exception that made a pass of a verdict, or one of the policy. */
export type Waived = NonNullable<Verdict['waived']>;

/** Why a gate came to a verdict, from the log alone. */
export interface Explanation {
  readonly event: string;
  readonly position: string;
  readonly gate: string;
  readonly rule: string;
  readonly decision: Verdict['decision'];
  readonly mode: Verdict['mode'];
  readonly reason: string;
  /** Null where nobody waived the rule. */
  readonly waived: Waived | null;
  /** `mode` only where the policy as a whole was in monitor mode. */
  readonly policy: { readonly preset: string; readonly fingerprint: string; readonly mode?: 'monitor' };
  /** Where the rule was waived, those that do not hold say by whom. */
  readonly conditions: readonly ExplainedCondition[];
  readonly limits: readonly Condition[];
  readonly undone: readonly Undone[];
  /** What would have made this verdict a weaker one. */
  readonly opens: readonly Opening[];
  /** What would have let through what was judged: with what opens the other rules that stopped it. Empty where nothing did. */
  readonly opensAll: readonly Opening<Ruling['decision']>[];
  /** Events that landed after the state was read and before the verdict was recorded. */
  readonly unseen: readonly string[];
  /** Whether the answer reached the host; null when there was nothing to answer. */
  readonly answered: boolean | null;
  /** Nothing was ruled: this is what today's gates would have said. */
  readonly hypothetical: boolean;
  /** What the gate looks at, and what failed to be observed or nobody recorded: without it the verdict is a guess. */
  readonly unknown: readonly FactRequest[];
}

export interface Explained {
  readonly explanations: readonly Explanation[];
  readonly trigger: LogLine;
  /** Null where nothing was ruled, and this is what today's gates would have said. */
  readonly ruling: LogLine | null;
  /** All verdicts, also those that were not asked for. */
  readonly verdicts: readonly Verdict[];
  readonly session: Session;
}

export interface ExplainOptions {
  /** Where the session's events are; else they are searched for, and the log is folded from its start. */
  readonly index?: StreamIndex | null | undefined;
  /** What the hook keeps, where somebody read it. */
  readonly snapshot?: PastOptions['snapshot'];
  readonly onProgress?: ((eventsRead: number) => void) | undefined;
  /** The session and the past of the log, where somebody who explains much of one session has them at hand. */
  readonly known?:
    | {
        readonly session: Session;
        readonly past: Past;
        /** How many of the session's events before what is explained are looked at for what undid a condition; beyond them as beyond the session. */
        readonly events: number;
      }
    | undefined;
  /** Of which verdicts it is looked for what undid a condition, beyond what was recorded; else of all. */
  readonly seeksUndone?: ((verdict: Verdict) => boolean) | undefined;
}

type Choice = (verdicts: readonly Verdict[]) => readonly Verdict[];

/**
 * Explains verdicts of a ruling: comes to the state in which the event was judged, tries on it what would have opened the
 * gate, and looks back for what undid a condition that held. Null where the event is not in the log.
 */
export const explainRuling = (
  folder: LogFolder,
  ruling: LogLine,
  pick: Choice,
  options: ExplainOptions = {},
): Explained | null => {
  const data = ruling.event.data as EventData<'GatesRuled'>;
  const session = sessionIn(folder, ruling.event.stream, options);
  const trigger = session.byId.get(data.event);
  if (trigger === undefined) return null;
  const answers = session.lines.filter(({ event }) => event.type === 'AnswerSent' && event.cause === ruling.event.id);
  const past = pastOf(folder, options);
  return explain(folder, pick, options, past, {
    session,
    trigger,
    ruling,
    facts: factsOf(session, trigger, ruling),
    verdicts: data.verdicts,
    policy: { preset: data.preset, fingerprint: data.policy },
    unseen: unseenEvents(folder, trigger, firstRuling(session, ruling)),
    answered: isUnsaid(data.decision, trigger.event) ? null : answers.length > 0,
    failures: session.lines.flatMap(({ event }) =>
      event.type === 'HookFailed' && event.cause === trigger.event.id ? [event] : [],
    ),
    unknown: [],
  });
};

/** What an event without a ruling is: another delivery of an event, or nothing that gates judge. */
export type Unjudgeable = { readonly repeatOf: string } | { readonly isFact: true };

/**
 * Explains what today's gates would have said of an event that nobody ruled on: under the policy that was in force then, or
 * where there was none under the one that is given. Facts that nobody recorded are unknown.
 */
export const explainUnjudged = (
  folder: LogFolder,
  event: LogLine,
  pick: Choice,
  options: ExplainOptions & { readonly policy: Policy },
): Explained | Unjudgeable => {
  const session = sessionIn(folder, event.event.stream, options);
  const trigger = session.byId.get(event.event.id) ?? event;
  const { call } = [...recordedCalls(session.lines)].find(({ line }) => line === trigger) ?? { call: null };
  if (call === null) return { isFact: true };
  const past = pastOf(folder, options);
  const fold = past.before(trigger.position);
  const repeatOf = fold.apply(trigger.event);
  if (repeatOf !== null) return { repeatOf };
  const { verdicts, policy, unknown, fingerprint } = judgeUnruled(call, fold, () => options.policy);
  return explain(folder, pick, options, past, {
    session,
    trigger,
    ruling: null,
    facts: call.facts.filter(hasWholeData),
    verdicts: [...verdicts, ...unknown.flatMap(unknownVerdict(verdicts, policy))],
    policy: { preset: policy.preset, fingerprint: fingerprint ?? 'today' },
    ...(fingerprint === null ? { under: policy } : {}),
    unseen: [],
    answered: null,
    failures: call.failures,
    unknown,
  });
};

const sessionIn = (folder: LogFolder, stream: string, { index = null, known }: ExplainOptions): Session =>
  known?.session ?? sessionOf([...readSession(folder, stream, index)]);

const pastOf = (folder: LogFolder, options: ExplainOptions): Past =>
  options.known?.past ?? openPast(folder, options.index ?? null, options);

/** The part of a rule's id that says of a gate that nothing of what it looks at was recorded, so that nobody can know. */
export const UNKNOWN = 'unknown';

/** What stands for a gate that says nothing from what was recorded, and might have from what was not. */
const unknownVerdict =
  (verdicts: readonly Verdict[], policy: Policy) =>
  ({ gate, facts }: Unknown): Verdict[] => {
    if (verdicts.some((verdict) => verdict.gate === gate)) return [];
    const because = {
      name: 'what-it-looks-at-was-recorded',
      holds: false,
      actual: [...facts],
      because: [],
      remedy: null,
    };
    return [
      {
        gate,
        rule: `${gate}/${UNKNOWN}`,
        decision: 'pass',
        mode: policy.gates[gate]?.mode === 'monitor' ? 'monitor' : 'enforce',
        reason: `Nobody recorded what ${gate} looks at (${facts.join(', ')}): what it would have said is unknown.`,
        conditions: [because],
        limits: [],
        because: [],
      },
    ];
  };

interface Said extends Omit<Explained, 'explanations'> {
  readonly facts: readonly Envelope[];
  readonly policy: Explanation['policy'];
  /** The policy to judge under, where it is not the one that was in force. */
  readonly under?: Policy;
  readonly unseen: readonly string[];
  readonly answered: boolean | null;
  readonly failures: readonly Envelope[];
  readonly unknown: readonly Unknown[];
}

const explain = (
  folder: LogFolder,
  pick: Choice,
  { index = null, onProgress, known, seeksUndone }: ExplainOptions,
  past: Past,
  { session, trigger, ruling, facts, verdicts, policy, under, unseen, answered, failures, unknown }: Said,
): Explained => {
  const first = known === undefined ? 0 : Math.max(0, session.lines.indexOf(trigger) - known.events);
  const from = (session.lines[first] ?? trigger).position;
  const judged = { trigger: trigger.event, facts, ...(under === undefined ? {} : { policy: under }) };
  const picked = pick(verdicts);
  const { fold, undone } = walkToJudged(picked, {
    ...judged,
    folder,
    past,
    position: trigger.position,
    from,
    onProgress,
    seeksUndone,
  });
  const moment = { ...judged, fold };
  const inForce = under ?? fold.view(trigger.event.stream, trigger.event.worktree, facts).policy.policy;
  const underPolicy = inForce?.mode === undefined ? policy : { ...policy, mode: inForce.mode };
  const unobserved = (name: string): readonly FactRequest[] => {
    const gate = GATES.find((each) => each.name === name);
    return gate === undefined ? [] : unobservedBy(gate, failures, moment).facts;
  };
  const opensAll = openingsOfAll(verdicts, moment);
  const explanations = picked.map((verdict): Explanation => {
    const { gate, rule, decision, mode, reason, limits, waived } = verdict;
    const conditions = verdict.conditions.map((each) =>
      waived === undefined || each.holds ? each : { ...each, waived },
    );
    return {
      event: trigger.event.id,
      position: formatPosition(trigger.position),
      gate,
      rule,
      decision,
      mode,
      reason,
      waived: waived ?? null,
      policy: underPolicy,
      conditions,
      limits,
      undone: undone(verdict),
      opens: openingsOf(verdict, moment),
      opensAll,
      unseen,
      answered,
      hypothetical: ruling === null,
      unknown: [...new Set([...(unknown.find((each) => each.gate === gate)?.facts ?? []), ...unobserved(gate)])],
    };
  });
  if (known === undefined) past.save();
  return {
    explanations,
    trigger,
    ruling,
    verdicts,
    session: withOthers(session, namedIn(explanations), (ruling ?? trigger).position, folder, index),
  };
};

/** Every event that explanations name. */
const namedIn = (explanations: readonly Explanation[]): string[] =>
  explanations.flatMap(({ conditions, limits, undone, unseen, waived }) => [
    ...(waived?.event == null ? [] : [waived.event]),
    ...[...conditions, ...limits].flatMap(({ because }) => because),
    ...undone.flatMap(({ since, by }) => [since, by]),
    ...unseen,
  ]);

/** What needs no answer: nothing was to be said, or it is advice at the end of a subagent, which goes with a later prompt. */
const isUnsaid = (decision: string, { type }: Envelope): boolean =>
  decision === 'none' || (decision === 'advise' && type === 'SubagentStopped');

const factsOf = (session: Session, trigger: LogLine, ruling: LogLine): Envelope[] =>
  session.lines.flatMap(({ event, position }) =>
    event.cause === trigger.event.id &&
    comparePositions(position, ruling.position) < 0 &&
    event.provenance !== 'worker' &&
    OBSERVED_TYPES.has(event.type) &&
    hasWholeData(event)
      ? [event]
      : [],
  );

/** What landed behind the trigger, in its session or its worktree, before the ruling was recorded. */
const unseenEvents = (folder: LogFolder, trigger: LogLine, ruling: LogLine): string[] => {
  const unseen: string[] = [];
  for (const { event, position } of readEvents(folder, trigger.position)) {
    if (comparePositions(position, ruling.position) >= 0) break;
    const isNear = event.stream === trigger.event.stream || event.worktree === trigger.event.worktree;
    if (isNear && event.id !== trigger.event.id && event.cause !== trigger.event.id) unseen.push(event.id);
  }
  return unseen;
};

/** What was decided for the event first: another delivery of it was given the same ruling again. */
const firstRuling = (session: Session, ruling: LogLine): LogLine => {
  const { event: judged, repeatOf } = ruling.event.data as EventData<'GatesRuled'>;
  if (repeatOf === undefined) return ruling;
  const isFirst = ({ event }: LogLine): boolean => event.type === 'GatesRuled' && event.data['event'] === judged;
  return session.lines.find(isFirst) ?? ruling;
};
