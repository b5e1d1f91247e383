import type { Command } from 'commander';
import { addFilters } from './filter-options.ts';
import type { FilterOptions } from './filters.ts';
import type { ExitCode, Io } from './io.ts';
import { runLog } from './log.ts';
import { runLogSessions } from './log-sessions.ts';
import { runLogSuspect } from './log-suspect.ts';

interface LogCommandOptions extends FilterOptions {
  readonly json?: boolean;
  readonly follow?: boolean;
  readonly sessions?: boolean;
  readonly suspect?: boolean;
}

/** Adds `docket log`; `command` makes one. */
export const addLog = (
  command: (name: string, summary: string, examples: readonly string[]) => Command,
  io: Io,
  exitWith: (code: ExitCode) => void,
): void => {
  const log = command('log', 'Print the events of the project, oldest first.', [
    'docket log --last 20',
    'docket log --type GatesRuled --since 2h',
    'docket log --json --session 36a90987 | jq .type',
    'docket log --follow',
    'docket log --sessions --last 10',
    'docket log --suspect --since 7d',
  ]);
  addFilters(log)
    .option('--follow', 'go on as events are written, until interrupted')
    .option('--sessions', 'the sessions instead of their events')
    .option(
      '--suspect',
      'what does not fit together: denied calls that ran, calls without an end, hooks that were lost',
    )
    .option('--json', 'one envelope, session or finding a line')
    .addHelpText('after', '\nExit codes: 0 fine; 1 lines cannot be read, or --suspect found something; 2 misuse.')
    .action(async (options: LogCommandOptions) => {
      if (options.sessions === true && options.suspect !== true) return exitWith(runLogSessions(options, io));
      const stop = new AbortController();
      if (options.follow === true) process.once('SIGINT', () => stop.abort());
      exitWith(await (options.suspect === true ? runLogSuspect(options, io) : runLog(options, io, stop.signal)));
    });
};
