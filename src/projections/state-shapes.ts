import type { SharedState, StreamStates } from './all-projections.ts';
import { PROJECT_NAMES, STREAM_NAMES, WORKTREE_NAMES } from './projection-names.ts';

/** Whether a value read from a file has every shared state that a fold relies on. */
export const isSharedState = (value: unknown): value is SharedState => {
  if (!isRecord(value)) return false;
  const { project, worktrees } = value;
  return (
    holds(project, PROJECT_NAMES) &&
    Array.isArray(worktrees) &&
    worktrees.every((pair) => isPair(pair) && holds(pair[1], WORKTREE_NAMES))
  );
};

/** Whether a value read from a file has every state of a session that a fold relies on. */
export const isStreamStates = (value: unknown): value is StreamStates => holds(value, STREAM_NAMES);

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

const isPair = (value: unknown): value is [string, unknown] =>
  Array.isArray(value) && value.length === 2 && typeof value[0] === 'string';

const holds = (states: unknown, names: readonly string[]): boolean =>
  isRecord(states) && names.every((name) => isRecord(states[name]));
