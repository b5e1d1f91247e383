import { join } from 'node:path';
import type { EventDraft } from '../../../events/envelope.ts';
import type { EventData } from '../../../events/schemas.ts';
import { ABOUT_NOW, type Facts } from '../../../gates/facts.ts';
import { TESTS } from '../../../projections/evidence-kinds.ts';
import type { AskedFor, IntentState } from '../../../projections/intent.ts';
import { isAbsolute } from '../../../projections/paths.ts';
import { planCounts } from '../../../projections/plan-counts.ts';
import { fileKind } from '../../../projections/source-files.ts';
import { standingOf } from '../../../projections/standing.ts';
import type { ObserveInput } from '../observe-input.ts';
import { decisionsIn } from './named-files.ts';

type Kept = EventData<'ContextPreserved'>;

const MOST_FILES = 20;
const MOST_CHANGES = 30;
/** Changed files that are read for their annotations, the newest ones. */
const MOST_READ = 20;
const MOST_DECISIONS = 20;
const MOST_FINDINGS = 8;

/** What the session knows, so that whoever goes on with it can be told (seed 001, compact-preserve.sh). */
export const preservedFact = (input: ObserveInput, facts: Facts): EventDraft => {
  const { trigger, state } = input;
  const tree = facts.tree(ABOUT_NOW);
  const known = tree === null ? null : { event: tree.id, tree: tree.data.tree };
  const { status, failures, by, at } = standingOf(state, TESTS, known, trigger.stream);
  const data: Kept = {
    trigger: typeof trigger.data['trigger'] === 'string' ? trigger.data['trigger'] : 'unknown',
    prompts: askedFor(state.intent).map(({ text }) => text),
    git: gitOf(facts),
    plan: planOf(facts),
    changes: {
      count: state.changes.files.length + state.changes.forgotten,
      files: state.changes.files.slice(-MOST_CHANGES).map(({ path }) => path),
    },
    decisions: decidedIn(input),
    tests: status === 'missing' ? null : { status, failures, by, at },
    findings: state.findings.undelivered
      .flatMap(({ agent, texts }) => texts.map((text) => `${agent}: ${text}`))
      .slice(-MOST_FINDINGS),
    trail: [...state.trail.lines],
  };
  return { type: 'ContextPreserved', cause: trigger.id, data };
};

/** The task stands before what was said of it since. */
const askedFor = ({ prompts, task }: IntentState): readonly AskedFor[] =>
  task === null || prompts.some(({ event }) => event === task.event) ? prompts : [task, ...prompts];

const gitOf = (facts: Facts): Kept['git'] => {
  const git = facts.git(ABOUT_NOW)?.data;
  if (git === undefined || git.worktree === null) return null;
  const { staged = [], changed = [], untracked = [], counts } = git;
  const files = [...new Set([...staged, ...changed])];
  return {
    branch: git.branch,
    commit: git.commit,
    changed: Math.max(files.length, counts?.changed ?? 0, counts?.staged ?? 0),
    untracked: counts?.untracked ?? untracked.length,
    files: [...files, ...untracked].slice(0, MOST_FILES),
  };
};

const planOf = (facts: Facts): Kept['plan'] => {
  const plan = facts.plan()?.data;
  if (plan === undefined || !plan.exists) return null;
  const { phases, planned, inProgress, completed, current } = planCounts(plan);
  return { path: plan.path, phases, planned, inProgress, completed, current };
};

const decidedIn = ({ state, place, policy, deps }: ObserveInput): Kept['decisions'] => {
  const own = state.changes.files.map(({ path }) => path).filter((path) => !isAbsolute(path));
  const sources = own.filter((path) => fileKind(path, policy.files) === 'source').slice(-MOST_READ);
  const found: Kept['decisions'] = [];
  for (const path of sources) {
    if (found.length >= MOST_DECISIONS || (deps.timeLeft?.() ?? 1) <= 0) break;
    const decisions = decisionsIn(join(place.worktree, path), path)?.decisions ?? [];
    found.push(...decisions.map(({ id, status }) => ({ path, id, status })));
  }
  return found.slice(0, MOST_DECISIONS);
};
