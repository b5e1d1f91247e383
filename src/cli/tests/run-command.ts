import { spawn } from 'node:child_process';
import type { TestRunOutcome } from '../../hooks/observers/test-result.ts';
import { outputBuffer } from '../../hooks/test-runner/output.ts';
import { type Io, NotFoundError } from '../io.ts';

/** How a command ended. */
export interface EndedCommand {
  readonly exit: Exclude<TestRunOutcome['exit'], { readonly kind: 'background' }>;
  /** The exit code to hand on; of a command that a signal ended, the shell's. */
  readonly code: number;
  /** What it printed, on both streams in the order of arrival; of a long output the beginning and the end. */
  readonly output: string;
}

/**
 * Runs a command on this terminal, handing on what it prints as it comes, and its input. One word with blanks is a line
 * for the shell. `onStart` is called once it runs. Throws `NotFoundError` where there is no such program.
 */
export const runCommand = (words: readonly string[], io: Io, onStart: () => void): Promise<EndedCommand> =>
  new Promise((done, fail) => {
    const [program = '', ...args] = words;
    const shell = args.length === 0 && /\s/.test(program);
    // A pipe is no terminal, so colours have to be asked for.
    const colours = io.isStdoutTty && io.env['NO_COLOR'] === undefined ? { FORCE_COLOR: '1' } : {};
    const env = { ...colours, ...io.env };
    const child = spawn(program, args, { cwd: io.cwd, env, shell, stdio: ['inherit', 'pipe', 'pipe'] });
    const kept = outputBuffer();
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      kept.add(Buffer.from(text));
      io.stdout(text);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      kept.add(Buffer.from(text));
      io.stderr(text);
    });
    // These reach the command as well; its end is what is recorded.
    const wait = (): void => undefined;
    for (const signal of WAITED_OUT) process.on(signal, wait);
    const over = (): void => {
      for (const signal of WAITED_OUT) process.off(signal, wait);
    };
    child.on('spawn', onStart);
    child.on('error', (error: NodeJS.ErrnoException) => {
      over();
      fail(error.code === 'ENOENT' ? new NotFoundError(`There is no program ${program}.`) : error);
    });
    child.on('close', (code, signal) => {
      over();
      done({ ...ending(code, signal), output: kept.text() });
    });
  });

/** An interrupt, and a terminal that is closed. */
const WAITED_OUT = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

const ending = (code: number | null, signal: NodeJS.Signals | null): Pick<EndedCommand, 'exit' | 'code'> => {
  if (signal !== null)
    return { exit: { kind: 'interrupted', by: `was ended by ${signal}` }, code: SIGNALS[signal] ?? 128 };
  return code === 0 ? { exit: { kind: 'success' }, code: 0 } : { exit: { kind: 'failure', code }, code: code ?? 1 };
};

/** Exit codes that shells give for signals. */
const SIGNALS: Partial<Record<NodeJS.Signals, number>> = { SIGHUP: 129, SIGINT: 130, SIGKILL: 137, SIGTERM: 143 };
