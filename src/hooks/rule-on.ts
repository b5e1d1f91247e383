import type { Data, Envelope, EventDraft } from '../events/envelope.ts';
import { errorCode } from '../events/log-fs.ts';
import type { EventData, Policy, Verdict } from '../events/schemas.ts';
import { combine, type Ruling } from '../gates/combine.ts';
import { withCustomGates } from '../gates/custom/custom-gates.ts';
import { factsFrom } from '../gates/facts.ts';
import type { Gate } from '../gates/gate.ts';
import { gatesAbout } from '../gates/gates-about.ts';
import { type GateFailure, gatesFor, gatesThatCost, judge } from '../gates/judge.ts';
import type { Fold, View } from '../projections/fold.ts';
import type { HookDeps } from './deps.ts';
import { type Observed, observe, observeFacts, observePreferred } from './observers/observe.ts';
import { type PolicyFiles, readPolicyFiles, unchangedPolicy } from './observers/policy.ts';
import type { CallPlace } from './place.ts';

export interface RuleInput {
  readonly trigger: Envelope;
  readonly toolInput: unknown;
  /** All that the host sent, before anything was redacted or cut. */
  readonly payload: Data;
  readonly place: CallPlace;
  readonly policyDir: string;
  /** The folder of docket's files; absent where nothing is to be kept. */
  readonly root?: string;
  /** What is in the policy files, where somebody read them already. */
  readonly policyFiles?: PolicyFiles;
  readonly fold: Fold;
  /** The trigger itself when it could not be recorded, so that the fold does not know it. */
  readonly unfolded: readonly Envelope[];
  readonly stateKnown: boolean;
  /** What an earlier delivery of the same event recorded. */
  readonly known: readonly Envelope[];
  /** The ruling of that delivery, which is given again. */
  readonly given?: Envelope | null;
  readonly deps: HookDeps;
  readonly encode: (draft: EventDraft) => Envelope;
  /** Makes what the answer needs before the verdict is recorded; returns the fact that it cannot be made. */
  readonly prepare?: (moved: NonNullable<Verdict['moved']>) => EventDraft | null;
  /** What to take for granted instead of what is: only `docket gates` asks that. */
  readonly assume?: Assumptions;
}

export interface Assumptions {
  readonly policy: Policy | null;
  /** `events`: what the view knows beside the log, the trigger first. */
  readonly state: (state: View, where: { readonly stream: string; readonly events: readonly Envelope[] }) => View;
}

export interface Ruled {
  /** Facts and a changed policy, to be recorded before the ruling. */
  readonly observed: readonly Envelope[];
  /** Whether any gate judges such events under the policy. */
  readonly isJudged: boolean;
  readonly verdicts: readonly Verdict[];
  readonly failures: readonly GateFailure[];
  readonly ruling: Ruling;
  readonly policy: Policy;
  readonly fingerprint: string;
  /** What is wrong with the policy files. */
  readonly problems: readonly string[];
  /** What the user prefers. */
  readonly preferences: View['preferences'];
}

/**
 * Observes what the gates ask for and judges: the middle of a hook call, without writing anything. When docket itself
 * fails, that is an event, and only gates whose policy is to fail closed say anything.
 */
export const ruleOn = async (input: RuleInput): Promise<Ruled> => {
  try {
    const { given } = input;
    if (given !== null && given !== undefined) return ruleAgain(input, given);
    const { deps } = input;
    // A copy of them would ask for the working folder, which costs a hook more than most of what it does.
    return await observeAndJudge(deps.looks === undefined ? { ...input, deps: { ...deps, looks: new Map() } } : input);
  } catch (error) {
    return judgeInTheDark(input, error);
  }
};

const observeAndJudge = async (input: RuleInput): Promise<Ruled> => {
  const { trigger, fold, place, deps } = input;
  const viewWith = (further: readonly Envelope[], worktree = trigger.worktree): View => {
    const events = [...input.unfolded, ...further];
    const state = fold.view(trigger.stream, worktree, events);
    if (input.assume === undefined) return state;
    const { policy: assumed } = input.assume;
    const under = assumed === null ? state : { ...state, policy: { ...state.policy, policy: assumed } };
    return input.assume.state(under, { stream: trigger.stream, events });
  };
  const stateBefore = viewWith(input.known);
  const loaded = await loadPolicy(input, stateBefore);
  const { policy } = loaded;
  const before = loaded.events.length === 0 ? stateBefore : viewWith([...input.known, ...loaded.events]);
  const isCustom = policy.customGates !== undefined;
  const gates = isCustom ? withCustomGates(gatesAbout(trigger, policy), policy) : gatesAbout(trigger, policy);
  const freeGates = gatesThatCost(gates, false);
  let free = await observe({ ...input, state: before, gates: freeGates, policy });
  if (isCustom) {
    const { askCustomGates } = await import('./custom-gates/ask-custom-gates.ts');
    free = await askCustomGates({ ...input, state: before, gates, policy }, free);
  }
  const judgeFrom = (from: readonly Gate[], { events: observed, unobserved }: Observed) => {
    const known = [...input.known, ...observed];
    const facts = factsFrom(known);
    const state = viewWith(known, facts.file()?.data.worktree ?? place.worktree);
    const { stateKnown } = input;
    const stateIn = (worktree: string): View => viewWith(known, worktree);
    const judged = judge({ gates: from, trigger, state, stateIn, facts, policy, stateKnown, unobserved });
    return { observed, ...judged, ruling: combine(judged.verdicts, state), preferences: state.preferences };
  };
  /** Judges again where careful mode decides, and the user changed since whether it is on. */
  const judgeWithCare = async (from: readonly Gate[], observed: Observed) => {
    const first = judgeFrom(from, observed);
    if (!first.asksForPreferences) return first;
    const state = viewWith([...input.known, ...observed.events]);
    const { events } = await observePreferred({ ...input, state });
    return events.length === 0 ? first : judgeFrom(from, { ...observed, events: [...observed.events, ...events] });
  };
  let seen: Observed = { ...free, events: [...loaded.events, ...free.events] };
  let judged = await judgeWithCare(freeGates, seen);
  const costly = gatesFor(gatesThatCost(gates, true), trigger, policy);
  if (costly.length > 0) {
    const known = [...input.known, ...judged.observed];
    const isDenied = judged.ruling.decision === 'deny';
    const more = isDenied ? NOTHING : await observeFacts({ ...input, known, state: before, gates: costly, policy });
    seen = { events: [...judged.observed, ...more.events], unobserved: [...seen.unobserved, ...more.unobserved] };
    judged = await judgeWithCare(gates, seen);
  }
  const refused = input.prepare?.(movedBy(judged.ruling)) ?? null;
  // A rewritten command that fails would be worse than the original one.
  if (refused !== null) judged = judgeFrom(gates, { ...seen, events: [...judged.observed, input.encode(refused)] });
  deps.onStage?.('rule');
  const isJudged = judged.verdicts.length > 0 || gatesFor(gates, trigger, policy).some(({ seldom }) => seldom !== true);
  return { ...loaded, ...judged, isJudged };
};

/** The files that the command writes elsewhere when the ruling is answered. */
const movedBy = ({ decision, answered }: Ruling): NonNullable<Verdict['moved']> =>
  decision === 'rewrite' || decision === 'ask' ? answered.flatMap(({ moved }) => moved ?? []) : [];

const ruleAgain = ({ trigger, fold, known }: RuleInput, given: Envelope): Ruled => {
  const { verdicts, policy: fingerprint } = given.data as EventData<'GatesRuled'>;
  const state = fold.view(trigger.stream, trigger.worktree, known);
  return {
    observed: [],
    isJudged: true,
    verdicts,
    failures: [],
    ruling: combine(verdicts, state),
    policy: state.policy.policy ?? NO_POLICY,
    fingerprint,
    problems: state.policy.problems,
    preferences: state.preferences,
  };
};

const judgeInTheDark = ({ trigger, fold, unfolded, encode }: RuleInput, error: unknown): Ruled => {
  const state = fold.view(trigger.stream, trigger.worktree, unfolded);
  const policy = state.policy.policy ?? NO_POLICY;
  const facts = factsFrom([]);
  const { verdicts, failures } = judge({
    gates: gatesInTheDark(trigger, policy),
    trigger,
    state,
    facts,
    policy,
    stateKnown: false,
  });
  const closed = verdicts.filter(({ rule }) => rule.endsWith('/fail-closed'));
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return {
    observed: [encode({ type: 'HookFailed', call: null, data: { stage: 'rule', code: errorCode(error), message } })],
    isJudged: closed.length > 0,
    verdicts: closed,
    failures,
    ruling: combine(closed, state),
    policy,
    fingerprint: state.policy.fingerprint ?? 'none',
    problems: [],
    preferences: state.preferences,
  };
};

/** Where half of an installation is there, not even the gates may be. */
const gatesInTheDark = (trigger: Envelope, policy: Policy): readonly Gate[] => {
  try {
    return gatesAbout(trigger, policy);
  } catch {
    return [];
  }
};

const NOTHING: Observed = { events: [], unobserved: [] };

const NO_POLICY: Policy = { preset: 'observe', gates: {} };

interface LoadedPolicy {
  readonly policy: Policy;
  readonly fingerprint: string;
  readonly problems: readonly string[];
  readonly events: readonly Envelope[];
}

const loadPolicy = async (
  { policyDir, policyFiles, deps, encode, trigger, assume }: RuleInput,
  state: View,
): Promise<LoadedPolicy> => {
  const assumed = assume?.policy ?? null;
  if (assumed !== null) return { policy: assumed, fingerprint: 'assumed', problems: [], events: [] };
  const files = policyFiles ?? readPolicyFiles(policyDir, deps.env);
  const { fingerprint } = files;
  const unchanged = unchangedPolicy(state.policy, files);
  if (unchanged !== null) return { policy: unchanged, fingerprint, problems: state.policy.problems, events: [] };
  const resolved = (await deps.loadPolicy()).resolvePolicy(files.sources);
  // A file that cannot be read must not open the gates that it closed a moment ago.
  const kept = resolved.broken ? state.policy.policy : null;
  const policy = kept ?? resolved.policy;
  const sources = files.sources.map(({ path }) => path);
  const problems = [...resolved.problems, ...(kept === null ? [] : ['Until then the policy from before holds'])];
  const event = encode({
    type: 'PolicyLoaded',
    cause: trigger.id,
    call: null,
    data: { fingerprint, sources, problems, policy },
  });
  return { policy, fingerprint, problems, events: [event] };
};
