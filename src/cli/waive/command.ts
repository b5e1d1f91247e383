import type { Command } from 'commander';
import { DEFAULT_LENGTH } from '../../hooks/observers/waiver-lines.ts';
import type { ExitCode, Io } from '../io.ts';
import { runWaive, type WaiveOptions } from './waive.ts';

type AddCommand = (name: string, summary: string, examples: readonly string[]) => Command;

/** Declares `docket waive`. */
export const addWaive = (command: AddCommand, io: Io, exitWith: (code: ExitCode) => void): void => {
  command(
    'waive',
    'Waive a rule for a while, with a reason: it then stops nothing. Without a rule list what is waived.',
    [
      'docket waive test-gate/tests-fail --for 2h --reason "the runner is broken"',
      'docket waive guard/delete-remote --session 36a90987 --reason "old branches go today"',
      'docket waive --list --json',
      'docket waive --revoke test-gate/tests-fail',
    ],
  )
    .argument('[rule]', 'the id of a rule, or a gate for all of its rules that can be waived')
    .option('--reason <text>', 'why; it stands in every explanation')
    .option('--for <time>', `for how long: minutes, hours or days up to 30d; ${DEFAULT_LENGTH} without`)
    .option('--session <id>', 'only in the session whose id begins so; else in all of the project')
    .option('--list', 'what is waived now')
    .option('--revoke <what>', 'end a waiver before its time: a rule, or the id of a waiver')
    .option('--json', 'one object a waiver, in a list')
    .addHelpText(
      'after',
      '\nOnly for people: agents are refused. What destroys a system or a repository, and\nwhat protects docket itself, cannot be waived.',
    )
    .action((rule: string | undefined, options: WaiveOptions) => exitWith(runWaive(rule, options, io)));
};
