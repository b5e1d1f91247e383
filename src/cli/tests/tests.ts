import { openStreamIndex } from '../../events/open-index.ts';
import { readSession } from '../../events/read-sessions.ts';
import { loadState } from '../../hooks/load-state.ts';
import { TESTS } from '../../projections/evidence-kinds.ts';
import { type Standing, standingOf } from '../../projections/standing.ts';
import { testsOf } from '../../projections/test-results.ts';
import type { ExitCode, Io } from '../io.ts';
import { LOOKED, lookNow } from '../look-now.ts';
import { pickStream } from '../pick-stream.ts';
import { findLoggedProject } from '../project.ts';
import { atTime, printable, wrap } from '../style.ts';
import { TOLD_BY } from './told-by.ts';

export interface TestsOptions {
  readonly session?: string;
  readonly json?: boolean;
}

/** What `docket tests --json` prints. */
interface ShownTests extends Omit<Standing, 'undone'> {
  readonly runner: string | null;
  readonly passed: number | null;
  readonly session: string | null;
  readonly worktree: string;
  /** The package that the result is of; empty for all of the worktree. */
  readonly folder: string;
  readonly undone: { readonly since: string; readonly by: string | null } | null;
  /** Of the code as it is now; null where git could not say, and why. */
  readonly tree: string | null;
  readonly problem: string | null;
  /** Test runs under way. */
  readonly running: readonly { readonly runner: string; readonly session: string }[];
}

/**
 * Prints what is known of the tests of the code as it is now: to the gates of a session, or of the newest live one of
 * this worktree. Throws `NotFoundError` without a log or such a session.
 */
export const runTests = async (options: TestsOptions, io: Io): Promise<ExitCode> => {
  const project = findLoggedProject(io);
  const { folder, worktree } = project;
  const index = openStreamIndex(folder);
  const { fold } = loadState(folder, project.location.root, null, {
    readSession: (stream, to) => readSession(folder, stream, index, to),
  });
  const stream = pickStream(index, options.session, worktree) ?? '';
  const view = fold.view(stream, worktree);
  const { tree, problem } = await lookNow(worktree, io);
  const standing = standingOf(view, TESTS, { event: LOOKED, tree }, stream);
  const newest = testsOf(view.tests, stream);
  const isNewest = newest !== null && newest.because[0] === standing.because[0];
  const { undone } = standing;
  const shown: ShownTests = {
    ...standing,
    because: standing.because.filter((event) => event !== LOOKED),
    undone: undone === null ? null : { since: undone.since, by: undone.by === LOOKED ? null : undone.by },
    runner: standing.by,
    passed: isNewest ? newest.passed : null,
    session: stream === '' ? null : stream,
    worktree,
    folder: isNewest ? newest.folder : '',
    tree: tree.code,
    problem,
    running: Object.values(view.tests.running).map((run) => ({ runner: run.runner, session: run.stream })),
  };
  if (options.json === true) io.stdout(`${JSON.stringify(shown)}\n`);
  else
    io.stdout(
      `${wordsOf(shown)
        .flatMap((text) => wrap(printable(text), io.width))
        .join('\n')}\n`,
    );
  return 0;
};

const wordsOf = (shown: ShownTests): string[] => [
  `${shown.status}: ${about(shown)}`,
  shown.problem === null
    ? `Told by the content of the code in ${shown.worktree}.`
    : `Git cannot say which code there is (${shown.problem}), so the order of the session's events decides.`,
  ...shown.running.map(({ runner }) => `${runner} runs now.`),
];

const about = (shown: ShownTests): string => {
  const { status, runner, source, at, failures, passed, reason, undone, folder } = shown;
  const where = folder === '' ? '' : ` in ${folder}`;
  const who = source === null ? '' : `, ${TOLD_BY[source]}`;
  const run = `${runner ?? 'a test run'}${where}${who}${at === null ? '' : `, ${atTime(at)}`}`;
  switch (status) {
    case 'pass':
      return `${run}${passed === null ? '' : `, ${passed} passed`}.`;
    case 'fail':
      return `${run}${failures === null ? '' : `, ${failures} failed`}.`;
    case 'stale':
      return `${run}, passed, but the code is another one since${undone?.by == null ? '' : ` (event ${undone.by})`}. Run the tests again.`;
    case 'unknown':
      return `${run}${reason === null ? '' : `: ${reason}`}.${shown.partial === true ? ' Run all of them.' : ''}`;
    case 'missing':
      return 'no test run of this code is known.';
  }
};
