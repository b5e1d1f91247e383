import type { Envelope } from '../events/envelope.ts';
import type { Decision, Edit, Policy, Verdict } from '../events/schemas.ts';
import type { View } from '../projections/fold.ts';
import { isCarefulAbout } from './careful.ts';
import { carefulVerdict } from './careful-verdict.ts';
import { combine } from './combine.ts';
import type { FactRequest, Facts } from './facts.ts';
import { type Gate, type GateContext, type Judgement, type Rule, shortened } from './gate.ts';
import { waivedVerdict } from './waived-verdict.ts';

export interface JudgeInput {
  readonly gates: readonly Gate[];
  readonly trigger: Envelope;
  /** The states the gates see, after the trigger and its facts. */
  readonly state: View;
  readonly stateIn?: GateContext['stateIn'];
  readonly facts: Facts;
  readonly policy: Policy;
  /** False when the log could not be read: what the state says then means nothing. */
  readonly stateKnown: boolean;
  /** Facts that were asked for and could not be observed. */
  readonly unobserved?: readonly FactRequest[];
}

export interface GateFailure {
  readonly gate: string;
  readonly message: string;
}

export interface Judged {
  readonly verdicts: readonly Verdict[];
  readonly failures: readonly GateFailure[];
  /** Whether any of them is another one in careful mode than out of it, so that it matters whether that is on. */
  readonly asksForPreferences: boolean;
}

/** The gates that judge an event under a policy: switched on, and about such events. */
export const gatesFor = (gates: readonly Gate[], trigger: Envelope, policy: Policy): Gate[] =>
  gates.filter((gate) => isSwitchedOn(gate.name, policy) && gate.on(trigger));

/** Whether a gate judges anything under a policy, as a whole or with some of its rules. */
export const isSwitchedOn = (gate: string, policy: Policy): boolean => {
  const settings = policy.gates[gate];
  return settings !== undefined && (settings.mode !== 'off' || hasActiveRule(settings));
};

/** What a policy tells the rules of a gate. */
export const settingsFor = (gate: string, policy: Policy | null): Pick<GateContext, 'options' | 'mayAllow'> => {
  const { mode, rules, options } = policy?.gates['auto-review'] ?? {};
  const mayAllow = (rules?.['safe'] ?? mode) === 'enforce' && options?.['allow'] === true;
  return { options: policy?.gates[gate]?.options ?? {}, mayAllow };
};

/** Those that cost something, or those that do not. */
export const gatesThatCost = (gates: readonly Gate[], costs: boolean): Gate[] =>
  gates.filter((gate) => (gate.costs === true) === costs);

/**
 * Runs the gates in order, those that cost something after all others. Pure: the same input gives the same verdicts.
 * Modes, escalation and postures are applied here, so that gates only state what they require.
 */
export const judge = (input: JudgeInput): Judged => {
  const active = gatesFor(input.gates, input.trigger, input.policy);
  const verdicts = new Map<Gate, readonly Verdict[]>();
  const noted: Noted = { failures: [], isCareful: false };
  const cheap: Verdict[] = [];
  for (const gate of active) {
    if (gate.costs === true) continue;
    const own = verdictsOf(gate, input, cheap, noted);
    verdicts.set(gate, own);
    cheap.push(...own);
  }
  for (const gate of gatesThatCost(active, true)) {
    const { decision, answered } = combine(cheap, input.state);
    const isDenied = decision === 'deny';
    verdicts.set(gate, isDenied ? [notConsulted(gate, input, answered)] : verdictsOf(gate, input, cheap, noted));
  }
  const { failures, isCareful } = noted;
  return { verdicts: active.flatMap((gate) => verdicts.get(gate) ?? []), failures, asksForPreferences: isCareful };
};

/** What comes out beside verdicts. */
interface Noted {
  readonly failures: GateFailure[];
  isCareful: boolean;
}

const verdictsOf = (gate: Gate, input: JudgeInput, before: readonly Verdict[], noted: Noted): Verdict[] => {
  const settings = input.policy.gates[gate.name] as GatePolicy;
  const missing = settings.failClosed ? whatIsMissing(gate, input) : null;
  if (missing !== null) return [closedVerdict(gate, settings, missing)];
  try {
    return judgeGate(gate, settings, input, before, noted);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    noted.failures.push({ gate: gate.name, message });
    return settings.failClosed ? [closedVerdict(gate, settings, `the gate failed (${message})`)] : [];
  }
};

type GatePolicy = Policy['gates'][string];

/** UTF-16 units; a longer reason would make the verdict a blob, and nobody would read it. */
const LONGEST_REASON = 1_000;
const LONGEST_CAUSE = 800;
/** So that it stands in the log's line as a whole. */
const LONGEST_CONTEXT = 8_000;

const whatIsMissing = (gate: Gate, input: JudgeInput): string | null => {
  const { trigger, facts, state, stateKnown, unobserved = [], policy } = input;
  if (!stateKnown) return 'its log cannot be read';
  const missing = gate
    .needs(trigger, facts, policy.gates[gate.name]?.options ?? {}, state)
    .filter((request) => unobserved.includes(request));
  return missing.length === 0 ? null : `a fact could not be observed (${missing.join(', ')})`;
};

const hasActiveRule = (settings: GatePolicy): boolean => Object.values(settings.rules).some((mode) => mode !== 'off');

/** One verdict for each rule that fires or is waived, or one that says the gate passed. */
const judgeGate = (
  gate: Gate,
  settings: GatePolicy,
  input: JudgeInput,
  before: readonly Verdict[],
  noted: Noted,
): Verdict[] => {
  const { trigger, state, facts, stateIn } = input;
  const rules = gate.rulesAbout?.(facts, state, trigger) ?? gate.rules;
  if (rules.length === 0) return [];
  const seen = { trigger, state, facts, ...(stateIn === undefined ? {} : { stateIn }) };
  const context: GateContext = { ...seen, ...settingsFor(gate.name, input.policy), before };
  const fired: Verdict[] = [];
  const passed: Verdict[] = [];
  for (const rule of rules) {
    const mode = settings.rules[rule.id.slice(gate.name.length + 1)] ?? settings.mode;
    if (mode === 'off') continue;
    const judgement = rule.judge(context);
    if (judgement === null) continue;
    const own = withCare(verdictOf(gate, rule, judgement, mode, context), { gate, rule, judgement, input, noted });
    if (own.decision === 'pass') passed.push(own);
    else fired.push(withWaiver(own, input));
  }
  if (fired.length > 0) return fired;
  return passed.length === 0 ? [] : [mergePassed(passed)];
};

const verdictOf = (
  gate: Gate,
  rule: Rule,
  judgement: Judgement,
  mode: Verdict['mode'],
  context: GateContext,
): Verdict => {
  const escalation = typeof rule.decision === 'string' ? null : rule.decision;
  const limits = [...(judgement.limits ?? []), ...(judgement.sparing ?? [])];
  const open = judgement.conditions.filter(({ holds }) => !holds);
  let decision: Decision =
    open.length === 0 || limits.some(({ holds }) => !holds) ? 'pass' : (judgement.atMost ?? plainDecision(rule));
  if (escalation !== null && decision !== 'pass') {
    const step = escalate(gate.name, mode, context);
    decision = step.decision;
    limits.push(step.limit);
  }
  const because = [...new Set([...judgement.conditions, ...limits].flatMap((condition) => condition.because))];
  return {
    gate: gate.name,
    rule: rule.id,
    decision,
    mode,
    reason: shortened(reasonFor(decision, judgement, open.length === 0), LONGEST_REASON),
    conditions: [...judgement.conditions],
    limits,
    because,
    ...(decision === 'rewrite' && judgement.rewrite !== undefined
      ? { edits: { field: judgement.rewrite.field, edits: onceEach(judgement.rewrite.edits) }, ...movedOf(judgement) }
      : {}),
    ...(decision === 'allow' && judgement.answers !== undefined ? { answers: [...judgement.answers] } : {}),
    ...(decision === 'advise' && escalation !== null ? { strikeEnds: [...escalation.strikeEnds] } : {}),
    ...(decision === 'advise' && judgement.tells !== undefined ? { tells: [...judgement.tells] } : {}),
    ...(decision === 'advise' && judgement.context !== undefined
      ? { context: shortened(judgement.context, LONGEST_CONTEXT) }
      : {}),
  };
};

interface Cared {
  readonly gate: Gate;
  readonly rule: Rule;
  readonly judgement: Judgement;
  readonly input: JudgeInput;
  readonly noted: Noted;
}

/** In careful mode what would ask, rewrite or only warn is a denial, which says so. */
const withCare = (verdict: Verdict, { gate, rule, judgement, input, noted }: Cared): Verdict => {
  const { conditions, limits = [] } = judgement;
  if (verdict.decision === 'deny' || !isCarefulAbout(rule, gate.name, input.trigger, input.policy)) return verdict;
  if (conditions.every(({ holds }) => holds) || limits.some(({ holds }) => !holds)) return verdict;
  noted.isCareful = true;
  const { preferences } = input.state;
  return preferences.careful ? carefulVerdict(verdict, rule, judgement, preferences) : verdict;
};

/** What somebody waived is a pass that says so. Nothing is worked out where nobody waived anything. */
const withWaiver = (verdict: Verdict, { trigger, state, stateKnown, policy }: JudgeInput): Verdict => {
  const granted = stateKnown ? state.waivers.granted : [];
  return granted.length === 0 && policy.waivers === undefined
    ? verdict
    : waivedVerdict(verdict, trigger, granted, policy);
};

const movedOf = ({ rewrite }: Judgement): Pick<Verdict, 'moved'> =>
  rewrite?.moved === undefined ? {} : { moved: [...rewrite.moved] };

/** What stands in a loop is found once for each round, and changed once. */
const onceEach = (edits: readonly Edit[]): Edit[] => [
  ...new Map(edits.map((edit) => [`${edit.start} ${edit.end} ${edit.text}`, edit])).values(),
];

const plainDecision = (rule: Rule): Decision =>
  typeof rule.decision === 'string' ? rule.decision : rule.decision.next;

const escalate = (
  gate: string,
  mode: Verdict['mode'],
  { state, options }: GateContext,
): { decision: Decision; limit: Verdict['limits'][number] } => {
  const strikes = state.strikes[gate];
  // Under monitor no warning reaches anybody, so those that would have are counted instead.
  const warnings = [...(strikes?.delivered ?? []), ...(mode === 'monitor' ? (strikes?.monitored ?? []) : [])];
  const warned = warnings.length > 0;
  const onlyAdvises = options['atMost'] === 'advise';
  const repeatAllowed = !warned || !onlyAdvises;
  const limit = {
    name: onlyAdvises ? 'not-warned-yet' : 'warned-before',
    holds: onlyAdvises ? !warned : true,
    actual: warnings.length,
    because: warnings,
    remedy: null,
  };
  if (!repeatAllowed) return { decision: 'pass', limit };
  return { decision: warned ? 'deny' : 'advise', limit };
};

const reasonFor = (decision: Decision, judgement: Judgement, allHold: boolean): string => {
  if (decision !== 'pass') return judgement.reason;
  if (allHold) return 'Every condition holds.';
  const limit = judgement.limits?.find(({ holds }) => !holds);
  return `Does not fire${limit === undefined ? ': the agent was warned already' : ` (${limit.name})`}. ${judgement.reason}`;
};

/** What is told is why a rule did not fire although something is open; where nothing is, that. */
const mergePassed = (verdicts: readonly Verdict[]): Verdict => {
  const open = verdicts.find(({ conditions }) => conditions.some(({ holds }) => !holds));
  return {
    ...(open ?? (verdicts[0] as Verdict)),
    conditions: verdicts.flatMap(({ conditions }) => conditions),
    limits: verdicts.flatMap(({ limits }) => limits),
    because: [...new Set(verdicts.flatMap(({ because }) => because))],
  };
};

/** What a gate that costs something says where its word would change nothing. */
const notConsulted = (gate: Gate, { policy }: JudgeInput, answered: readonly Verdict[]): Verdict => {
  const [denied] = answered as [Verdict, ...Verdict[]];
  return {
    gate: gate.name,
    rule: `${gate.name}/not-consulted`,
    decision: 'pass',
    mode: policy.gates[gate.name]?.mode === 'monitor' ? 'monitor' : 'enforce',
    reason: `Not consulted: ${denied.rule} stopped the call already.`,
    conditions: [],
    limits: [
      { name: 'no-other-gate-denied', holds: false, actual: denied.rule, because: [...denied.because], remedy: null },
    ],
    because: [...denied.because],
  };
};

const closedVerdict = (gate: Gate, settings: GatePolicy, why: string): Verdict => ({
  gate: gate.name,
  rule: `${gate.name}/fail-closed`,
  decision: 'deny',
  mode: settings.mode === 'monitor' ? 'monitor' : 'enforce',
  reason: `docket cannot judge this: ${shortened(why, LONGEST_CAUSE)}, and the policy says that ${gate.name} then denies.`,
  conditions: [
    {
      name: 'docket-can-judge',
      holds: false,
      actual: shortened(why, LONGEST_CAUSE),
      because: [],
      remedy: 'Run docket status to see what failed, mend it, and try again.',
    },
  ],
  limits: [],
  because: [],
});
