import { dirname } from 'node:path';
import type { EventDraft } from '../../events/envelope.ts';
import { realFolder } from '../../events/git-layout.ts';
import type { Policy } from '../../events/schemas.ts';
import { listOption } from '../../gates/gate.ts';
import { fileAt } from './files.ts';
import type { ObserveInput } from './observe-input.ts';

/** Milliseconds that linters may take at most, however long the hook may. Under monitor nobody asked for what they say. */
const LONGEST_MS = 20_000;
const LONGEST_MONITORED_MS = 1_000;
/** Milliseconds that the rest of the call needs. */
const REST_MS = 200;
/** Runs in a row that took too long, after which a linter is left out for the rest of the session. */
const MOST_LATE = 3;
const MOST_LATE_MONITORED = 1;

/** What the project's linters say of a file that was written in it. */
export const lintFacts = async (path: string, input: ObserveInput): Promise<EventDraft[]> => {
  const { place, policy, state, deps } = input;
  const file = realFolder(fileAt(path, place));
  const top = place.worktreeOf(dirname(file));
  const isMonitored = modeOf(policy) === 'monitor';
  const hookTime = (deps.timeLeft?.() ?? Number.POSITIVE_INFINITY) - REST_MS;
  const timeLeft = Math.min(isMonitored ? LONGEST_MONITORED_MS : LONGEST_MS, hookTime);
  if (top === null || timeLeft <= 0) return [];
  const { lintFile } = await import('./lint/lint.ts');
  const mostLate = isMonitored ? MOST_LATE_MONITORED : MOST_LATE;
  return lintFile({
    file,
    top,
    mainWorktree: place.projectGit?.mainWorktree ?? null,
    worktree: place.worktree,
    env: deps.env,
    timeLeft,
    skip: listOption({ options: policy.gates['lint']?.options ?? {} }, 'skip', []),
    known: state.lint,
    slow: Object.entries(state.lint.late).flatMap(([linter, times]) => (times >= mostLate ? [linter] : [])),
  });
};

const modeOf = (policy: Policy) => {
  const lint = policy.gates['lint'];
  return lint?.rules['problems'] ?? lint?.mode;
};
