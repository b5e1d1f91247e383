import type { Run } from './run.ts';
import { NPX, TIMEOUT, type Wrappers } from './wrapper.ts';

/**
 * Programs that do nothing any rule is about, whatever their arguments, or under these subcommands. It is a short list of
 * what agents run all day, so that their calls need neither the parser nor what knows all other programs.
 */
const PLAIN_PROGRAMS: Readonly<Record<string, readonly string[] | 'always'>> = {
  basename: 'always',
  cargo: ['build', 'check', 'clippy', 'test'],
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
  go: ['build', 'test', 'vet'],
  grep: 'always',
  head: 'always',
  jest: 'always',
  jq: 'always',
  id: 'always',
  ls: 'always',
  mocha: 'always',
  npm: ['run', 'run-script', 't', 'test'],
  pnpm: ['run', 'test'],
  printf: 'always',
  ps: 'always',
  pwd: 'always',
  pytest: 'always',
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
  vitest: 'always',
  wc: 'always',
  which: 'always',
  whoami: 'always',
  yarn: ['run', 'test'],
};

/** Wrappers behind which a plain program is as plain as without; all others are no plain programs themselves. */
export const PLAIN_WRAPPERS: Wrappers = { npx: NPX, timeout: TIMEOUT };

/** Words that some rule looks for in arguments that are harmless otherwise. */
const LOOKED_FOR = ['/tmp', 'docket', '--output', '--pre', '--hostname-bin'];

/** Whether a run surely does nothing that rules are about. */
export const isPlainRun = ({ program, spelled, args, redirects }: Run): boolean => {
  const known = Object.hasOwn(PLAIN_PROGRAMS, program ?? '') ? PLAIN_PROGRAMS[program ?? ''] : undefined;
  if (known === undefined || spelled !== program) return false;
  if (known !== 'always' && !known.includes(args[0]?.value ?? '')) return false;
  if (args.some(({ value }) => LOOKED_FOR.some((looked) => value?.includes(looked)))) return false;
  return redirects.every(
    ({ operator, target }) =>
      target?.value === '/dev/null' || (operator === '>&' && DESCRIPTORS.has(target?.value ?? '')),
  );
};

const DESCRIPTORS = new Set(['1', '2']);
