import type { Run } from './run.ts';

// Knows which git commands only read, and nothing about what the others do: that is the recognizers', whose loading costs
// a hook call more than everything else it does about a command.

/** Without further options of git before them. */
const READING = new Set(
  (
    'annotate archive blame cat-file check-ignore cherry count-objects describe diff diff-tree fetch for-each-ref grep ' +
    'help log ls-files ls-remote ls-tree merge-base name-rev range-diff rev-list rev-parse shortlog show show-ref status ' +
    'tag version whatchanged'
  ).split(' '),
);

const LISTING = new Set(['-a', '-r', '-v', '-vv', '-l', '--all', '--list', '--show-current']);

/** No acts for a program that is plainly harmless to rules about git; null where only its recognizer knows. */
export const plainActsOf = ({ program, args }: Run): readonly never[] | null => {
  if (program?.startsWith('git-') === true) return null;
  if (program !== 'git') return [];
  const [subcommand, option] = args;
  const name = subcommand?.value ?? '--version';
  if (READING.has(name) || args.length === 0) return [];
  const onlyLists = args.length === 1 || (args.length === 2 && LISTING.has(option?.value ?? ''));
  return onlyLists && (name === 'branch' || name === 'remote' || name === '--version') ? [] : null;
};
