import type { PlainCommand } from './plain-command.ts';

/**
 * Programs that do nothing any rule is about and run no tests, whatever their arguments. It is a short list of what
 * agents run all day, so that their calls need neither the parser nor what knows all other programs.
 */
export const PLAIN_PROGRAMS: readonly string[] = (
  'basename cat cd cmp cut date df diff dirname du echo eslint false file grep head id jq ls printf ps ' +
  'pwd readlink realpath rg seq sleep stat tail test tr true tsc wc which whoami'
).split(' ');

/** Others are plain under these subcommands. */
export const PLAIN_SUBCOMMANDS: Readonly<Record<string, readonly string[]>> = {
  cargo: ['build', 'check', 'clippy'],
  git: [
    'blame',
    'describe',
    'diff',
    'grep',
    'log',
    'ls-files',
    'merge-base',
    'rev-parse',
    'shortlog',
    'show',
    'status',
  ],
  go: ['build', 'vet'],
  npm: ['run'],
  pnpm: ['run'],
  yarn: ['run'],
};

/** Programs that run tests and do nothing any rule is about. */
export const TEST_PROGRAMS: readonly string[] = ['npm', 'pnpm', 'yarn', 'vitest', 'jest', 'mocha', 'pytest', 'cargo'];

/** Scripts of a project by what their names begin with: others may be its tests. */
const PLAIN_SCRIPTS = ['build', 'check', 'compile', 'dev', 'docs', 'lint', 'start', 'typecheck'];

/** What scripts that change files are called. */
const FIXING = ['fix', 'write', 'format', 'fmt', 'gen', 'prett'];

/** Of programs that also write files only under these options is it sure that they do not. */
const PLAIN_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  eslint: ['--ext', '--max-warnings', '--quiet'],
  go: ['-v'],
  tsc: ['--noEmit', '--pretty', '--project', '--skipLibCheck', '-p'],
};

/** Words that some rule looks for in arguments that are harmless otherwise. */
const LOOKED_FOR = ['/tmp', 'docket', '--output', '--pre=', '--hostname-bin', '--fix', '--write'];

const isPlainSubcommand = (program: string, subcommand: string): boolean =>
  Object.hasOwn(PLAIN_SUBCOMMANDS, program) && PLAIN_SUBCOMMANDS[program]?.includes(subcommand) === true;

/** Whether a command surely does nothing that rules are about, and runs no tests. */
export const isPlain = ({ words, redirects }: PlainCommand): boolean => {
  const program = words[0]?.value ?? '';
  const subcommand = words[1]?.value ?? '';
  const isKnown = PLAIN_PROGRAMS.includes(program) || isPlainSubcommand(program, subcommand);
  if (!isKnown) return false;
  if (subcommand === 'run' && !isPlainScript(words[2]?.value ?? '')) return false;
  const options = Object.hasOwn(PLAIN_OPTIONS, program) ? PLAIN_OPTIONS[program] : undefined;
  const isOther = ({ value }: PlainCommand['words'][number]): boolean =>
    value?.startsWith('-') === true && options?.includes(value.split('=', 1)[0] ?? '') === false;
  return !words.some(isOther) && hasPlainArguments({ words, redirects });
};

const isPlainScript = (script: string): boolean =>
  PLAIN_SCRIPTS.includes(script.split(':', 1)[0] ?? '') && !FIXING.some((word) => script.includes(word));

/** Whether nothing in the words and redirects of a command is what some rule looks for. */
export const hasPlainArguments = ({ words, redirects }: Pick<PlainCommand, 'words' | 'redirects'>): boolean => {
  if (words.some(({ value }) => value === '--pre' || LOOKED_FOR.some((looked) => value?.includes(looked))))
    return false;
  return redirects.every(
    ({ operator, target }) =>
      target?.value === '/dev/null' || (operator === '>&' && (target?.value === '1' || target?.value === '2')),
  );
};

/** Whether a text may be a plain test run at all: it takes no bundle to tell. */
export const mayRunTests = (command: string): boolean => {
  const [program = ''] = command.split(' ', 1);
  const isKnown = TEST_PROGRAMS.includes(program) || program === 'npx' || program === 'timeout' || program === 'cd';
  return isKnown && TEST_WORDS.some((word) => command.includes(word));
};

/** One of these is in every test run that is read without the parser. */
const TEST_WORDS = ['test', 'jest', 'mocha', 'npm t'];

/** Whether a text may begin with a plain program at all: it takes no bundle to tell. */
export const beginsPlain = (command: string): boolean => {
  const [program = '', subcommand = ''] = command.split(' ', 2);
  return PLAIN_PROGRAMS.includes(program) || isPlainSubcommand(program, subcommand);
};
