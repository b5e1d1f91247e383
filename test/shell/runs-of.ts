import { interpretCommand } from '../../src/shell/interpret.ts';
import type { Run } from '../../src/shell/run.ts';

/** The runs of a command line, in order. */
export const runsOf = (command: string): Run[] => {
  const runs: Run[] = [];
  const actsOf = (run: Run) => {
    runs.push(run);
    return [];
  };
  interpretCommand(command, { actsOf, ruledPrograms: () => new Set() });
  return runs;
};

/** The only run of a program in a command line. */
export const runOf = (command: string, program: string): Run => {
  const runs = runsOf(command).filter((run) => run.program === program);
  if (runs.length !== 1 || runs[0] === undefined) throw new Error(`${runs.length} runs of ${program} in ${command}`);
  return runs[0];
};

/** A run in short: its program and the values of its arguments, `…` for what only shows at run time. */
export const shortRun = ({ program, args }: Run): string =>
  [program ?? '…', ...args.map(({ value }) => value ?? '…')].join(' ');
