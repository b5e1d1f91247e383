import { isoTime } from '../../events/iso-time.ts';
import type { Policy } from '../../events/schemas.ts';
import { listSegments } from '../../events/segments.ts';
import { loadState } from '../../hooks/load-state.ts';
import { TERMINAL } from '../../projections/test-results.ts';
import type { Project } from '../project.ts';
import { type ShownWaiver, shownWaivers } from './shown.ts';

/** What is waived in a project now, by its log and by a policy; without a log what the policy waives. */
export const waiversHere = ({ folder, location, worktree }: Project, policy: Policy): ShownWaiver[] => {
  const hasLog = listSegments(folder).length > 0;
  const granted = hasLog ? loadState(folder, location.root, null).fold.view(TERMINAL, worktree).waivers.granted : [];
  return shownWaivers(granted, policy, isoTime(Date.now()));
};
