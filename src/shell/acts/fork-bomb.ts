import type { Run } from '../run.ts';
import type { Recognizer } from './act.ts';
import { hostOf } from './delete.ts';

/**
 * A function that calls itself on both sides of a pipe or in the background, and inline code that forks for ever: each makes more
 * processes than it ends.
 */
export const forkBombs: Recognizer = {
  programs: ['*'],
  recognize: (run) => (callsItself(run) || forksForEver(run) ? [{ kind: 'fork-bomb', details: hostOf(run) }] : []),
};

/** One call in the foreground is recursion, which may end. */
const callsItself = ({ program, functions, isBackground, input }: Run): boolean =>
  program !== null &&
  functions.includes(program) &&
  (isBackground ||
    (input.kind === 'pipe' &&
      input.from.some((before) => before.program !== null && functions.includes(before.program))));

const INTERPRETER = /^(?:python|perl|ruby|php|node|lua)[\d.]*$/;

const forksForEver = ({ program, args }: Run): boolean =>
  INTERPRETER.test(program ?? '') && args.some(({ value }) => value?.includes('fork') === true && isForkLoop(value));

const isForkLoop = (code: string): boolean =>
  /\bfork\b(?:\s*\(\s*\))?\s*(?:while|until)\b/.test(code) ||
  /(?:\bwhile\b[\s(]*(?:1|true)\b|\bloop\s*(?:\{|do\b)|\bfor\s*\(\s*;\s*;|\biter\(int).*\bfork\b/is.test(code) ||
  /\bfork\b.*\biter\(int/s.test(code) ||
  /\bwhile\b[\s(:]*(?:os\.)?fork\b/.test(code);
