import { dirname } from 'node:path';
import { openStreamIndex } from '../../events/open-index.ts';
import { listSegments } from '../../events/segments.ts';
import { type DemoFiles, recordDemo } from '../demo.ts';
import { type ExitCode, type Io, UsageError } from '../io.ts';
import { openTerminal } from '../open-terminal.ts';
import { pickStream } from '../pick-stream.ts';
import { progressFor } from '../progress.ts';
import { findLoggedProject, findProject } from '../project.ts';
import { shellWord } from '../shell-word.ts';
import { printable } from '../style.ts';
import type { TuiOptions, TuiProgram } from '../tui-program.ts';
import { recordingAt } from './recording.ts';
import { type ReplayOptions, runReplay } from './replay.ts';

export interface LookOptions extends ReplayOptions {
  readonly ascii?: boolean;
  readonly screenReader?: boolean;
  readonly demo?: boolean;
}

export interface LookDeps {
  readonly loadTui: () => Promise<TuiProgram>;
  readonly demo: DemoFiles;
}

/**
 * Shows the project's sessions, or one of them, in the terminal until the person quits; prints the same as text where
 * there is no terminal that can show it, or where what is asked for is text.
 */
export const runLook = async (
  named: string | undefined,
  { demo = false, ...options }: LookOptions,
  deps: LookDeps,
  io: Io,
): Promise<ExitCode> => {
  if (!demo) {
    const recording = named === undefined ? null : recordingAt(named, io);
    if (recording === null) return look(named, options, deps, io);
    return removedAfter(recording, io, async (keep) => {
      const opened = await recording.open();
      return look(opened.session ?? undefined, options, deps, opened.io, { keep });
    });
  }
  if ((named ?? options.session) !== undefined) {
    throw new UsageError('--demo shows a session of its own: leave the session out.');
  }
  const project = await recordDemo(deps.demo, io);
  return removedAfter(project, io, (keep) => {
    const session = pickStream(openStreamIndex(findLoggedProject(project.io).folder), undefined, project.path);
    return look(session ?? undefined, options, deps, project.io, { keep, row: project.denied() });
  });
};

interface Made {
  /** Where the files are; null where nothing was made. */
  readonly path: string | null;
  readonly remove: () => void;
}

/** Does something with files that are removed then, unless somebody took a command that reads them away with him. */
const removedAfter = async <Result>(
  made: Made,
  io: Io,
  work: (keep: () => void) => Promise<Result>,
): Promise<Result> => {
  let isKept = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    made.remove();
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  // A terminal that is closed ends the program at its next word, before it comes to anything else.
  const onExit = (): void => {
    if (!isKept) made.remove();
  };
  for (const signal of ENDING) process.once(signal, onSignal);
  process.once('exit', onExit);
  try {
    const result = await work(() => {
      isKept = made.path !== null;
    });
    if (isKept) io.stdout(`The command that was copied reads ${made.path}: remove that folder when you are done.\n`);
    return result;
  } finally {
    onExit();
    process.off('exit', onExit);
    for (const signal of ENDING) process.off(signal, onSignal);
  }
};

const ENDING: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Of what lies outside of the project's log. */
interface Elsewhere {
  /** Keeps its files after the end. */
  readonly keep?: () => void;
  readonly row?: string | null;
}

const look = async (
  named: string | undefined,
  { ascii = false, screenReader = false, ...options }: LookOptions,
  { loadTui }: LookDeps,
  io: Io,
  { keep, row = null }: Elsewhere = {},
): Promise<ExitCode> => {
  if (named !== undefined && options.session !== undefined) {
    throw new UsageError('Name the session once, with or without --session.');
  }
  const wanted = named ?? options.session;
  const terminal = wantsText(options, io) ? null : openTerminal(process);
  if (terminal === null) return runReplay(named, options, io);
  // Without a log there is nothing to list, and something to say of that.
  const isEmpty = wanted === undefined && listSegments(findProject(io).folder).length === 0;
  const { folder, worktree } = isEmpty ? findProject(io) : findLoggedProject(io);
  const session = wanted === undefined ? null : sessionOf(folder, wanted, worktree, io);
  const isLinear = screenReader || io.env['INK_SCREEN_READER'] === 'true';
  const { openTui } = await loadTui();
  const commands = {
    // Only what lies elsewhere has to be named.
    commandPrefix: keep === undefined ? '' : `DOCKET_DIR=${shellWord(dirname(folder.path))} `,
    onCommandCopied: keep ?? (() => undefined),
  };
  const shown = { folder, env: io.env, terminal, session, row, isAscii: ascii, isLinear, ...commands };
  return show(() => openTui(shown), terminal, io);
};

/** Everything but a session asks for text; so does a terminal that only goes on line by line. */
const wantsText = ({ session: _, ...others }: ReplayOptions, { env }: Io): boolean =>
  Object.keys(others).length > 0 || env['TERM'] === 'dumb';

const sessionOf = (folder: TuiOptions['folder'], wanted: string, worktree: string, io: Io): string | null => {
  const progress = progressFor(io, 'reading the log');
  const session = pickStream(openStreamIndex(folder, progress), wanted, worktree);
  progress.done();
  return session;
};

const show = async (open: () => Promise<string>, terminal: TuiOptions['terminal'], io: Io): Promise<ExitCode> => {
  try {
    io.stdout(await open());
    return 0;
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    io.stderr(
      `docket: the terminal program failed, the log is as it was\n${text.split('\n').map(printable).join('\n')}\n`,
    );
    return 1;
  } finally {
    // Keys that nobody reads any more must not keep the process.
    if (terminal.stdin !== process.stdin) terminal.stdin.destroy();
  }
};
