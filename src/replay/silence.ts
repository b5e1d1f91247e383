import type { Envelope } from '../events/envelope.ts';
import { hostEventName } from '../events/host-event-types.ts';
import type { LogLine } from '../events/log-reader.ts';
import type { Condition, EventData, GateMode, Policy, Verdict } from '../events/schemas.ts';
import { combine } from '../gates/combine.ts';
import type { Gate } from '../gates/gate.ts';
import { GATES } from '../gates/gates.ts';
import { gatesFor } from '../gates/judge.ts';
import { PRESETS } from '../gates/presets.ts';
import type { Fold } from '../projections/fold.ts';
import { hostEventsOf } from './gate-events.ts';
import type { RecordedCall } from './recorded-calls.ts';
import { rejudge } from './rejudge.ts';
import { unobservedBy } from './unobserved.ts';
import { hasWholeData } from './whole-data.ts';

/** Why a gate fired on an event or did not. Stable: scripts may look at it. */
export type SilenceReason =
  /** It did. */
  | 'fired'
  /** It would have, and was only watched. */
  | 'monitor'
  /** It did, and the answer was never written to the host. */
  | 'answer-lost'
  /** It did, and what it said has no place beside what another gate said. */
  | 'outweighed'
  /** What it requires held. */
  | 'condition-held'
  /** What it requires did not hold, and something kept it from firing: it had warned already, or stopped too often. */
  | 'limit'
  /** A person's exception, or one of the policy, was in force. */
  | 'waived'
  /** Another gate had denied already. */
  | 'not-consulted'
  /** The policy of that time had it off. */
  | 'off'
  /** It does not judge such events, such tools or such calls. */
  | 'not-about'
  /** It is a gate of the project whose file does not run: nobody trusted it as it stands, or it is not there. */
  | 'not-trusted'
  /** It failed, or docket did. */
  | 'failed'
  /** The hook ended before it ruled. */
  | 'killed'
  /** docket was not there: the event was imported. */
  | 'no-docket'
  /** The host delivered the event twice, and this is not the delivery that counts. */
  | 'another-delivery'
  /** The call ran, and its request never came to docket. */
  | 'never-arrived'
  /** Nothing of what it judges reaches docket: the host has no hook for it. */
  | 'not-registered'
  /** Nothing of what it judges happened yet. */
  | 'never-happened'
  /** The gates of that time said nothing, today's would. */
  | 'changed-since';

/** What came of an event as far as one gate, or one of its rules, is concerned. */
export interface Silence {
  readonly fired: boolean;
  readonly reason: SilenceReason;
  /** One or two sentences. */
  readonly detail: string;
  readonly verdict: Verdict | null;
  /** What decided: conditions that held, or limits that did not. */
  readonly conditions: readonly Condition[];
  /** What the policy of that time said of it; null where nobody loaded one. */
  readonly mode: GateMode | null;
}

export interface AskedSilence {
  readonly gate: Gate;
  readonly rule: string | null;
  readonly call: RecordedCall;
  /** The events of the session. */
  readonly session: readonly LogLine[];
  /** The log up to and with the event. */
  readonly fold: Fold;
  /** The first delivery of the event, where it is another one. */
  readonly repeatOf: string | null;
}

/** Tells why a gate did not fire on an event, from what the log says of it and the policy of that time. */
export const silenceOf = (asked: AskedSilence): Silence => {
  const { gate, rule, call, fold, repeatOf } = asked;
  const trigger = call.trigger.event;
  const inForce = fold.view(trigger.stream, trigger.worktree, call.facts).policy.policy;
  const mode = inForce === null ? null : modeOf(inForce, gate.name, rule);
  const name = rule ?? gate.name;
  const silent = (reason: SilenceReason, detail: string, more: Partial<Silence> = {}): Silence => ({
    fired: false,
    reason,
    detail,
    verdict: null,
    conditions: [],
    mode,
    ...more,
  });
  if (repeatOf !== null) {
    return silent('another-delivery', `The host delivered this event twice; the first delivery, ${repeatOf}, counts.`);
  }
  const ruling = call.ruling?.event ?? null;
  if (ruling !== null && !hasWholeData(ruling)) return silent('failed', `The ruling on it, ${ruling.id}, is damaged.`);
  const said = ruling === null ? null : (ruling.data as EventData<'GatesRuled'>);
  const ruled = said?.verdicts ?? [];
  const fired = ruled.find(
    (one) => one.gate === gate.name && one.decision !== 'pass' && (rule === null || one.rule === rule),
  );
  if (said !== null && fired !== undefined) return firedSilence(fired, said, asked, silent);
  if (!gate.on(trigger)) {
    return isRequestMissing(asked)
      ? silent(
          'never-arrived',
          `The call's PreToolUse, which ${gate.name} judges, is not in the log: no hook was registered for it, or none started.`,
        )
      : silent('not-about', notOn(gate, trigger));
  }
  if (trigger.provenance === 'import') {
    return silent(
      'no-docket',
      `docket was not there: the event was imported from what the host recorded. docket why ${trigger.id} shows what today's gates would have said.`,
    );
  }
  if (inForce !== null && isOff(inForce, gate, rule)) {
    return silent('off', `The policy had ${name} off: ${sourceOf(inForce, gate.name, rule)}.`);
  }
  const failure = failureOf(asked);
  if (failure !== null) return silent('failed', failureWords(failure));
  const passed = rule === null ? ruled.find((one) => one.gate === gate.name) : judgedAlone(asked, rule);
  if (call.ruling === null) return unruled(asked, silent);
  if (passed === undefined) {
    const nobody = rule === null ? `No rule of ${name} has anything` : `${name} has nothing`;
    return silent('not-about', `${nobody} to say of this ${wordsFor(trigger)}.`);
  }
  return passedSilence(passed, name, silent);
};

/** What went wrong that this gate had to do with: itself, what it looks at, what came before, or all of docket. */
const failureOf = ({ gate, call, fold }: AskedSilence): Envelope | null => {
  const { failures, facts, ruling } = call;
  const own = failures.find(({ data }) => data['code'] === `gate ${gate.name}` || data['stage'] === 'load');
  const moment = { trigger: call.trigger.event, facts: facts.filter(hasWholeData), fold };
  return own ?? unobservedBy(gate, failures, moment).failures[0] ?? (ruling === null ? (failures[0] ?? null) : null);
};

const failureWords = ({ data }: Envelope): string => {
  const { stage, message } = data as EventData<'HookFailed'>;
  const [line = ''] = message.split('\n');
  if (stage === 'load') return `It judged without the history of the log, which could not be read: ${line}`;
  return stage.startsWith('observe ')
    ? `What it looks at (${stage.slice('observe '.length)}) could not be observed: ${line}`
    : `docket failed (${stage}): ${line}`;
};

/** An outcome of a call whose request the gate would have judged, where that request was not recorded. */
const isRequestMissing = ({ gate, call, session }: AskedSilence): boolean => {
  const { event } = call.trigger;
  if (event.call === null || (event.type !== 'ToolCompleted' && event.type !== 'ToolFailed')) return false;
  if (!gate.on({ ...event, type: 'ToolRequested' })) return false;
  return !session.some(({ event: other }) => other.call === event.call && other.type === 'ToolRequested');
};

type Silent = (reason: SilenceReason, detail: string, more?: Partial<Silence>) => Silence;

const firedSilence = (
  verdict: Verdict,
  { verdicts, decision }: EventData<'GatesRuled'>,
  { call, fold }: AskedSilence,
  silent: Silent,
): Silence => {
  const conditions = verdict.conditions.filter(({ holds }) => !holds);
  const more = { verdict, conditions };
  const trigger = call.trigger.event;
  if (verdict.mode === 'monitor') {
    const isWhole = fold.view(trigger.stream, trigger.worktree, call.facts).policy.policy?.mode === 'monitor';
    return silent(
      'monitor',
      `It would have said ${verdict.decision}, and ${isWhole ? 'the policy as a whole' : 'it'} was in monitor mode: that was only logged.`,
      more,
    );
  }
  const { answered } = combine(verdicts, fold.view(trigger.stream, trigger.worktree, call.facts));
  const isVoid = verdict.decision === 'allow' || verdict.decision === 'rewrite';
  const stronger = answered[0];
  if (!answered.includes(verdict) || (isVoid && (decision === 'deny' || decision === 'ask') && stronger !== verdict)) {
    return silent(
      'outweighed',
      `It said ${verdict.decision}, which has no place beside the ${stronger?.decision} of ${stronger?.rule}.`,
      more,
    );
  }
  const isToldLater = decision === 'advise' && trigger.type === 'SubagentStopped';
  if (call.answer === null && !isToldLater) {
    return silent(
      'answer-lost',
      `It said ${verdict.decision}, and the hook ended before the answer was written to the host.`,
      more,
    );
  }
  return { ...silent('fired', verdict.reason, more), fired: true };
};

const passedSilence = (verdict: Verdict, name: string, silent: Silent): Silence => {
  const kept = verdict.limits.filter(({ holds }) => !holds);
  if (verdict.rule.endsWith('/not-consulted')) {
    return silent('not-consulted', verdict.reason, { verdict, conditions: kept });
  }
  const open = verdict.conditions.filter(({ holds }) => !holds);
  if (verdict.waived !== undefined) {
    return silent('waived', verdict.reason, { verdict, conditions: open });
  }
  if (verdict.decision !== 'pass') {
    const detail = `Today's gates would say ${verdict.decision}; those of that time said nothing of ${name}.`;
    return silent('changed-since', detail, { verdict, conditions: open });
  }
  if (open.length > 0) return silent('limit', verdict.reason, { verdict, conditions: [...open, ...kept] });
  const names = verdict.conditions.map((condition) => condition.name).join(', ');
  const detail = names === '' ? verdict.reason : `What it requires held: ${names}.`;
  return silent('condition-held', detail, { verdict, conditions: verdict.conditions });
};

/** Nothing was ruled: no gate had to say anything, or the hook never came to it. */
const unruled = (asked: AskedSilence, silent: Silent): Silence => {
  const { call, fold, gate } = asked;
  const trigger = call.trigger.event;
  const { verdicts, policy } = rejudge(call, fold);
  const judging = gatesFor(GATES, trigger, policy);
  if (verdicts.length === 0 && judging.every(({ seldom }) => seldom === true)) {
    return silent(
      'not-about',
      `${gate.name} has something to say only now and then, and had nothing to say of this ${wordsFor(trigger)}.`,
    );
  }
  return silent(
    'killed',
    'The hook recorded the event and ended before it ruled: it was killed, ran out of time or crashed.',
  );
};

/** What a rule says by itself, all others off. */
const judgedAlone = ({ gate, call, fold }: AskedSilence, rule: string): Verdict | undefined => {
  const { policy } = rejudge(call, fold);
  const settings = policy.gates[gate.name];
  if (settings === undefined) return undefined;
  const rules = Object.fromEntries(
    gate.rules.map(
      ({ id }) => [shortId(id), id === rule ? (modeOf(policy, gate.name, rule) ?? 'off') : 'off'] as const,
    ),
  );
  const alone: Policy = { ...policy, gates: { ...policy.gates, [gate.name]: { ...settings, rules } } };
  return rejudge(call, fold, { policy: alone }).verdicts.find((one) => one.gate === gate.name);
};

const shortId = (rule: string): string => rule.slice(rule.indexOf('/') + 1);

const modeOf = (policy: Policy, gate: string, rule: string | null): GateMode => {
  const settings = policy.gates[gate];
  return (rule === null ? undefined : settings?.rules[shortId(rule)]) ?? settings?.mode ?? 'off';
};

/** A gate that is off may have rules that are not. Of one of the project they may not be known. */
const isOff = (policy: Policy, gate: Gate, rule: string | null): boolean => {
  const rules = rule === null ? gate.rules.map(({ id }) => id) : [rule];
  return rules.length === 0
    ? modeOf(policy, gate.name, null) === 'off'
    : rules.every((id) => modeOf(policy, gate.name, id) === 'off');
};

/** Who says so: the preset, or what the project or the user wrote. */
const sourceOf = (policy: Policy, gate: string, rule: string | null): string => {
  const preset = PRESETS[policy.preset]?.[gate];
  const ofPreset = (rule === null ? undefined : preset?.rules?.[shortId(rule)]) ?? preset?.mode ?? 'off';
  return ofPreset === modeOf(policy, gate, rule)
    ? `so says the preset ${policy.preset}`
    : `a policy file says so, where the preset ${policy.preset} has it on ${ofPreset}`;
};

const notOn = (gate: Gate, trigger: Envelope): string => {
  const names = hostEventsOf(gate);
  const here = hostEventName(trigger.type);
  const judges = `${gate.name} judges ${names.join(', ')}`;
  return here !== undefined && names.includes(here)
    ? `${judges}, and not of such a tool or agent as here (${wordsFor(trigger)}).`
    : `${judges}; this is ${here ?? trigger.type}.`;
};

const wordsFor = ({ type, data }: Envelope): string =>
  typeof data['tool_name'] === 'string'
    ? `${hostEventName(type) ?? type} of ${data['tool_name']}`
    : (hostEventName(type) ?? type);
