import type { EventDraft } from '../../events/envelope.ts';
import { ABOUT_NOW, type Facts } from '../../gates/facts.ts';
import type { ObserveInput } from './observe-input.ts';

/** Seed 001, check-implementer.sh: files of 50 lines and more. */
const LONG_FILE = 50;

/** Which long source files that the session changed in the worktree say nothing of what was decided. */
export const annotationFact = async (
  { trigger, place, state, policy, deps }: ObserveInput,
  facts: Facts,
): Promise<EventDraft> => {
  const { changes, session } = state;
  const git = facts.git(ABOUT_NOW)?.data;
  // A command may have written files that it does not name: then all that git says is changed may be the session's.
  const mayBeMore = session.mayHaveWritten !== null || changes.unnamed.code !== undefined || changes.forgotten > 0;
  const more = mayBeMore ? [...(git?.staged ?? []), ...(git?.changed ?? []), ...(git?.untracked ?? [])] : [];
  const { lines } = policy.gates['check-implementer']?.options ?? {};
  const { undecidedFiles } = await import('./decisions/undecided.ts');
  const data = undecidedFiles({
    top: place.worktree,
    paths: [...changes.files.map(({ path }) => path), ...more],
    lines: typeof lines === 'number' ? lines : LONG_FILE,
    timeLeft: deps.timeLeft ?? (() => Number.POSITIVE_INFINITY),
  });
  return { type: 'AnnotationsObserved', cause: trigger.id, data };
};
