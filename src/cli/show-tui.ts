import { type ExitCode, type Io, UsageError } from './io.ts';
import { findLoggedProject } from './project.ts';
import type { TuiProgram } from './tui-program.ts';

export interface ShowTuiOptions {
  readonly ascii?: boolean;
}

/** Shows the project's sessions in the terminal, until the person quits. Throws `UsageError` where there is no terminal. */
export const runShowTui = async (
  { ascii = false }: ShowTuiOptions,
  loadTui: () => Promise<TuiProgram>,
  io: Io,
): Promise<ExitCode> => {
  const { folder } = findLoggedProject(io);
  const { stdin, stdout } = process;
  if (stdin.isTTY !== true || stdout.isTTY !== true) {
    throw new UsageError('The sessions are shown in a terminal, and this is none.');
  }
  const { openTui } = await loadTui();
  await openTui({ folder, env: io.env, terminal: { stdin, stdout }, isAscii: ascii });
  return 0;
};
