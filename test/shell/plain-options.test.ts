import { describe, expect, it } from 'vitest';
import { writeSpecs } from '../../src/shell/acts/write-programs.ts';
import { PLAIN_PROGRAMS, PLAIN_SUBCOMMANDS, TEST_PROGRAMS } from '../../src/shell/plain-programs.ts';
import { understand } from '../../src/shell/understand.ts';
import { understandPlain } from '../../src/shell/understand-plain.ts';
import { understandTests } from '../../src/shell/understand-tests.ts';

const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => `-${letter}`);

/** Names of options under which some program writes a file or runs another one. */
const NAMES = (
  'basetemp cache compile config coverage coverageDirectory debug delete dir exec exec-path ext-diff files file fix ' +
  'git-dir hostname-bin ignore-scripts in-place init json junitxml log-file manifest-path o open-files-in-pager out out-dir ' +
  'outDir outFile outfile output output-file outputFile pager pre prefix result-log rootdir run script-shell set ' +
  'target-dir textconv toolexec trace tsBuildInfoFile update vettool watch write'
).split(' ');

const OPTIONS = [...LETTERS, ...NAMES.flatMap((name) => [`--${name}`, `-${name}`])];
const valued = (options: readonly string[]): string[] =>
  options.flatMap((option) => [`${option} v`, `${option}=v`, `${option} .claude/settings.json`, option]);

/** What the table of programs that write files says of this one. */
const knownOptions = (program: string): string[] =>
  writeSpecs(program).flatMap(({ only = [], outputs = [], exact = [], into = [] }) => [
    ...only,
    ...outputs,
    ...exact,
    ...into,
  ]);

const COMMANDS = [
  ...PLAIN_PROGRAMS,
  ...Object.entries(PLAIN_SUBCOMMANDS).flatMap(([program, subcommands]) =>
    subcommands.map((subcommand) => `${program} ${subcommand}${subcommand === 'run' ? ' build' : ''}`),
  ),
  ...TEST_PROGRAMS.flatMap((program) => [
    program,
    `${program} test`,
    `npx ${program}`,
    `timeout 5 ${program} run test`,
  ]),
];

describe('what is read without the parser', () => {
  // A table of names is only as good as what the recognizers know of the same programs.
  it.each(COMMANDS)('says of every option what the parser does: %s', (command) => {
    const own = command.split(' ').flatMap(knownOptions);
    for (const option of valued([...OPTIONS, ...own])) {
      const source = `${command} ${option}`;
      for (const read of [understandPlain, understandTests]) {
        const understood = read(source);
        if (understood !== null) expect(understood, source).toEqual(understand(source));
      }
    }
  });
});
