import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { shortDigest } from '../../../events/digest.ts';
import { readSmallFile } from '../../../events/git-layout.ts';
import type { EventData } from '../../../events/schemas.ts';
import type { PlanPlace } from '../../../gates/plan-place.ts';
import { readPlan } from './read-plan.ts';
import { readResearch } from './research.ts';

type Observed = EventData<'PlanObserved'>;

export interface PlanInput {
  /** The tops of the worktrees whose plan holds, the one that counts most first. */
  readonly tops: readonly [string, ...string[]];
  readonly place: PlanPlace;
  /** What is known of the plan: the same text is not parsed again. */
  readonly known: Observed | null;
}

/** The plan that holds for a worktree: its own, else that of the main worktree. Never throws. */
export const observePlan = async ({ tops, place, known }: PlanInput): Promise<Observed> => {
  const top = tops.find((folder) => existsSync(join(folder, place.file))) ?? tops[0];
  const base = { path: place.file, worktree: top, research: readResearch(top, place.research) };
  const text = readSmallFile(join(top, place.file));
  if (text === undefined) {
    const isThere = existsSync(join(top, place.file));
    return { ...NO_PLAN, ...base, exists: isThere, problem: isThere ? 'the plan cannot be read' : null };
  }
  const bytes = shortDigest(text);
  const isKnown = known?.bytes === bytes && known.problem === null;
  const { isCut, ...said } = isKnown ? { ...saidBy(known), isCut: false } : readPlan(text);
  return {
    ...said,
    ...base,
    exists: true,
    bytes,
    intentKept: null,
    since: null,
    problem: isCut ? 'only the beginning of the plan was read' : null,
  };
};

const saidBy = ({ digest, phases, requirements, decisions, malformed, intent, sections }: Observed) => {
  return { digest, phases, requirements, decisions, malformed, intent, sections };
};

const NO_PLAN = {
  digest: null,
  bytes: null,
  phases: [],
  requirements: [],
  decisions: [],
  malformed: [],
  intent: null,
  intentKept: null,
  sections: [],
  since: null,
};
