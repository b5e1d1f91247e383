import type { Run } from '../run.ts';
import type { Act } from './act.ts';

// What the recognizers know is loaded with the parser, which costs a hook call more than the rest of it. Most commands of an
// agent run programs that no recognizer is about, and those are told by their names.

/** What `actsOf` says of a run that does nothing any rule is about; null where only the recognizers can tell. */
export const actsOfPlain = ({ program, spelled, args, redirects }: Run): readonly Act[] | null => {
  if (program === null || !(QUIET.has(program) || isQuietGit(program, args[0]?.value))) return null;
  if (spelled?.includes(TEMPORARY)) return null;
  for (const { value } of args) if (value?.startsWith('--output') || value?.includes(TEMPORARY)) return null;
  for (const { operator, target } of redirects) {
    const path = target?.value ?? '';
    if (path.includes(TEMPORARY)) return null;
    if (operator.startsWith('>') && path !== '/dev/null' && !(operator === '>&' && isDescriptor(path))) return null;
  }
  return NONE;
};

const NONE: readonly Act[] = [];

const TEMPORARY = '/tmp';

const isDescriptor = (path: string): boolean => path === '1' || path === '2' || path === '-';

const isQuietGit = (program: string, subcommand: string | null | undefined): boolean =>
  program === 'git' && QUIET_GIT.has(subcommand ?? '');

const namesOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const QUIET = namesOf(
  'basename bun cargo cat cd cmp cut date diff dirname df du echo eslint false file grep head hostname id jest jq ls make ' +
    'mocha nl npm nproc npx oxlint pnpm printf ps pwd pytest readlink realpath rg seq sleep stat tac tail test tr tree true ' +
    'tsc type uname uptime vitest wc which whoami yarn',
);

const QUIET_GIT = namesOf(
  'add blame branch cat-file commit describe fetch grep ls-files merge-base pull push remote rev-parse shortlog stash status ' +
    'switch tag diff log show',
);
