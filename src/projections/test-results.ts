import type { SessionTests, TestsState } from './tests.ts';

/** The stream of what people and CI jobs record at a terminal. It speaks for the worktree: for every session in it. */
export const TERMINAL = 'terminal';

/**
 * What a session knows of the tests in its worktree: its newest failure that no later run took back, else its newest
 * result; null when it ran none.
 */
export const testsOf = (state: TestsState, stream: string): SessionTests | null => {
  const own = resultsIn(state).filter((result) => result.stream === stream || result.stream === TERMINAL);
  return own.findLast(({ status }) => status === 'fail') ?? own.at(-1) ?? null;
};

/** Whether a run was about everything that another one was about. */
export const covers = (
  run: { readonly partial?: boolean | undefined; readonly folder?: string | undefined },
  other: { readonly partial?: boolean | undefined; readonly folder?: string | undefined },
): boolean => {
  const { folder = '' } = run;
  const isWithin = folder === '' || other.folder === folder || other.folder?.startsWith(`${folder}/`) === true;
  return isWithin && (run.partial !== true || other.partial === true);
};

/** All results that are kept, the most recent last. */
export const resultsIn = ({ others, running: _, ...newest }: TestsState): readonly SessionTests[] =>
  newest.stream === null ? others : [...others, newest];

/** The runs under way without one. */
export const runningWithout = ({ running }: TestsState, name: string): TestsState['running'] => {
  const { [name]: _over, ...others } = running;
  return others;
};
