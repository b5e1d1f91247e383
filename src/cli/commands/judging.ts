import { Option } from 'commander';
import { type ClassifyOptions, runClassify } from '../classify.ts';
import { runGates } from '../gates.ts';
import type { ExitCode, Io } from '../io.ts';
import type { AddCommand } from './add-command.ts';

/** Adds `gates`: the list of them, and what each would answer. */
export const addGates = (command: AddCommand, io: Io, exitWith: (code: ExitCode) => void): void => {
  command('gates', 'List the gates, or say what each would answer to a hook input. Records nothing.', [
    'docket gates',
    `echo '{"tool_name":"Write","tool_input":{"file_path":"src/a.ts"}}' | docket gates - --preset strict --assume branch=main`,
    'docket gates --json event.json --policy proposed.json',
  ])
    .argument('[event]', 'a file with one hook input, or - for standard input')
    .addOption(new Option('--preset <name>', 'under a preset instead of the project policy'))
    .option('--policy <file>', 'under a policy file instead')
    .option(
      '--assume <key=value...>',
      'take something for granted, such as branch=main, tests=fail, strikes.test-gate=1',
    )
    .option('--json', 'one object')
    .action(
      async (
        input: string | undefined,
        options: { json?: boolean; preset?: string; policy?: string; assume?: string[] },
      ) => exitWith(await runGates(input, options, io)),
    );
};

/** Adds `classify`. */
export const addClassify = (command: AddCommand, io: Io, exitWith: (code: ExitCode) => void): void => {
  command('classify', 'Say what a shell command would do: whether each part only reads, and what gates would say.', [
    "docket classify -- 'git status && rm -rf build'",
    'docket classify --json -- git push --force origin main | jq .dangers',
    'docket classify - < script.sh',
  ])
    .argument('[command...]', 'the command as one text, or its words; - for standard input')
    .addOption(new Option('--preset <name>', 'what gates say under a preset').default('strict'))
    .option('--json', 'one object')
    .showHelpAfterError('(--help shows how; -- goes before the command: docket classify -- ls -la)')
    .addHelpText('after', '\nExit codes: 0 no gate would deny or ask, 1 one would, 2 misuse.')
    .action(async (words: string[], options: ClassifyOptions) => exitWith(await runClassify(words, options, io)));
};
