import type { PlainCommand } from './plain-command.ts';

/**
 * Programs that do nothing any rule is about and run no tests, whatever their arguments, or under these subcommands. It
 * is a short list of what agents run all day, so that their calls need neither the parser nor what knows all other programs.
 */
const PLAIN_PROGRAMS: Readonly<Record<string, readonly string[] | 'always'>> = {
  basename: 'always',
  cargo: ['build', 'check', 'clippy'],
  cat: 'always',
  cd: 'always',
  cmp: 'always',
  cut: 'always',
  date: 'always',
  df: 'always',
  diff: 'always',
  dirname: 'always',
  du: 'always',
  echo: 'always',
  eslint: 'always',
  false: 'always',
  file: 'always',
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
  grep: 'always',
  head: 'always',
  jq: 'always',
  id: 'always',
  ls: 'always',
  npm: ['run'],
  pnpm: ['run'],
  printf: 'always',
  ps: 'always',
  pwd: 'always',
  rg: 'always',
  readlink: 'always',
  realpath: 'always',
  seq: 'always',
  sleep: 'always',
  stat: 'always',
  tail: 'always',
  test: 'always',
  tr: 'always',
  true: 'always',
  tsc: 'always',
  wc: 'always',
  which: 'always',
  whoami: 'always',
  yarn: ['run'],
};

/** Scripts of a project by what their names begin with: others may be its tests. */
const PLAIN_SCRIPTS = ['build', 'check', 'compile', 'dev', 'docs', 'format', 'generate', 'lint', 'start', 'typecheck'];

/** Words that some rule looks for in arguments that are harmless otherwise. */
const LOOKED_FOR = ['/tmp', 'docket', '--output', '--pre=', '--hostname-bin'];

/** Whether a command surely does nothing that rules are about, and runs no tests. */
export const isPlain = ({ words, redirects }: PlainCommand): boolean => {
  const program = words[0]?.value ?? '';
  const subcommand = words[1]?.value ?? '';
  const known = Object.hasOwn(PLAIN_PROGRAMS, program) ? PLAIN_PROGRAMS[program] : undefined;
  if (known === undefined || (known !== 'always' && !known.includes(subcommand))) return false;
  if (subcommand === 'run' && !PLAIN_SCRIPTS.includes(words[2]?.value?.split(':')[0] ?? '')) return false;
  if (words.some(({ value }) => value === '--pre' || LOOKED_FOR.some((looked) => value?.includes(looked))))
    return false;
  return redirects.every(
    ({ operator, target }) =>
      target?.value === '/dev/null' || (operator === '>&' && (target?.value === '1' || target?.value === '2')),
  );
};
