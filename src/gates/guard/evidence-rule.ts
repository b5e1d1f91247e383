import type { EventDraft } from '../../events/envelope.ts';
import type { Condition } from '../../events/schemas.ts';
import type { View } from '../../projections/fold.ts';
import { type Standing, standingOf } from '../../projections/standing.ts';
import { hasPassed, knownTree } from '../evidence.ts';
import { type GateContext, type Rule, shownList, type Way } from '../gate.ts';
import { withoutActs } from '../without-acts.ts';
import { type AskedAct, askedActs } from './evidence-acts.ts';

/** What is known of the evidence for one act. */
export interface Found {
  readonly asked: AskedAct;
  readonly standing: Standing;
  /** Of the worktree in which the act works. */
  readonly state: View;
  /** Tests run in the same command, so that their result is not known yet. */
  readonly testsRun: boolean;
}

/** A rule that asks for evidence of what acts of git would record or bring in. */
export interface EvidenceRule {
  /** `guard/…` */
  readonly id: string;
  readonly decision: 'deny' | 'advise';
  readonly kinds: readonly string[];
  /** Of the evidence: `tests` or `proof`. */
  readonly kind: string;
  readonly requires: string;
  /** Why an act without it is stopped: one or two sentences; and what to do about it. */
  readonly words: (found: Found, context: GateContext) => { readonly reason: string; readonly remedy: string };
  /** Why it is not asked for where the project has nothing that could give it; null where it is asked for. */
  readonly excuse?: (found: Found, context: GateContext) => Condition | null;
  /** What opens it, and the event that would say so. */
  readonly opens: { readonly todo: (found: Found) => string; readonly event: (found: Found) => EventDraft };
}

/** Acts that are told one by one; a command of many is stopped by the first of them. */
const MOST_TOLD = 4;

/** Makes a rule of its description. It has nothing to say about a command without such acts. */
export const evidenceRule = (rule: EvidenceRule): Rule => ({
  id: rule.id,
  decision: rule.decision,
  judge: (context) => {
    const all = foundFor(rule, context);
    if (all.length === 0) return null;
    const unmet = all.filter((found) => !isMet(found));
    const excuses = unmet.map((found) => rule.excuse?.(found, context) ?? null);
    const asked = unmet.filter((_found, index) => excuses[index] === null);
    const open = onceEach(asked.length === 0 ? unmet : asked);
    const told = open.slice(0, MOST_TOLD).map((found) => ({ found, ...rule.words(found, context) }));
    const more = open.length - told.length;
    return {
      conditions:
        told.length === 0
          ? onceEach(all)
              .slice(0, MOST_TOLD)
              .map((found) => conditionOf(rule, found, ''))
          : told.map(({ found, remedy }) => conditionOf(rule, found, remedy)),
      ...(asked.length === 0 ? { limits: excuses.flatMap((excuse) => excuse ?? []).slice(0, 1) } : {}),
      reason: [...told.map(({ reason }) => reason), ...(more > 0 ? [`So with ${more} more.`] : [])].join(' '),
    };
  },
  ways: (context): Way[] => {
    const open = foundFor(rule, context).filter((found) => !isMet(found));
    const changing = new Set(open.flatMap(({ asked }) => asked.changed.map(({ index }) => index)));
    const evidence = open.filter(({ standing }) => standing.status !== 'pass');
    const [first] = evidence;
    return [
      ...(changing.size === 0
        ? []
        : [
            {
              todo: 'make the change in a call of its own',
              events: withoutActs(context.facts, (_act, index) => changing.has(index)),
            },
          ]),
      ...(first === undefined ? [] : [{ todo: rule.opens.todo(first), events: evidence.map(rule.opens.event) }]),
    ];
  },
});

const foundFor = ({ kinds, kind }: EvidenceRule, context: GateContext): Found[] =>
  askedActs(context, kinds).map((asked) => {
    const { trigger, facts } = context;
    const state = stateAt(asked.worktree, context);
    const testsRun = trigger.call !== null && Object.hasOwn(state.tests.running, trigger.call);
    return { asked, state, testsRun, standing: standingOf(state, kind, knownTree(facts, asked.about), trigger.stream) };
  });

const stateAt = (worktree: string | null, { state, stateIn, trigger }: GateContext): View =>
  worktree === null || worktree === trigger.worktree || stateIn === undefined ? state : stateIn(worktree);

/** What changes in the command itself has no evidence yet, whatever there was before. */
const isMet = ({ standing, asked }: Found): boolean => standing.status === 'pass' && asked.changed.length === 0;

/** Acts of the same content are told once. */
const onceEach = (all: readonly Found[]): Found[] =>
  [...new Map(all.map((found) => [keyOf(found), found] as const).reverse()).values()].reverse();

const keyOf = ({ asked, standing }: Found): string => {
  const { about, tree, changed } = asked;
  return [tree?.data.tree.code ?? about, standing.status, changed.length].join(' ');
};

const conditionOf = ({ requires }: EvidenceRule, { asked, standing }: Found, remedy: string): Condition => {
  const { changed, act, because } = asked;
  const known = hasPassed(requires, standing, remedy);
  const isChanged = changed.length > 0;
  return {
    ...known,
    holds: known.holds && !isChanged,
    actual: {
      ...(known.actual as object),
      act: act.shown,
      ...(isChanged ? { changedBefore: shownList(changed.map(({ shown }) => shown)) } : {}),
    },
    because: [...new Set([...known.because, ...because])],
    remedy: known.holds && !isChanged ? null : remedy,
  };
};
