import type { Command } from 'commander';
import type { Io } from '../io.ts';
import { type ProveOptions, runProve } from '../prove.ts';
import { type RecordOptions, runTestsRecord } from '../tests/record.ts';
import { runTests, type TestsOptions } from '../tests/tests.ts';
import type { AddCommand } from './add-command.ts';

const RECORD_EXAMPLES = [
  'docket tests record -- npm test',
  "docket tests record -- 'npm run build && npm test'",
  'docket tests record --from reports/*.xml --runner "CI"',
  'docket tests record --status fail --failures 2 --note "on Windows"',
];

/** Adds `prove`: a person's word that it works. */
export const addProve = (command: AddCommand, io: Io, exitWith: (code: number) => void): void => {
  command(
    'prove',
    'Confirm that you saw it work, for the code as it is now; without a note show whether somebody did.',
    ['docket prove "the total shows the discount"', 'docket prove', 'docket prove --revoke "it was the old build"'],
  )
    .argument('[note...]', 'what was shown')
    .option('--revoke', 'take it back')
    .option('--json', 'one object')
    .action(async (words: string[], options: ProveOptions) => exitWith(await runProve(words, options, io)));
};

/** Adds `tests` and `tests record`. */
export const addTests = (command: AddCommand, io: Io, exitWith: (code: number) => void): void => {
  const tests = command('tests', 'Print what is known of the tests of the code as it is now, or record a result.', [
    'docket tests',
    'docket tests --json',
    'docket tests record -- npm test',
  ])
    .option('--session <id>', 'as far as the session whose id begins so knows; else the newest live one')
    .option('--json', 'one object')
    .action(async (options: TestsOptions) => exitWith(await runTests(options, io)));

  tests
    .command('record')
    .description('Record a test result for the code as it is now, for CI and for people.')
    .addHelpText('after', `\nExamples:\n${RECORD_EXAMPLES.map((example) => `  $ ${example}`).join('\n')}`)
    .argument('[command...]', 'behind --: run this, read what it prints, and end with its exit code')
    .option('--status <status>', 'the result: pass or fail')
    .option('--failures <n>', 'how many failed')
    .option('--passed <n>', 'how many passed')
    .option('--from <file...>', "reports in JUnit's XML format")
    .option('--runner <name>', 'what ran the tests')
    .option('--note <text>', 'what there is to say of it')
    .option('--json', 'one object; of a command on standard error')
    .addHelpText('after', '\nFrom an agent it is kept as a claim, which satisfies no gate.')
    .action(async (words: string[], _own: unknown, record: Command) =>
      // `--json` is also an option of the command above it.
      exitWith(await runTestsRecord(words, record.optsWithGlobals<RecordOptions>(), io)),
    );
};
