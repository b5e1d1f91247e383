import { createInterface } from 'node:readline';
import type { ExitCode, Io } from './io.ts';

/** The surroundings of a command that asks before it writes. */
export interface AskingIo extends Io {
  /** Asks a person and gives the line they typed; null where nobody is at a terminal to read and answer. */
  readonly ask: ((question: string) => Promise<string>) | null;
}

export interface ApprovalOptions {
  readonly yes?: boolean | undefined;
  readonly dryRun?: boolean | undefined;
}

/**
 * Whether what was shown may be written: null to go on, else the exit code to end with. `--yes` goes on, a person at
 * a terminal is asked, and without either nothing is written.
 */
export const approval = async (options: ApprovalOptions, io: AskingIo): Promise<ExitCode | null> => {
  if (options.dryRun === true) {
    io.stdout('dry run: nothing was written\n');
    return 0;
  }
  if (options.yes === true) return null;
  if (io.ask === null) {
    io.stderr('docket: nothing was written: nobody is here to ask, so add --yes to write this\n');
    return 2;
  }
  if (/^\s*y(es)?\s*$/i.test(await io.ask('Write this? [y/N] '))) return null;
  io.stdout('nothing was written\n');
  return 1;
};

/** Says on stderr why a command ends, and gives the exit code back. */
export const refuse = (io: Pick<Io, 'stderr'>, message: string, code: ExitCode): ExitCode => {
  io.stderr(`docket: ${message}\n`);
  return code;
};

/** Asks on `output` and reads one line from `input`: the empty line when the input ends. */
export const askOn =
  (input: NodeJS.ReadableStream, output: NodeJS.WritableStream) =>
  (question: string): Promise<string> =>
    new Promise((resolve) => {
      const lines = createInterface({ input, output, terminal: false });
      lines.once('line', (line) => {
        resolve(line);
        lines.close();
      });
      lines.once('close', () => resolve(''));
      output.write(question);
    });
