import type { EventDraft } from '../events/envelope.ts';
import type { Policy } from '../events/schemas.ts';
import { ABOUT_NOW } from '../gates/facts.ts';
import { GATES } from '../gates/gates.ts';
import type { View } from '../projections/fold.ts';
import { relativeTo } from '../projections/paths.ts';
import type { Workflows } from '../projections/workflow-definition.ts';
import { type AssumedIn, type PassFail, withProof, withReview, withTests } from './assumed-evidence.ts';
import { withFileOf } from './assumed-file.ts';
import { type AssumedPlan, NOTHING_ASSUMED, withAssumedDrift, withAssumedPlan } from './assumed-plan.ts';
import { type AssumedTree, assumedTree, SOME_FILE, withAssumedTree } from './assumed-tree.ts';
import { type AssumedWorkflow, assumedWorkflow, withAssumedWorkflows } from './assumed-workflow.ts';
import { UsageError } from './io.ts';

/** What `--assume KEY=VALUE …` says: changes to the input, to facts and to the state. */
export interface Assumed {
  readonly cwd: string | null;
  readonly now: number | null;
  readonly fact: (draft: EventDraft) => EventDraft;
  readonly state: (state: View, where: AssumedIn) => View;
  /** The policy with the workflows that are assumed and that it does not declare. */
  readonly policy: (policy: Policy) => Policy;
}

interface Effect {
  readonly cwd?: string;
  readonly now?: number;
  readonly fact?: (draft: EventDraft) => EventDraft;
  readonly state?: (state: View, where: AssumedIn) => View;
  readonly tree?: Partial<AssumedTree>;
  readonly plan?: Partial<AssumedPlan>;
  readonly workflow?: AssumedWorkflow;
}

/**
 * Reads assumptions (DESIGN.md §11). An unknown key, or a value the key does not take, is a `UsageError`. `declared`: the
 * workflows of the policy; of another name it is one with the shipped phases.
 */
export const readAssumptions = (texts: readonly string[], declared: Workflows = {}): Assumed => {
  const effects = texts.map((text): Effect => {
    const at = text.indexOf('=');
    const key = at < 0 ? text : text.slice(0, at);
    const value = at < 0 ? (key === 'dirty' ? SOME_FILE : '') : text.slice(at + 1);
    const known = KEYS.find(({ pattern }) => pattern.test(key));
    if (known === undefined && at < 0) {
      throw new UsageError(`--assume takes KEY=VALUE; not "${text}". The hook input goes before --assume.`);
    }
    if (known === undefined) {
      throw new UsageError(`--assume does not know "${key}". Keys: ${KEYS.map(({ shown }) => shown).join(', ')}.`);
    }
    if (!known.values.test(value)) {
      throw new UsageError(`--assume ${known.shown} does not take "${value}"; it takes ${known.takes}.`);
    }
    return known.effect(value, key, declared);
  });
  const workflows = effects.flatMap(({ workflow }) => workflow ?? []);
  const tree: AssumedTree = Object.assign(
    { dirty: null, isGitMissing: false, isHeadMoved: false, isJudged: false },
    ...effects.map((effect) => effect.tree),
  );
  const assumedPlan: AssumedPlan = Object.assign({ ...NOTHING_ASSUMED }, ...effects.map(({ plan }) => plan));
  // Without git nothing is said of a plan.
  const plan = tree.isGitMissing ? NOTHING_ASSUMED : assumedPlan;
  return {
    cwd: effects.findLast(({ cwd }) => cwd !== undefined)?.cwd ?? null,
    now: effects.findLast(({ now }) => now !== undefined)?.now ?? null,
    fact: (draft) =>
      withAssumedPlan(
        assumedTree(
          effects.reduce((changed, { fact }) => fact?.(changed) ?? changed, draft),
          tree,
        ),
        plan,
      ),
    state: (before, where) =>
      effects.reduce(
        (changed, { state }) => state?.(changed, where) ?? changed,
        withAssumedTree(before, tree, where.events),
      ),
    policy: (policy) => withAssumedWorkflows(policy, workflows),
  };
};

interface Key {
  readonly pattern: RegExp;
  readonly shown: string;
  readonly values: RegExp;
  /** The values in words. */
  readonly takes: string;
  readonly effect: (value: string, key: string, declared: Workflows) => Effect;
}

type Values =
  | readonly string[]
  | 'a text'
  | 'names with commas, or none for a clean worktree'
  | 'a number'
  | 'a time like 2026-01-31T14:00:00Z';

const PATTERNS = {
  'a text': /./,
  'names with commas, or none for a clean worktree': /^/,
  'a number': /^\d+$/,
  'a time like 2026-01-31T14:00:00Z': /./,
};

const key = (shown: string, values: Values, effect: Key['effect']): Key => ({
  pattern: new RegExp(`^${shown.replaceAll('.', '\\.').replace(/[A-Z]+/g, '.+')}$`),
  shown,
  values: typeof values === 'string' ? PATTERNS[values] : new RegExp(`^(${values.join('|')})$`),
  takes: typeof values === 'string' ? values : values.join(', '),
  effect,
});

const gitFact = (change: (data: EventDraft['data']) => EventDraft['data']): Effect => ({
  fact: (draft) => (draft.type === 'GitObserved' ? { ...draft, data: change(draft.data) } : draft),
});

const PASS_FAIL = ['pass', 'fail', 'missing'];

const reviewKey = (shown: string, kind: string): Key =>
  key(shown, PASS_FAIL, (value) => ({ state: (state, where) => withReview(state, kind, value as PassFail, where) }));

const KEYS: readonly Key[] = [
  key('branch', 'a text', (branch) => gitFact((data) => onBranch(data, branch))),
  key('branch.PATH', 'a text', (branch, name) => {
    const path = name.slice('branch.'.length);
    const isThere = ({ path: at, worktree }: EventDraft['data']): boolean =>
      worktree === path || (typeof at === 'string' && (at === path || relativeTo(path, at) !== at));
    return gitFact((data) => (isThere(data) ? onBranch(data, branch) : data));
  }),
  key('cwd', 'a text', (cwd) => ({ cwd })),
  // Nobody says which of them are staged, so all are.
  key('dirty', 'names with commas, or none for a clean worktree', (names) => ({
    ...gitFact((data) => withChanged(data, namesIn(names))),
    tree: { dirty: namesIn(names) },
  })),
  key('git', ['missing'], () => ({
    ...gitFact((data) => ({
      ...data,
      worktree: null,
      mainWorktree: null,
      branch: null,
      commit: null,
      project: false,
    })),
    tree: { isGitMissing: true },
  })),
  key('head', ['moved'], () => ({ tree: { isHeadMoved: true } })),
  key('tests', PASS_FAIL, (value) => ({
    state: (state, where) => withTests(state, value as PassFail, where),
    tree: { isJudged: true },
  })),
  key('proof', ['verified', 'pending', 'missing'], (value) => ({
    tree: { isJudged: true },
    state: (state, where) => withProof(state, value as 'verified', where),
  })),
  reviewKey('review.code', 'code'),
  reviewKey('review.doc', 'doc'),
  reviewKey('precommit', 'precommit'),
  key('workflow.NAME', 'a text', (value, name, declared) => {
    const workflow = assumedWorkflow(name.slice('workflow.'.length), value, declared);
    return { workflow, state: workflow.state };
  }),
  key('strikes.GATE', 'a number', (value, name) => {
    const gate = name.slice('strikes.'.length);
    const names = GATES.map((known) => known.name);
    if (!names.includes(gate)) throw new UsageError(`--assume ${name}: gates are ${names.join(', ')}.`);
    return { state: (state) => withStrikes(state, gate, Number(value)) };
  }),
  key('plan', ['missing'], () => ({ plan: { isPlanMissing: true } })),
  key('churn', 'a number', (value) => ({ plan: { churn: Number(value) } })),
  key('drift', 'a number', (value) => ({
    plan: { drift: Number(value) },
    state: (state, { events }) => withAssumedDrift(state, Number(value), events[0]?.at ?? ''),
  })),
  key('file.PATH', 'a number', (lines, name) => ({ fact: withFileOf(name.slice('file.'.length), Number(lines)) })),
  key('kind', ['interactive', 'headless', 'spawned'], (value) => ({
    state: (state) => ({ ...state, session: { ...state.session, kind: value as 'headless' } }),
  })),
  key('careful', ['on', 'off'], (value) => ({
    state: (state) => ({ ...state, preferences: { ...state.preferences, careful: value === 'on' } }),
  })),
  key('now', 'a time like 2026-01-31T14:00:00Z', (value) => {
    const now = Date.parse(value);
    if (Number.isNaN(now)) throw new UsageError(`--assume now takes a time like 2026-01-31T14:00:00Z; not "${value}".`);
    return { now };
  }),
];

/** A place in the project's repository, on a branch. */
const onBranch = (data: EventDraft['data'], branch: string): EventDraft['data'] => ({
  ...data,
  branch,
  project: true,
  worktree: data['worktree'] ?? data['path'],
  mainWorktree: data['mainWorktree'] ?? data['worktree'] ?? data['path'],
  // A branch that somebody names has commits.
  isNew: false,
});

/** Of what is there now how much is changed, too. */
const withChanged = (data: EventDraft['data'], names: readonly string[]): EventDraft['data'] => ({
  ...data,
  staged: names,
  changed: names,
  ...(data['about'] === ABOUT_NOW
    ? { untracked: [], counts: { staged: names.length, changed: names.length, untracked: 0 } }
    : {}),
});

const namesIn = (list: string): string[] =>
  list.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()]));

const withStrikes = (state: View, gate: string, count: number): View => ({
  ...state,
  strikes: {
    ...state.strikes,
    [gate]: { delivered: Array.from({ length: count }, (_, i) => `assumed-${i + 1}`), monitored: [], endsWith: [] },
  },
});
