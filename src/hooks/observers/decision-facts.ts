import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { EventDraft } from '../../events/envelope.ts';
import type { EventData } from '../../events/schemas.ts';
import { ABOUT_NOW, type Facts } from '../../gates/facts.ts';
import type { DecisionsState } from '../../projections/decisions.ts';
import type { CallPlace } from '../place.ts';
import type { ObserveInput } from './observe-input.ts';
import { planFact } from './plan-fact.ts';
import { planFilesOf } from './plan-files.ts';
import { treeFact } from './tree-fact.ts';

/**
 * What the annotations in the code and the plan say of each other, and the plan where nobody looked at it yet. Nothing where
 * the project has neither, where the newest audit of the worktree saw just this code and plan, and where the call works
 * outside of the project.
 */
export const decisionFacts = async (input: ObserveInput, facts: Facts): Promise<EventDraft[]> => {
  const { place, state, policy, deps, root } = input;
  const top = place.worktreeOf(place.folder);
  if (top === null) return [];
  const { audit } = state.decisions;
  const names = planFilesOf(policy, place);
  const hasPlan = topsOf(top, place).some((folder) => names.some((name) => existsSync(join(folder, name))));
  if (!hasPlan && !hadDecisions(state.decisions)) {
    if (state.changes.files.length === 0) return [];
    const { holdDecisions } = await import('./decisions/audit.ts');
    if (!holdDecisions(top, state.changes)) return [];
  }
  const looked = facts.plan() === null && hasPlan ? await planFact(input) : null;
  const plan = facts.plan()?.data ?? ((looked?.data ?? null) as EventData<'PlanObserved'> | null);
  const tree = await treeFact(top, ABOUT_NOW, deps);
  if (audit !== null && isOf(audit, tree, plan)) return [];
  const { auditDecisions } = await import('./decisions/audit.ts');
  const { lines, plannedPhases } = policy.gates['surface']?.options ?? {};
  const audited = await auditDecisions({
    ...{ top, tree, plan, state, root: root ?? null, fs: deps.fs, env: deps.env, now: deps.now() },
    lines: typeof lines === 'number' ? lines : LONG_FILE,
    plannedPhases: plannedPhases !== false,
    untrusted: [...topsOf(top, place), place.projectDir],
    timeLeft: deps.timeLeft ?? (() => Number.POSITIVE_INFINITY),
  });
  return looked === null ? [audited] : [looked, audited];
};

/** Seed 001, surface.sh: files of 50 lines and more. */
const LONG_FILE = 50;

/** The worktree, and the main one, whose plan holds where there is no other. */
const topsOf = (top: string, { projectGit }: CallPlace): string[] => {
  const main = projectGit?.mainWorktree ?? null;
  return main === null || main === top ? [top] : [top, main];
};

/** Whether anything was decided when somebody last looked. */
const hadDecisions = ({ audit }: DecisionsState): boolean =>
  audit !== null && (audit.total > 0 || (audit.plan ?? null) !== null);

/** Whether an audit is of this code and this plan. */
const isOf = (
  { tree: audited, plan: held = null, part }: EventData<'DecisionsAudited'>,
  { tree }: EventData<'TreeObserved'>,
  plan: EventData<'PlanObserved'> | null,
): boolean =>
  tree.code !== null && audited?.code === tree.code && held === (plan?.bytes ?? null) && part === plan?.part;
