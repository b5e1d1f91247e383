import type { Envelope } from '../../events/envelope.ts';
import type { LogLine } from '../../events/log-reader.ts';
import { formatPosition } from '../../events/position.ts';
import type { EventData, Policy, Verdict } from '../../events/schemas.ts';
import { combine } from '../../gates/combine.ts';
import { GATES } from '../../gates/gates.ts';
import { gatesFor } from '../../gates/judge.ts';
import { type Fold, startFold } from '../../projections/fold.ts';
import type { CallLine, RecordedCall } from '../recorded-calls.ts';
import { NO_POLICY, type Rejudged, rejudge } from '../rejudge.ts';
import { verdictsIn } from '../summary.ts';
import type { Unknown } from '../unknown-facts.ts';
import { hasWholeData } from '../whole-data.ts';
import { foundBy, type InPlace, inPlaceOfAnswer, inPlaceOfRuling, newRuling, type Outcome } from './hypothetical.ts';
import { judgesAlike, type PolicyChange, remembered } from './policy-change.ts';
import { keyOf, NOTHING_SAID, type Said, saidIn } from './said.ts';
import { shapedOtherwise } from './shaped-facts.ts';

/**
 * Why a gate says something else: the other policy alone (`policy`), what that made of the session so far (`state`), both,
 * or today's gates, which judge otherwise under the recorded policy as well (`gates`).
 */
export type Origin = 'policy' | 'state' | 'both' | 'gates';

/** What was said of an event, and what would be. */
export interface Comparison {
  readonly call: RecordedCall;
  /** Null where no gate judged it. */
  readonly was: Said | null;
  readonly now: Said;
  /** The policies. */
  readonly under: { readonly was: Policy; readonly now: Policy };
  /** Of each gate that says something else, why. */
  readonly origins: ReadonlyMap<string, Origin>;
  /** Gates whose word rests on facts that nobody recorded, with what they would say from the rest. */
  readonly unknown: readonly UnknownWord[];
}

export interface UnknownWord extends Unknown {
  readonly verdicts: readonly Verdict[];
}

/** Events in place of recorded ones, by position: what other sessions can notice of a session under the other policy. */
export type Edits = ReadonlyMap<string, readonly Envelope[]>;

export interface CounterfactualOptions {
  readonly change: PolicyChange;
  /** Whether a session is judged; the others are taken as they were recorded, or as `edits` says. */
  readonly isJudged?: (stream: string) => boolean;
  readonly edits?: Edits;
  /** Events to leave out, as if they had not happened. */
  readonly isMuted?: (event: Envelope) => boolean;
  /** Judge everything again, also where nothing can have changed. */
  readonly thorough?: boolean;
  /** Say why verdicts differ also where no answer does, as under monitor. */
  readonly everyVerdict?: boolean;
}

export interface Counterfactual {
  /** Goes on by the next line. Returns what was judged there, for lines that gates judge. */
  readonly next: (line: CallLine) => Comparison | null;
  /** Ends it: what other sessions can notice, and how many events no hook came to judge. */
  readonly end: () => { readonly edits: Edits; readonly unruled: number };
}

/** What is known of so many calls is remembered: another delivery's ruling may stand far behind. */
const MOST_OUTCOMES = 8_192;

/**
 * Folds a log twice: as it was recorded, and as it would be under another policy. The second fold goes on with the rulings,
 * answers and findings that the other policy makes in place of the recorded ones, so that strikes, contexts told once and
 * blocks are those of that policy. What the agent, the person and the files did is taken to be what was recorded.
 */
export const startCounterfactual = (options: CounterfactualOptions): Counterfactual => {
  const { isJudged = () => true, edits: given = new Map(), isMuted = () => false } = options;
  const { thorough = false, everyVerdict = false } = options;
  const change = remembered(options.change);
  const recorded = startFold();
  const other = startFold();
  const outcomes = new Map<string, Outcome>();
  const results = new Set<string>();
  const late = new Map<string, readonly Envelope[]>();
  const edits = new Map<string, readonly Envelope[]>();
  const changed = new Set<string>();
  let inForce: Policy = NO_POLICY;
  let waiting: Waiting = NOTHING_WAITS;
  let isShared = false;
  let unruled = 0;

  const noteEdit = (line: LogLine, now: readonly Envelope[]): void => {
    if (isSame(now, [line.event])) return;
    changed.add(line.event.stream);
    if (isSame(now.filter(isNoticed), [line.event].filter(isNoticed))) return;
    edits.set(formatPosition(line.position), now);
    isShared = true;
  };

  /** What stands in the place of an event of a session that is judged. */
  const inPlaceOf = (line: LogLine): InPlace => {
    const { event } = line;
    const asItIs = { events: [event], behind: [] };
    if (event.type === 'GatesRuled' || event.type === 'AnswerSent') {
      const outcome = outcomes.get(String(event.data['event']));
      if (outcome === undefined) return asItIs;
      results.add(event.id);
      return event.type === 'GatesRuled' ? inPlaceOfRuling(line, outcome) : inPlaceOfAnswer(line, outcome);
    }
    const isOfResult = FINDINGS.has(event.type) && event.cause !== null && results.has(event.cause);
    return isOfResult || isOfOffRunner(event, inForce, change) ? { events: [], behind: [] } : asItIs;
  };

  /** Applies what waits behind the line before. Returns the one event of it that a recorded line now stands for. */
  const applyBehind = (next: Envelope | null): Envelope | null => {
    const { line, events, behind } = waiting;
    const recorded =
      next !== null && FINDINGS.has(next.type)
        ? behind.find(({ type, cause }) => type === next.type && cause === next.cause)
        : undefined;
    const others = behind.filter((event) => event !== recorded);
    for (const event of others) other.apply(event);
    if (line !== null) noteEdit(line, [...events, ...others]);
    waiting = NOTHING_WAITS;
    return recorded === undefined || next === null ? null : { ...recorded, id: next.id };
  };

  const next = (callLine: CallLine): Comparison | null => {
    const { line, call } = callLine;
    const { event } = line;
    const stands = applyBehind(event);
    if (event.type === 'PolicyLoaded' && hasWholeData(event))
      inForce = (event.data as EventData<'PolicyLoaded'>).policy;
    if (!isJudged(event.stream)) {
      recorded.apply(event);
      const edit = given.get(formatPosition(line.position));
      isShared ||= edit !== undefined;
      for (const each of edit ?? [event]) other.apply(each);
      return null;
    }
    if (isMuted(event)) {
      recorded.apply(event);
      changed.add(event.stream);
      isShared = true;
      return null;
    }
    const isRepeat = recorded.apply(event) !== null;
    const made = stands === null ? inPlaceOf(line) : { events: [stands], behind: [] };
    for (const each of made.events) other.apply(each);
    const behind = [...made.behind, ...(late.get(event.id) ?? [])];
    late.delete(event.id);
    if (made.events[0] !== event || behind.length > 0) waiting = { line, events: made.events, behind };
    return isRepeat || call === null ? null : judgeAgain(call, line);
  };

  const judgeAgain = (given: RecordedCall, line: LogLine): Comparison | null => {
    const call = { ...given, facts: given.facts.filter((fact) => !isMuted(fact)) };
    const was = thenOf(call);
    const underThen = policyAt(call) ?? inForce;
    const underNow = change(underThen);
    if (was === undefined) return null;
    const isSameState = !isShared && !changed.has(line.event.stream);
    const isUnchanged = !thorough && isSameState;
    const isAlike = judgesAlike(line.event, underThen, underNow);
    if (isUnchanged && isAlike && call.facts.length === given.facts.length) {
      if (was === null) return null;
      return { call, was, now: was, under: { was: underThen, now: underNow }, origins: NO_ORIGINS, unknown: [] };
    }
    if (was === null && !cameToRule(call, underThen, recorded)) {
      unruled += 1;
      return null;
    }
    const again = rejudge(call, other, { policy: underNow });
    const { now, unknown } = knownOf(again, call, was, underThen);
    const isRuled =
      now.verdicts.length > 0 || gatesFor(GATES, line.event, underNow).some(({ seldom }) => seldom !== true);
    const outcome = { call: given, was, now: asRecorded(now, was, call), isRuled, found: foundBy(call, now, other) };
    remember(outcome, underNow);
    const key = everyVerdict ? EVERY_KEY : ANSWERED_KEY;
    const about = { call, was: was ?? NOTHING_SAID, now: outcome.now, recorded, underNow, isSameState, keyOf: key };
    const origins = originsOf(about);
    return { call, was, now: outcome.now, under: { was: underThen, now: underNow }, origins, unknown };
  };

  const remember = (outcome: Outcome, { preset }: Policy): void => {
    const { call, was } = outcome;
    const { id } = call.trigger.event;
    if (was !== null) {
      outcomes.set(id, outcome);
      if (outcomes.size > MOST_OUTCOMES) outcomes.delete(outcomes.keys().next().value as string);
      return;
    }
    const events = newRuling(outcome, preset);
    if (events.length === 0) return;
    const last = call.facts.at(-1)?.id;
    if (last === undefined) {
      waiting = { line: call.trigger, events: [call.trigger.event], behind: events };
    } else late.set(last, events);
  };

  const end = () => {
    applyBehind(null);
    return { edits, unruled };
  };

  return { next, end };
};

/** What stands in place of a line, and what comes behind it before the next one. */
interface Waiting extends InPlace {
  readonly line: LogLine | null;
}

const NOTHING_WAITS: Waiting = { line: null, events: [], behind: [] };

const NO_ORIGINS: ReadonlyMap<string, Origin> = new Map();

/** What sessions share of docket's own words: findings, and what was told once for all. */
const isNoticed = ({ type, data }: Envelope): boolean =>
  FINDINGS.has(type) ||
  type.startsWith('TestRun') ||
  ((type === 'GatesRuled' || type === 'AnswerSent') &&
    verdictsIn(data).some(({ gate, tells }) => tells !== undefined || gate === 'workflow'));

const FINDINGS: ReadonlySet<string> = new Set(['FindingsRecorded', 'FindingsDelivered']);

const isSame = (one: readonly Envelope[], two: readonly Envelope[]): boolean =>
  one.length === two.length &&
  one.every(
    ({ type, data }, index) => type === two[index]?.type && JSON.stringify(data) === JSON.stringify(two[index]?.data),
  );

/** A run of docket's own runner, where that would be off. */
const isOfOffRunner = ({ type, provenance }: Envelope, inForce: Policy, change: PolicyChange): boolean =>
  provenance === 'worker' && type.startsWith('TestRun') && isRunnerOn(inForce) && !isRunnerOn(change(inForce));

export const isRunnerOn = ({ gates }: Policy): boolean => gates['test-runner']?.mode === 'enforce';

/** What was said then; null where nobody judged it, undefined where nobody can read what was. */
const thenOf = ({ ruling }: RecordedCall): Said | null | undefined => (ruling === null ? null : saidIn(ruling.event));

/** The policy that a call loaded itself. */
const policyAt = ({ facts }: RecordedCall): Policy | null => {
  const loaded = facts.findLast((fact) => fact.type === 'PolicyLoaded' && hasWholeData(fact));
  return loaded === undefined ? null : (loaded.data as EventData<'PolicyLoaded'>).policy;
};

/** Whether a hook whose call has no ruling lived to say nothing: no gate judged such events, or none had a word to say. */
const cameToRule = (call: RecordedCall, policy: Policy, recorded: Fold): boolean => {
  const trigger = call.trigger.event;
  if (trigger.provenance === 'import') return true;
  const gates = gatesFor(GATES, trigger, policy);
  if (gates.some(({ seldom }) => seldom !== true)) return false;
  return gates.length === 0 || rejudge(call, recorded).verdicts.length === 0;
};

/**
 * Without what gates say that were not asked then and lack facts: that is a guess, and stands apart. A gate that did judge
 * keeps its word, marked as one that rests on what nobody recorded.
 */
const knownOf = (
  { verdicts, unknown, state, policy, ruling }: Rejudged,
  call: RecordedCall,
  was: Said | null,
  underThen: Policy,
): { now: Said; unknown: UnknownWord[] } => {
  const trigger = call.trigger.event;
  const facts = new Map(unknown.map((each) => [each.gate, each.facts]));
  for (const gate of new Set(verdicts.map((verdict) => verdict.gate))) {
    const shaped = call.ruling === null ? [] : shapedOtherwise(gate, trigger, underThen, policy);
    if (shaped.length > 0) facts.set(gate, [...new Set([...(facts.get(gate) ?? []), ...shaped])]);
  }
  const words = [...facts].map(([gate, lacks]) => ({
    gate,
    facts: lacks,
    verdicts: verdicts.filter((verdict) => verdict.gate === gate),
  }));
  const isGuess = ({ gate }: Verdict): boolean =>
    facts.has(gate) && was?.verdicts.some((verdict) => verdict.gate === gate) !== true;
  if (!verdicts.some(isGuess)) {
    const { decision, nobodyCanAnswer, answered } = ruling;
    return { now: { decision, nobodyCanAnswer, verdicts, answered }, unknown: words };
  }
  const kept = verdicts.filter((verdict) => !isGuess(verdict));
  const { decision, nobodyCanAnswer, answered } = combine(kept, state);
  return { now: { decision, nobodyCanAnswer, verdicts: kept, answered }, unknown: words };
};

/** Redaction took words out of a recorded ruling: where that is all that differs, it is the same. */
const asRecorded = (now: Said, was: Said | null, { ruling }: RecordedCall): Said => {
  if (was === null || ruling === null || ruling.event.redacted.length === 0) return now;
  return now.decision === was.decision && gatesIn(was, now).every((gate) => isAlikeIn(gate, was, now)) ? was : now;
};

const gatesIn = (...all: readonly Said[]): string[] => [
  ...new Set(all.flatMap(({ verdicts }) => verdicts.map(({ gate }) => gate))),
];

const isAlikeIn = (gate: string, one: Said, other: Said): boolean =>
  keyOf(one.verdicts, gate) === keyOf(other.verdicts, gate);

interface OriginInput {
  readonly call: RecordedCall;
  readonly was: Said;
  readonly now: Said;
  readonly recorded: Fold;
  readonly underNow: Policy;
  /** The state is the recorded one, so that only the policy can make a difference. */
  readonly isSameState: boolean;
  readonly keyOf: KeyOf;
}

/** What of a gate's verdicts makes a difference. */
type KeyOf = (said: Said, gate: string) => string;

const originsOf = (input: OriginInput): ReadonlyMap<string, Origin> => {
  const { call, was, now, recorded, underNow, isSameState, keyOf: key } = input;
  const differing = gatesIn(was, now).filter((gate) => key(was, gate) !== key(now, gate));
  if (differing.length === 0) return NO_ORIGINS;
  const today = saidBy(rejudge(call, recorded));
  const byPolicy = isSameState ? now : saidBy(rejudge(call, recorded, { policy: underNow }));
  return new Map(
    differing.map((gate): [string, Origin] => {
      const [before, after, wouldBe] = [key(today, gate), key(now, gate), key(byPolicy, gate)];
      if (before === after) return [gate, 'gates'];
      if (wouldBe === before) return [gate, 'state'];
      return [gate, wouldBe === after ? 'policy' : 'both'];
    }),
  );
};

const saidBy = ({ verdicts, ruling: { decision, nobodyCanAnswer, answered } }: Rejudged): Said => ({
  ...{ decision, nobodyCanAnswer, verdicts, answered },
});

const ANSWERED_KEY: KeyOf = ({ answered }, gate) => keyOf(answered, gate);
const EVERY_KEY: KeyOf = ({ verdicts }, gate) => keyOf(verdicts, gate);
