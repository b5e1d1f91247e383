import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { EventDraft } from '../../events/envelope.ts';
import { ABOUT_NOW } from '../../gates/facts.ts';
import type { DecisionsState } from '../../projections/decisions.ts';
import type { ObserveInput } from './observe-input.ts';
import { treeFact } from './tree-fact.ts';

/**
 * What the annotations in the code and the plan say of each other, with the plan. Nothing where the project has neither,
 * where the newest audit of the worktree saw just this content, and where the call works outside of the project.
 */
export const decisionFacts = async (input: ObserveInput): Promise<EventDraft[]> => {
  const { place, state, policy, deps, root } = input;
  const top = place.worktreeOf(place.folder);
  if (top === null) return [];
  const { audit } = state.decisions;
  const hasPlan = existsSync(join(top, 'MASTER_PLAN.md'));
  if (!hasPlan && !hadDecisions(state.decisions)) {
    if (state.changes.files.length === 0) return [];
    const { holdDecisions } = await import('./decisions/audit.ts');
    if (!holdDecisions(top, state.changes)) return [];
  }
  const tree = await treeFact(top, ABOUT_NOW, deps);
  if (audit !== null && isSame(audit.tree, tree.tree)) return [];
  const { auditDecisions } = await import('./decisions/audit.ts');
  const { lines, plannedPhases } = policy.gates['surface']?.options ?? {};
  const audited = await auditDecisions({
    top,
    tree,
    plan: null,
    state,
    lines: typeof lines === 'number' ? lines : LONG_FILE,
    plannedPhases: plannedPhases !== false,
    root: root ?? null,
    fs: deps.fs,
    env: deps.env,
    untrusted: [top, place.projectDir, ...(place.projectGit === null ? [] : [dirname(place.projectGit.commonDir)])],
    now: deps.now(),
    timeLeft: deps.timeLeft ?? (() => Number.POSITIVE_INFINITY),
  });
  return [audited];
};

/** Seed 001, surface.sh: files of 50 lines and more. */
const LONG_FILE = 50;

/** Whether anything was decided when somebody last looked. */
const hadDecisions = ({ audit }: DecisionsState): boolean =>
  audit !== null && audit.total + audit.unimplemented.length + audit.unaddressedP0.length + audit.noGo.length > 0;

interface Digests {
  readonly code: string | null;
  readonly docs: string | null;
}

/** Whether some content is known to be other content. */
const isSame = (audited: Digests | undefined, now: Digests): boolean =>
  audited !== undefined &&
  now.code !== null &&
  now.docs !== null &&
  audited.code === now.code &&
  audited.docs === now.docs;
