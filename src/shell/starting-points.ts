import type { Run } from './run.ts';
import type { ShellWord } from './simple-command.ts';

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
