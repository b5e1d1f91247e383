import type { Call } from './calls.ts';
import { joinedWords } from './joined-words.ts';
import { type OptionSpec, readOptions } from './options.ts';
import type { Run } from './run.ts';
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
export const parallelCalls = ({ args }: Run, source: string): Call[] => {
  const { operands, options } = readOptions(args, OPTIONS);
  if (options.some(({ name }) => name === '--version' || name === '--help')) return [];
  const end = operands.findIndex(({ value }) => value?.startsWith(':::'));
  const command = end < 0 ? operands : operands.slice(0, end);
  if (command.length > 1) {
    const words = command.map((word) => replacedWord(word, '{}'));
    return [{ kind: 'words', words, extended: true }];
  }
  const inputs = end < 0 ? [] : operands.slice(end + 1);
  const [only] = command;
  if (only !== undefined) {
    const text = joinedWords([replacedWord(only, '{}')], source).text;
    // A lone word is a command line, to which the input is added.
    return [{ kind: 'script', text, offset: null, shell: {} }];
  }
  return inputs.map((word) => ({ kind: 'script', ...joinedWords([word], source), shell: {} }));
};
