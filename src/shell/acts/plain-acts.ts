import type { Run } from '../run.ts';
import type { Act } from './act.ts';

// What the recognizers know is loaded with the parser, which costs a hook call more than the rest of it. Most commands of an
// agent run programs that no recognizer is about, and those are told by their names.

/** What `actsOf` says of a run that does nothing any rule is about; null where only the recognizers can tell. */
export const actsOfPlain = ({ program, args, redirects }: Run): readonly Act[] | null => {
  if (program === null || !(QUIET.has(program) || isQuietGit(program, args))) return null;
  for (const { value } of args) {
    if (value?.startsWith('--output') || value?.includes(TEMPORARY) || value?.includes(OWN_NAME)) return null;
  }
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

/** Package managers start programs by their names, docket too. */
const OWN_NAME = 'docket';

/** Without further options of git before the subcommand. */
const isQuietGit = (program: string, args: Run['args']): boolean => {
  if (program !== 'git') return false;
  const [subcommand, option] = args;
  const name = subcommand?.value ?? '--version';
  if (READING_GIT.has(name) || args.length === 0) return true;
  const onlyLists = args.length === 1 || (args.length === 2 && LISTING.has(option?.value ?? ''));
  return onlyLists && (name === 'branch' || name === 'remote' || name === '--version');
};

const namesOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));

const QUIET = namesOf(
  'basename bun cargo cat cd cmp cut date diff dirname df du echo eslint false file grep head hostname id jest jq ls make ' +
    'mocha nl npm nproc npx oxlint pnpm printf ps pwd pytest readlink realpath rg seq sleep stat tac tail test tr tree true ' +
    'tsc type uname uptime vitest wc which whoami yarn',
);

const READING_GIT = namesOf(
  'annotate blame cat-file check-ignore cherry count-objects describe diff diff-tree fetch for-each-ref grep help log ' +
    'ls-files ls-remote ls-tree merge-base name-rev range-diff rev-list rev-parse shortlog show show-ref status tag ' +
    'version whatchanged',
);

const LISTING = namesOf('-a -r -v -vv -l --all --list --show-current');
