import { dirname } from 'node:path';
import type { EventDraft } from '../../events/envelope.ts';
import { realFolder } from '../../events/git-layout.ts';
import type { Policy } from '../../events/schemas.ts';
import { listOption } from '../../gates/gate.ts';
import { lintedKind } from '../../projections/lint-steps.ts';
import { relativeTo } from '../../projections/paths.ts';
import { fileAt } from './files.ts';
import type { ObserveInput } from './observe-input.ts';

/** Milliseconds that linters may take at most, however long the hook may. */
const LONGEST_MS = 20_000;
/** Milliseconds that the rest of the call needs. */
const REST_MS = 200;
/** Runs in a row that took too long, after which a linter is left out for the rest of the session. */
const MOST_LATE = 3;

/**
 * What the project's linters say of a file that was written in it. Under monitor none is run, since nobody asked for what
 * it says, and the agent would wait for it: what would run is recorded once a session and kind of file.
 */
export const lintFacts = async (path: string, input: ObserveInput): Promise<EventDraft[]> => {
  const { place, policy, state, deps } = input;
  const file = realFolder(fileAt(path, place));
  const top = place.worktreeOf(dirname(file));
  if (top === null) return [];
  const skip = listOption({ options: policy.gates['lint']?.options ?? {} }, 'skip', []);
  if (modeOf(policy) === 'monitor') {
    if (state.lint.skipped.includes(lintedKind(file))) return [];
    const { lintersOf } = await import('./lint/lint.ts');
    const linters = lintersOf(file, top, skip);
    // Also where there is none, so that the next write does not look again.
    const reason = linters.length === 0 ? 'no-linter' : 'monitor';
    return [{ type: 'LintSkipped', data: { reason, path: relativeTo(place.worktree, file), linters } }];
  }
  const timeLeft = Math.min(LONGEST_MS, (deps.timeLeft?.() ?? Number.POSITIVE_INFINITY) - REST_MS);
  if (timeLeft <= 0) return [];
  const { lintFile } = await import('./lint/lint.ts');
  return lintFile({
    file,
    top,
    mainWorktree: place.projectGit?.mainWorktree ?? null,
    worktree: place.worktree,
    env: deps.env,
    timeLeft,
    skip,
    known: state.lint,
    slow: Object.entries(state.lint.late).flatMap(([linter, times]) => (times >= MOST_LATE ? [linter] : [])),
  });
};

const modeOf = (policy: Policy) => {
  const lint = policy.gates['lint'];
  return lint?.rules['problems'] ?? lint?.mode;
};
