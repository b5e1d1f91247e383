import type { ShellWord } from '../simple-command.ts';
import { isReadingAwkProgram } from './awk-program.ts';
import type { ReviewedArguments } from './read-arguments.ts';
import { isReadingSedScript } from './sed-script.ts';
import type { Row } from './table.ts';
import { isHarmlessVariable } from './variables.ts';

/** Why the operands of a call do not fit what a row says about them (`:none`, `:sed`); null when they do. */
export const operandProblem = ({ text }: Row, read: ReviewedArguments): string | null => {
  for (let at = text.indexOf(' :'); at >= 0; at = text.indexOf(' :', at + 1)) {
    const check = CHECKS[text.slice(at + 1, text.indexOf(' ', at + 1))];
    const problem = check === undefined ? null : check(read);
    if (problem !== null) return problem;
  }
  return null;
};

type Check = (read: ReviewedArguments) => string | null;

const atMost =
  (most: number): Check =>
  ({ operands }) =>
    operands.length > most ? `does more than read when ${operands[most]?.text ?? 'more'} is given` : null;

const CHECKS: Readonly<Record<string, Check>> = {
  ':none': atMost(0),
  ':one': atMost(1),
  ':two': atMost(2),
  /** date: everything else sets the clock. */
  ':plus': ({ operands }) =>
    operands.every(({ text, value }) => (value ?? text.replace('"', '')).startsWith('+')) ? null : 'sets the clock',
  /** less: such operands are commands. */
  ':noplus': ({ operands }) =>
    operands.some(({ value }) => value?.startsWith('+')) ? 'runs commands of its own' : null,
  /** tar: `host:file` is read through a remote shell. */
  ':local': ({ operands, options }) => {
    const archives = options.filter(({ name }) => name === '-f' || name === '--file');
    return [...operands, ...archives].every(({ value }) => value !== null && !value.includes(':'))
      ? null
      : 'may read an archive of another machine';
  },
  /** set: everything else becomes the arguments of the shell. */
  ':options': ({ operands }) => (operands.every(({ value }) => value?.startsWith('+')) ? null : 'changes the shell'),
  /** brew: what is given by its path is a program. */
  ':names': ({ operands }) =>
    operands.every(({ value }) => value !== null && !/^[./~]|\.rb$/.test(value)) ? null : 'runs what a file says',
  ':noassignment': ({ operands }) =>
    operands.every(({ value }) => value !== null && !value.includes('=')) ? null : 'changes the system',
  ':variables': ({ operands }) => {
    const bad = operands.find((word) => !isHarmlessAssignment(word));
    return bad === undefined ? null : `sets a variable that programs may act on (${nameOf(bad)})`;
  },
  ':sed': ({ options, operands }) => {
    const scripts = options.filter(({ name }) => name === '-e' || name === '--expression').map(({ value }) => value);
    const read = scripts.length > 0 ? scripts : [operands[0]?.value ?? null];
    return read.every((script) => script !== null && isReadingSedScript(script))
      ? null
      : 'may write files or run programs from its script';
  },
  ':awk': ({ operands }) => {
    const program = operands[0]?.value ?? null;
    return program !== null && isReadingAwkProgram(program) ? null : 'may write files or run programs from its program';
  },
};

/** The operand of `export`, `declare` or `read`: a name, or a name with a value. */
const isHarmlessAssignment = (word: ShellWord): boolean => {
  const text = word.value ?? word.text;
  const equals = text.indexOf('=');
  if (equals < 0) return word.value !== null && isHarmlessVariable(text, null);
  return isHarmlessVariable(nameOf(word), word.value === null ? null : text.slice(equals + 1));
};

const nameOf = ({ value, text }: ShellWord): string => {
  const spelled = value ?? text;
  const equals = spelled.indexOf('=');
  const name = equals < 0 ? spelled : spelled.slice(0, equals);
  return name.endsWith('+') ? name.slice(0, -1) : name;
};
