import { readOptions } from './options.ts';
import { type ShellState, STARTING_STATE, withOptions } from './shell-state.ts';
import type { ShellWord } from './simple-command.ts';

/** A command line inside an argument: what `eval` and `bash -c` run. */
export interface NestedScript {
  /** Null when it only shows at run time. */
  readonly text: string | null;
  /** Where `text` stands in the parsed source; null when it is not there character for character. */
  readonly offset: number | null;
  /** `eval` runs in the shell itself; null for it, and for a shell of its own the state that shell starts in. */
  readonly shell: Pick<ShellState, 'pipefail' | 'errexit'> | null;
}

/** The script that `program` gets as an argument; undefined when it gets none. */
export const nestedScript = (
  program: string | null,
  args: readonly ShellWord[],
  source: string,
): NestedScript | undefined => {
  if (program === 'eval') {
    const words = args[0]?.value === '--' ? args.slice(1) : args;
    return words.length === 0 ? undefined : { ...joined(words, source), shell: null };
  }
  return program !== null && SHELLS.has(program) ? commandString(args, source) : undefined;
};

const SHELLS = new Set(['bash', 'sh', 'zsh', 'dash', 'ksh']);

const commandString = (args: readonly ShellWord[], source: string): NestedScript | undefined => {
  const { options, operands } = readOptions(args, { valued: 'oO', longValued: ['rcfile', 'init-file'] });
  if (!options.some(({ name }) => name === '-c')) return undefined;
  const [script] = operands;
  const { pipefail, errexit } = withOptions(STARTING_STATE, args);
  return { ...(script === undefined ? NOWHERE : joined([script], source)), shell: { pipefail, errexit } };
};

const NOWHERE = { text: null, offset: null };

/** `eval` joins its arguments with single spaces. */
const joined = (words: readonly ShellWord[], source: string): Pick<NestedScript, 'text' | 'offset'> => {
  const values = words.map(({ value }) => value);
  if (values.includes(null)) return NOWHERE;
  const text = values.join(' ');
  const [first] = words;
  const start = first?.start ?? 0;
  const spelled = source.slice(start, words.at(-1)?.end);
  const quote = words.length === 1 ? (/^\$?["']/.exec(spelled)?.[0] ?? '') : '';
  const verbatim = spelled === `${quote}${text}${quote.slice(-1)}`;
  return { text, offset: verbatim ? start + quote.length : null };
};
