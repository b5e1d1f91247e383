import type { Call } from './calls.ts';
import { joinedWords } from './joined-words.ts';
import { type OptionSpec, readOptions } from './options.ts';
import { inputText } from './output.ts';
import type { Run } from './run.ts';

const RUNNERS: OptionSpec = {
  mixed: true,
  valued: 'cDilLmMnpPrSsuw',
  longValued: [
    ...[
      'names',
      'name-separator',
      'prefix',
      'prefix-colors',
      'max-processes',
      'kill-others',
      'success',
      'restart-tries',
    ],
    ...[
      'warmup',
      'min-runs',
      'max-runs',
      'runs',
      'prepare',
      'setup',
      'cleanup',
      'shell',
      'export-json',
      'export-markdown',
    ],
  ],
};

/** Programs whose operands, and those of some options, each are a command line: concurrently, hyperfine(1). */
export const eachScript = ({ args }: Run, source: string): Call[] => {
  const { options, operands } = readOptions(args, RUNNERS);
  const more = options.flatMap(({ name, value }) =>
    value !== null && /^--(?:prepare|setup|cleanup)$/.test(name) ? [value] : [],
  );
  return [...more, ...operands].map((word) => ({ kind: 'script', ...joinedWords([word], source), shell: {} }));
};

/** fd(1): `-x PROGRAM …` for each that is found, `-X` for all at once. */
export const foundCalls = ({ args }: Run): Call[] => {
  const at = args.findIndex(({ value }) => /^(?:-[xX]|--exec(?:-batch)?)$/.test(value ?? ''));
  if (at < 0) return [];
  const end = args.findIndex(({ value }, index) => index > at && value === ';');
  const words = args.slice(at + 1, end < 0 ? undefined : end);
  return words.length === 0 ? [] : [{ kind: 'words', words, extended: true }];
};

/** expect(1) and tclsh: programs that a script starts by `spawn` and `exec`, as far as it spells them out. */
export const spawnedCalls = (run: Run): Call[] => {
  const { options, operands } = readOptions(run.args, { valued: 'cfD' });
  const given = options.flatMap(({ name, value }) => (name === '-c' ? (value?.value ?? []) : []));
  const isRead = given.length === 0 && (operands.length === 0 || operands[0]?.value === '-');
  const code = isRead ? [inputText(run) ?? ''] : given;
  return code.flatMap((text) =>
    [...text.slice(0, LONGEST_CODE).matchAll(/(?:^|[\s;[{])(?:spawn|exec)((?:[ \t]+[^\s;\]}]+)+)/g)].map(
      ([, words = '']): Call => ({ kind: 'script', text: words.replace(/^(?:\s+-\w+)+/, ''), offset: null, shell: {} }),
    ),
  );
};

const LONGEST_CODE = 16_384;

/** ssh(1) without a command: the shell on the other machine reads what it reads. */
export const remoteCalls = (run: Run): Call[] => {
  const text = inputText(run);
  return text === null ? [] : [{ kind: 'script', text, offset: null, shell: {}, elsewhere: true }];
};
