import type { Command } from 'commander';
import { addFilters } from '../filter-options.ts';
import type { ExitCode, Io } from '../io.ts';
import type { StatsOptions } from './stats.ts';

const EXAMPLES = [
  'docket stats',
  'docket stats --since 30d --gate test-gate',
  "docket stats --json | jq '.rules[] | {rule, fired, overridden}'",
];

/** Declares `docket stats`. */
export const addStats = (
  command: (name: string, summary: string, examples: readonly string[]) => Command,
  io: Io,
  exitWith: (code: ExitCode) => void,
): void => {
  const stats = 'Count what each rule did by week, what became of it, and how long the hook took.';
  addFilters(command('stats', stats, EXAMPLES), { last: 'only the newest N rulings' })
    .option('--ascii', 'plots of plain characters')
    .option('--json', 'one object')
    .addHelpText('after', MEANING)
    // Loaded when it is needed: most calls of docket count nothing.
    .action(async (options: StatsOptions) => exitWith(await (await import('./stats.ts')).runStats(options, io)));
};

const MEANING = `
  fired       it denied, asked, rewrote, allowed or advised
  watched     it would have, in monitor mode
  waived      it would have, and a waiver let it through
  overridden  it denied or asked, and the call ran all the same
  met         what did not hold did when the gate next looked; after: half of
              them within this time

Exit codes: 0 fine, 1 parts of the log cannot be read, 2 misuse.`;
