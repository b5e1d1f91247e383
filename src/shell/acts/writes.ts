import { changeDirectories } from '../directory.ts';
import { readGitCall } from '../git-arguments.ts';
import { readOptions, wordPart } from '../options.ts';
import type { Run } from '../run.ts';
import type { ShellRedirect, ShellWord } from '../simple-command.ts';
import type { FoundAct, Recognizer } from './act.ts';
import { inTemporary } from './delete.ts';
import { GIT_WRITES, type WriteSpec, writeSpecs } from './write-programs.ts';
import { isKept, writeTargets } from './write-targets.ts';

/**
 * Acts of the kind `write`: the files that a run writes, creates, changes, moves or takes away, by redirects and by what
 * its program is known to write. Details: `by` (`redirect` or `argument`), `appends` (it takes nothing away from what is there), `changes` (it needs what is
 * there: `sed -i`, `chmod`), `removes`. One act for each kind of writing of a run. `temporary`: what only shows at run time is one of the user's temporary files.
 */
export const writes: Recognizer = {
  programs: ['*'],
  recognize: (run) =>
    run.host === 'here' ? [...redirectWrites(run), ...argumentWrites(run)].map((found) => told(found, run)) : [],
};

const told = (found: FoundAct, run: Run): FoundAct => {
  const { paths = [] } = found;
  const isUnknown = (word: ShellWord | null): boolean => word?.value === null && word.glob === undefined;
  if (!paths.some(isUnknown)) return found;
  const known = inTemporary(run, paths);
  const areTemporary = paths.every((word, at) => !isUnknown(word) || known[at]?.value?.startsWith('/tmp/') === true);
  return areTemporary ? { ...found, details: { ...found.details, temporary: true } } : found;
};

const redirectWrites = ({ redirects }: Run): FoundAct[] => {
  const targets = redirects.flatMap(writtenTarget);
  return [false, true].flatMap((appends): FoundAct[] => {
    const paths = targets.filter(({ operator }) => operator.endsWith('>>') === appends).map(({ path }) => path);
    return paths.length === 0 ? [] : [writeOf('redirect', paths, { appends })];
  });
};

const writtenTarget = ({ operator, target }: ShellRedirect): { operator: string; path: ShellWord }[] => {
  if (target === null || !WRITING.has(operator)) return [];
  const { value } = target;
  // `>&1` and `>&-` only wire descriptors.
  if (operator === '>&' && (value === null || /^\d*-?$/.test(value))) return [];
  return value !== null && !isKept(value) ? [] : [{ operator, path: target }];
};

const WRITING: ReadonlySet<string> = new Set(['>', '>>', '>|', '&>', '&>>', '<>', '>&']);

const argumentWrites = (run: Run): FoundAct[] => {
  const { program, args, extended } = run;
  switch (program) {
    case null:
      return [];
    case 'dd':
      return ddWrites(args);
    case 'tar':
      return found(writeSpecs('tar'), withDash(args), extended);
    case 'git':
      return gitWrites(run);
    case 'find':
      return [...found(writeSpecs('find'), args, extended), ...findDeletes(args)];
    case 'sed':
      // BSD's `sed -i ''` has the suffix in a word of its own.
      return found(
        writeSpecs('sed'),
        args.filter(({ value }, index) => value !== '' || !/^-(?:i|I)$/.test(args[index - 1]?.value ?? '')),
        extended,
      );
    default:
      return found(writeSpecs(program), args, extended);
  }
};

const found = (
  specs: readonly WriteSpec[],
  args: readonly ShellWord[],
  extended: boolean,
  directory?: Run['directory'],
): FoundAct[] =>
  specs.flatMap((spec): FoundAct[] => {
    const targets = writeTargets(spec, args, extended);
    if (targets === undefined) return [];
    const { appends } = targets;
    const { changes = false, removes = false } = spec;
    return [writeOf('argument', targets.paths, { appends, changes, removes }, directory)];
  });

const writeOf = (
  by: 'redirect' | 'argument',
  paths: readonly (ShellWord | null)[],
  { appends = false, changes = false, removes = false },
  directory?: Run['directory'],
): FoundAct => ({
  kind: 'write',
  paths,
  details: { by, appends, changes, removes },
  ...(directory === undefined ? {} : { directory }),
});

const ddWrites = (args: readonly ShellWord[]): FoundAct[] =>
  args.flatMap((word): FoundAct[] => {
    const spelled = word.value ?? word.text;
    const path = spelled.startsWith('of=') ? wordPart(word, 3) : null;
    return path === null || (path.value !== null && !isKept(path.value)) ? [] : [writeOf('argument', [path], {})];
  });

/** `tar xf A -C D` is `tar -x -f A -C D`. */
const withDash = (args: readonly ShellWord[]): ShellWord[] => {
  const [first, ...rest] = args;
  if (first?.value === undefined || first.value === null || !/^[A-Za-z]+$/.test(first.value)) return [...args];
  const letters = [...first.value];
  // The letters with a value take the words that follow, in their order.
  const valued = letters.filter((letter) => 'fCTXb'.includes(letter));
  const switches = letters.filter((letter) => !valued.includes(letter));
  const spelled = (value: string): ShellWord => ({ ...first, value, text: '' });
  return [
    ...(switches.length > 0 ? [spelled(`-${switches.join('')}`)] : []),
    ...valued.flatMap((letter, index) => {
      const value = rest[index];
      return value === undefined ? [] : [spelled(`-${letter}`), value];
    }),
    ...rest.slice(valued.length),
  ];
};

/** `find DIR -delete` takes away what it finds in its starting points. */
const findDeletes = (args: readonly ShellWord[]): FoundAct[] => {
  if (!args.some(({ value }) => value === '-delete')) return [];
  const starts: ShellWord[] = [];
  for (const word of args) {
    if (/^[-(!]/.test(word.value ?? '')) {
      if (!/^-[HLP]$/.test(word.value ?? '')) break;
    } else starts.push(word);
  }
  return [writeOf('argument', starts, { changes: true, removes: true })];
};

const gitWrites = ({ args, directory, extended }: Run): FoundAct[] => {
  const call = readGitCall(args);
  const { subcommand } = call;
  if (subcommand === null) return [];
  const place = changeDirectories(directory, call.directories);
  if (subcommand === 'checkout') {
    const at = call.args.findIndex(({ value }) => value === '--');
    const paths = at < 0 ? [] : call.args.slice(at + 1);
    return paths.length === 0 ? [] : [writeOf('argument', paths, { changes: true }, place)];
  }
  if (subcommand === 'restore' && isOnlyStaged(call.args)) return [];
  const spec = Object.hasOwn(GIT_WRITES, subcommand) ? GIT_WRITES[subcommand] : undefined;
  return spec === undefined ? [] : found([spec], call.args, extended, place);
};

/** git-restore(1): then the files stay as they are. */
const isOnlyStaged = (args: readonly ShellWord[]): boolean => {
  const { options } = readOptions(args, { mixed: true, valued: 's', longValued: ['source'] });
  const has = (...names: readonly string[]): boolean => options.some(({ name }) => names.includes(name));
  return has('-S', '--staged') && !has('-W', '--worktree');
};
