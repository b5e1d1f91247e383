import type { Command } from 'commander';
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
  command('stats', 'Count what each rule did by week, what became of it, and how long the hook took.', EXAMPLES)
    .option('--session <id...>', 'only of sessions whose ids begin so')
    .option('--type <type...>', 'only what was ruled on events of these types')
    .option('--gate <gate>', 'only verdicts of a gate')
    .option('--tool <tool>', 'only calls of a tool')
    .option('--path <text>', 'only events about files whose path contains the text')
    .option('--since <time>', 'ISO 8601, or an age like 15m, 2h, 3d')
    .option('--until <time>', 'the same')
    .option('--last <n>', 'only the newest N rulings')
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
