import { type Command, Option } from 'commander';
import { addFilters } from '../filter-options.ts';
import type { Io } from '../io.ts';
import { type BacktestOptions, runBacktest } from './backtest.ts';

const EXAMPLES: readonly string[] = [
  'docket backtest --preset strict',
  'docket backtest --policy proposed.json --since 7d --all',
  'docket backtest --preset standard --session 36a90987 --gate guard --json | jq .counts',
  'docket backtest --preset strict fixtures/transcripts/*.ndjson',
];

/** Adds `docket backtest`. */
export const addBacktestCommand = (
  command: (name: string, summary: string, examples: readonly string[]) => Command,
  io: Io,
  exitWith: (code: number) => void,
): void => {
  const backtest = command('backtest', 'Say what another policy would have done in recorded sessions.', EXAMPLES)
    .argument('[path...]', "projects, .docket folders, or files with one event a line; else the project's log")
    .addOption(new Option('--preset <name>', 'the other policy: observe, standard or strict'))
    .option('--policy <file>', 'the other policy, as a file');
  addFilters(backtest, { session: 'repeated', last: 'only the N most recently active sessions' })
    .option('--jobs <n>', 'how many threads; else as many as there are processors')
    .option('--all', 'every flip, rule and session')
    .option('--json', 'one object')
    .addHelpText('after', '\nExit codes: 0 the same decisions, 1 other ones, 2 misuse.')
    .action(async (paths: string[], options: BacktestOptions) => exitWith(await runBacktest(paths, options, io)));
};
