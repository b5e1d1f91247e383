import type { Call } from './calls.ts';
import type { Run } from './run.ts';
import type { ShellWord } from './simple-command.ts';
import { replacedWord } from './wrappers.ts';

const ACTIONS = new Set(['-exec', '-execdir', '-ok', '-okdir']);

/** What find runs for what it finds (find(1), "ACTIONS"): `{}` is an unknown word below its starting points. */
export const findCalls = ({ args, input }: Run): Call[] => {
  const below = startingPoints(args);
  const calls: Call[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const action = args[at]?.value ?? '';
    if (!ACTIONS.has(action)) continue;
    const rest = args.slice(at + 1);
    const length = rest.findIndex(
      ({ value }, index) => value === ';' || (value === '+' && rest[index - 1]?.value === '{}'),
    );
    const program = length < 0 ? rest : rest.slice(0, length);
    at += program.length;
    if (asksNobody(action, program, { args, input })) continue;
    const words = program.map((word) => foundWord(word, below));
    if (words.length > 0) calls.push({ kind: 'words', words, extended: true, elsewhere: action.endsWith('dir') });
  }
  return calls;
};

/**
 * `-ok` asks before each program that it runs; where nobody feeds it an answer, nothing below the working folder is
 * touched. What else the program names counts all the same, and so does a search that begins elsewhere.
 */
export const asksNobody = (
  action: string,
  words: readonly ShellWord[],
  { args, input }: Pick<Run, 'args' | 'input'>,
): boolean =>
  action.startsWith('-ok') &&
  input.kind === 'inherited' &&
  words.some(({ value, text }) => (value ?? text).includes('{}')) &&
  startingPoints(args).every(({ value }) => value !== null && /^(?!\/|~|.*\.\.)/.test(value));

/** The folders in which find looks: the operands in front of its expression, or where it runs. */
export const startingPoints = (args: readonly ShellWord[]): readonly ShellWord[] => {
  let first = 0;
  while (/^-(?:[HLP]|O.*|D)$/.test(args[first]?.value ?? '')) first += args[first]?.value === '-D' ? 2 : 1;
  const rest = args.slice(first);
  const end = rest.findIndex(({ value }) => value !== null && /^(?:-.|[(!,]$)/.test(value));
  const points = end < 0 ? rest : rest.slice(0, end);
  return points.length === 0 ? [WORKING_FOLDER] : points;
};

const WORKING_FOLDER: ShellWord = { value: '.', text: '', tilde: false, start: 0, end: 0, expanded: true };

const foundWord = (word: ShellWord, below: readonly ShellWord[]): ShellWord => {
  const replaced = replacedWord(word, '{}');
  return replaced === word ? word : { ...replaced, below };
};
