import type { Call } from './calls.ts';
import { joinedWords } from './joined-words.ts';
import { type OptionSpec, readOptions } from './options.ts';
import { inputLines } from './output.ts';
import type { Run } from './run.ts';
import type { ShellWord } from './simple-command.ts';
import { replacedWord } from './wrappers.ts';

/** parallel(1): options with a value. */
const OPTIONS: OptionSpec = {
  valued: 'aCdDEIjJLnNPsSX',
  longValued: [
    ...['arg-file', 'arg-sep', 'basefile', 'colsep', 'delay', 'delimiter', 'halt', 'jobs', 'joblog', 'load'],
    ...['max-args', 'max-chars', 'max-lines', 'max-procs', 'max-replace-args', 'memfree', 'nice', 'profile'],
    ...['results', 'retries', 'sshlogin', 'sshloginfile', 'tagstring', 'tempdir', 'timeout', 'tmpdir', 'wd', 'workdir'],
  ],
};

/** The command line that GNU parallel runs for each of its inputs; without one the inputs are command lines. */
export const parallelCalls = (run: Run, source: string): Call[] => {
  const { operands, options } = readOptions(run.args, OPTIONS);
  if (options.some(({ name }) => name === '--version' || name === '--help')) return [];
  const end = operands.findIndex(({ value }) => value?.startsWith(':::') === true);
  const command = end < 0 ? operands : operands.slice(0, end);
  const inputs = end < 0 ? readInputs(run) : operands.slice(end + 1);
  // Behind `::::` and the like stand files of inputs.
  const isListed = (end < 0 || operands[end]?.value === ':::') && areListed(inputs);
  if (command.length > 1) {
    if (isListed) return inputs.map((input) => ({ kind: 'words', words: filled(command, input), extended: false }));
    const words = command.map((word) => replacedWord(word, '{}'));
    return [{ kind: 'words', words, extended: true }];
  }
  const [only] = command;
  if (only !== undefined) {
    const { value } = only;
    if (isListed && value !== null)
      return inputs.map((input) => ({ kind: 'script', text: filledText(value, input), offset: null, shell: {} }));
    const text = joinedWords([replacedWord(only, '{}')], source).text;
    // A lone word is a command line, to which the input is added.
    return [{ kind: 'script', text, offset: null, shell: {} }];
  }
  return inputs.map((word) => ({ kind: 'script', ...joinedWords([word], source), shell: {} }));
};

/** What it reads, line by line. */
const readInputs = (run: Run): ShellWord[] =>
  inputLines(run)?.map((value) => ({ value, text: '', tilde: false, start: 0, end: 0, expanded: true })) ?? [];

const filledText = (text: string, { value }: ShellWord): string =>
  text.includes('{}') ? text.replaceAll('{}', () => value ?? '') : `${text} ${value}`;

/** More inputs are taken for unknown ones, and so are those that are combined with others. */
const MOST_INPUTS = 16;

const areListed = (inputs: readonly ShellWord[]): boolean =>
  inputs.length > 0 &&
  inputs.length <= MOST_INPUTS &&
  inputs.every(({ value }) => value !== null && !value.startsWith(':::'));

/** The command with an input in the place of `{}`, or behind it. */
const filled = (command: readonly ShellWord[], input: ShellWord): readonly ShellWord[] => {
  const words = command.map((word) => {
    if (word.value === '{}') return input;
    return word.value?.includes('{}')
      ? { ...word, value: word.value.replaceAll('{}', () => input.value ?? ''), expanded: true }
      : word;
  });
  return words.every((word, index) => word === command[index]) ? [...words, input] : words;
};
