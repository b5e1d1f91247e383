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
  const stop = await verdictsOn({ hook_event_name: 'Stop', background_tasks: [] }, input);
  const commit = input.mayCommit ? await verdictsOn(COMMIT, input) : [];
  return {
    stop: stop.filter(({ gate }) => gate === 'stop-guard').flatMap(pointsOf),
    commit: commit.filter(({ gate, decision }) => gate === 'guard' && decision !== 'pass').flatMap(pointsOf),
  };
};

const COMMIT = { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command: 'git commit -am work' } };

const verdictsOn = async (
  payload: Readonly<Record<string, unknown>>,
  { stream, worktree, fold, io }: OwedInput,
): Promise<readonly Verdict[]> => {
  const tried = await tryGates({
    raw: Buffer.from(JSON.stringify({ session_id: stream, cwd: worktree, ...payload })),
    deps: tryDeps(io),
    fold,
    assume: { policy: null, state: asIfNeverBlocked },
    fact: (draft) => draft,
  });
  return 'unreadable' in tried ? [] : tried.ruled.verdicts.filter(({ mode }) => mode === 'enforce');
};

/** Who was blocked often enough is let go; what is missing is missing all the same. */
const asIfNeverBlocked = (state: View): View => ({
  ...state,
  turn: { ...state.turn, stopBlocks: 0, stopBlockedBy: [], stopBlockedAt: [] },
});

const pointsOf = ({ rule, reason, conditions }: Verdict): OwedPoint[] => {
  const open = conditions.filter(({ holds }) => !holds);
  if (open.length === 0) return [];
  const remedies = open.flatMap(({ remedy }) => (remedy === null ? [] : [remedy]));
  return [{ rule, reason: reason.replace(LET_GO, ''), remedy: remedies.length === 0 ? null : remedies.join(' ') }];
};

/** What a verdict says first that let somebody go: the point itself is what counts here. */
const LET_GO = /^Does not fire \([\w-]+\)\. /;
