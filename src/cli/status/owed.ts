import type { Verdict } from '../../events/schemas.ts';
import { tryGates } from '../../hooks/try-gates.ts';
import type { Fold, View } from '../../projections/fold.ts';
import type { Io } from '../io.ts';
import { tryDeps } from '../try-deps.ts';

/** What a gate would hold against the end of a turn, or a commit, now. */
export interface OwedPoint {
  readonly rule: string;
  readonly reason: string;
  readonly remedy: string | null;
  /** False where it is only said, or where the only one who could mend it is a reviewer that does not work. */
  readonly blocks: boolean;
}

export interface Owed {
  /** At the end of a turn. */
  readonly stop: readonly OwedPoint[];
  /** Before a commit. */
  readonly commit: readonly OwedPoint[];
}

export const NOTHING_OWED: Owed = { stop: [], commit: [] };

export interface OwedInput {
  readonly stream: string;
  readonly worktree: string;
  /** Whether there is anything to commit, or nobody knows. */
  readonly mayCommit: boolean;
  /** At the end of the log. */
  readonly fold: Fold;
  readonly io: Io;
}

/** Asks the gates themselves, as `docket gates` does. Nothing is recorded. */
export const owedNow = async (input: OwedInput): Promise<Owed> => {
  const stop = await firedOn('stop-guard', STOP, input, asIfReviewersWorked);
  const { review } = input.fold.view(input.stream, input.worktree);
  const isBroken = review.broken !== null || Object.values(review.kinds).some(({ outcome }) => outcome === 'broken');
  const held = isBroken && stop.length > 0 ? await firedOn('stop-guard', STOP, input, (state) => state) : stop;
  const commit = input.mayCommit ? await firedOn('guard', COMMIT, input, (state) => state) : [];
  return {
    stop: stop.map((verdict) =>
      pointOf(
        verdict,
        held.some(({ rule }) => rule === verdict.rule),
      ),
    ),
    commit: commit.map((verdict) => pointOf(verdict, verdict.decision !== 'advise')),
  };
};

const STOP = { hook_event_name: 'Stop', background_tasks: [] };

/** Of all there is: what status says beside it is about that as well. */
const COMMIT = {
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'git add -A && git commit' },
};

const firedOn = async (
  gate: string,
  payload: Readonly<Record<string, unknown>>,
  { stream, worktree, fold, io }: OwedInput,
  asIf: (state: View) => View,
): Promise<readonly Verdict[]> => {
  const tried = await tryGates({
    raw: Buffer.from(JSON.stringify({ session_id: stream, cwd: worktree, ...payload })),
    deps: tryDeps(io),
    fold,
    assume: { policy: null, state: (state) => asIf(asIfNeverBlocked(state)) },
    fact: (draft) => draft,
  });
  if ('unreadable' in tried) return [];
  return tried.ruled.verdicts.filter((of) => of.gate === gate && of.mode === 'enforce' && of.decision !== 'pass');
};

/** Who was blocked often enough is let go; what is missing is missing all the same. */
const asIfNeverBlocked = (state: View): View => ({
  ...state,
  turn: { ...state.turn, stopBlocks: 0, stopBlockedBy: [], stopBlockedAt: [] },
});

/** A reviewer that does not work holds nobody up, and its review is missing all the same. */
const asIfReviewersWorked = (state: View): View => {
  const kinds = Object.entries(state.review.kinds).map(([kind, result]) => [
    kind,
    result.outcome === 'broken' ? { ...result, outcome: 'unclear' } : result,
  ]);
  return { ...state, review: { ...state.review, broken: null, kinds: Object.fromEntries(kinds) } };
};

const pointOf = ({ rule, reason, conditions }: Verdict, blocks: boolean): OwedPoint => {
  const remedies = conditions.flatMap(({ holds, remedy }) => (holds || remedy === null ? [] : [remedy]));
  return { rule, reason, remedy: remedies.length === 0 ? null : remedies.join(' '), blocks };
};
