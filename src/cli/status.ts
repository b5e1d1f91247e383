import { openStreamIndex } from '../events/open-index.ts';
import { readSession } from '../events/read-sessions.ts';
import { loadState } from '../hooks/load-state.ts';
import { changedFiles } from '../projections/changes.ts';
import type { View } from '../projections/fold.ts';
import { silentLinters } from '../projections/lint.ts';
import type { ExitCode, Io } from './io.ts';
import { pickStream } from './pick-stream.ts';
import { progressFor } from './progress.ts';
import { findLoggedProject, type Project } from './project.ts';
import { clock, printable, styleFor, wrap } from './style.ts';

export interface StatusOptions {
  readonly session?: string;
  readonly json?: boolean;
}

/**
 * Prints the current state: of a session, or of the newest live one of this worktree. With `json` what failed is told
 * on stderr. Throws `NotFoundError` without a log or such a session.
 */
export const runStatus = (options: StatusOptions, io: Io): ExitCode => {
  const project = findLoggedProject(io);
  const { folder } = project;
  const progress = progressFor(io, 'reading the log');
  const index = openStreamIndex(folder, progress);
  const { fold } = loadState(folder, project.location.root, null, {
    readSession: (stream, to) => readSession(folder, stream, index, to),
  });
  progress.done();
  const stream = pickStream(index, options.session, project.worktree);
  const view = fold.view(
    stream ?? '',
    (stream === null ? null : sessionWorktree(fold.view(stream, null))) ?? project.worktree,
  );
  if (options.json === true) {
    io.stdout(`${JSON.stringify(statusJson(view, stream, project))}\n`);
    for (const problem of problemsOf(view, project)) io.stderr(`docket: ${printable(problem)}\n`);
  } else io.stdout(statusText(view, stream, project, io));
  return 0;
};

const sessionWorktree = (view: View): string | null => view.session.worktree;

/** The stable shape of DESIGN.md §11; null or empty where nothing is known. */
const statusJson = (view: View, stream: string | null, { worktree }: Project) => {
  const { session, turn, tests, changes, strikes, policy, calls } = view;
  return {
    preset: policy.policy?.preset ?? null,
    worktree: session.worktree ?? worktree,
    session:
      stream === null
        ? null
        : {
            id: stream,
            kind: session.kind,
            mode: session.permissionMode,
            host: session.host,
            startedAt: session.startedAt,
            endedAt: session.endedAt,
            branchAtStart: session.branchAtStart,
            headAtStart: session.headAtStart,
            calls: {
              open: calls.open.map(({ call }) => call),
              unknown: calls.unknown,
              deniedButRan: calls.deniedButRan,
            },
          },
    turn: {
      id: turn.id,
      prompts: turn.prompts,
      tools: turn.tools,
      stopBlocks: turn.stopBlocks,
      openPoints: turn.openPoints,
    },
    tests: {
      status: tests.status,
      failures: tests.failures,
      at: tests.at,
      stale: tests.changedBy !== null,
      runner: tests.runner,
      session: tests.stream,
    },
    review: { code: null, doc: null, precommit: null },
    proof: null,
    changes: {
      code: changedFiles(changes, ['source', 'test', 'config']),
      doc: changedFiles(changes, ['doc']),
    },
    workflow: null,
    plan: null,
    agents: [],
    questions: [],
    strikes: Object.fromEntries(Object.entries(strikes).map(([gate, { delivered }]) => [gate, delivered.length])),
    waivers: [],
    todos: [],
  };
};

/** Why the log is not in the project, or not all of it, what is wrong with the policy, what gates did not see, which hook calls failed lately. */
const problemsOf = ({ policy, failures, calls, lint }: View, { location, elsewhere }: Project): string[] => [
  ...(location.fallback === null ? [] : [`${location.fallback}: the log is in ${location.root}`]),
  ...(elsewhere === null
    ? []
    : [`${elsewhere} holds what happened while the project could not be written: DOCKET_DIR=${elsewhere} docket log`]),
  ...policy.problems.map((problem) => `policy: ${problem}`),
  ...calls.unclassifiedWriters.map((tool) => `${tool} looks like a tool that writes: gates do not see its writes`),
  ...silentLinters(lint).map((silence) => `lint: ${silence}`),
  ...failures.last.map(({ at, stage, code, message }) => `${at} hook failed (${stage}): ${code}, ${message}`),
];

const statusText = (view: View, stream: string | null, project: Project, io: Io): string => {
  const style = styleFor(io);
  const { session, turn, tests, changes, strikes, policy, calls } = view;
  const code = changedFiles(changes, ['source', 'test', 'config']);
  const docs = changedFiles(changes, ['doc']);
  const rows: [string, string][] = [
    ['preset', policy.policy?.preset ?? 'none loaded yet'],
    ['worktree', session.worktree ?? project.worktree],
    ['session', stream === null ? 'none' : `${stream} (${sessionWords(view)})`],
    [
      'turn',
      `${count(turn.prompts, 'prompt')}, ${count(turn.tools, 'tool call')} since the last, ${count(turn.stopBlocks, 'stop block')}`,
    ],
    ['tests', testsWords(tests)],
    [
      'changed',
      `${count(code.length, 'code file')}${list(code)}; ${count(docs.length, 'document')}${list(docs)}` +
        (changes.forgotten === 0 ? '' : `; before these ${changes.forgotten} more`),
    ],
  ];
  const warned = Object.entries(strikes).map(([gate, { delivered }]) => `${gate} ${delivered.length}`);
  if (warned.length > 0) rows.push(['warnings', warned.join(', ')]);
  // What was denied stays open until the next prompt.
  const open = calls.open.flatMap(({ tool, at, deniedBy }) =>
    deniedBy === null ? [`${tool} since ${clock(at)}`] : [],
  );
  if (open.length > 0) rows.push(['running', open.join(', ')]);
  if (turn.openPoints.length > 0) rows.push(['left open', turn.openPoints.join(', ')]);
  const lines = rows.flatMap(([name, text]) => {
    const [first = '', ...others] = wrap(text, io.width, ' '.repeat(NAME_COLUMNS));
    return [`${style('bold', name.padEnd(NAME_COLUMNS))}${first.slice(NAME_COLUMNS)}`, ...others];
  });
  const warn = (colour: 'red' | 'yellow', text: string): void => {
    lines.push(...wrap(text, io.width, '! ').map((line) => style(colour, line)));
  };
  for (const { call } of calls.deniedButRan) warn('red', `call ${call} was denied and ran all the same`);
  for (const problem of problemsOf(view, project)) warn('yellow', problem);
  return `${lines.join('\n')}\n`;
};

const NAME_COLUMNS = 10;

const sessionWords = ({ session }: View): string =>
  [kindWords(session), session.permissionMode, session.endedAt === null ? 'live' : `ended ${session.endedAt}`]
    .filter((word) => word !== null)
    .join(', ');

/** The kind of session, and by what it was told where that means that nobody can answer. */
const kindWords = ({ kind, kindBecause }: View['session']): string | null =>
  kind === null || kind === 'interactive' ? kind : `${kind} by ${kindBecause}`;

const testsWords = (tests: View['tests']): string => {
  if (tests.status === null) return 'no run seen';
  const failures = tests.failures === null ? '' : `, ${count(tests.failures, 'failure')}`;
  const stale = tests.changedBy === null ? '' : ', code changed since';
  return `${tests.status}${failures} (${tests.runner} at ${tests.at})${stale}`;
};

const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;

const list = (paths: readonly string[]): string =>
  paths.length === 0 ? '' : ` (${paths.slice(-3).join(', ')}${paths.length > 3 ? ', …' : ''})`;
