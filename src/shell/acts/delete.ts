import { type FedPaths, fedPaths, isFromFind, withFed } from '../fed-paths.ts';
import { type OptionSpec, readOptions } from '../options.ts';
import type { Run } from '../run.ts';
import type { ShellWord } from '../simple-command.ts';
import type { FoundAct, Recognizer } from './act.ts';
import { pathsOf } from './operands.ts';
import { mayNameOwn } from './own-names.ts';

/** Programs that delete what their operands name. */
interface Deleter extends OptionSpec {
  /** Options under which it deletes folders with what is in them; `true` when it always does. */
  readonly recursive: readonly string[] | true;
}

/**
 * Deletions by name (rm(1), unlink(1), shred(1), truncate(1), srm(1), wipe(1); rimraf's and del-cli's readmes), and moves
 * and mirrors that amount to one. The kind is `delete` with `recursive`, or `move`.
 */
export const deletions: Recognizer = {
  programs: ['rm', 'unlink', 'shred', 'srm', 'wipe', 'truncate', 'rimraf', 'del', 'del-cli', 'mv', 'rsync'],
  recognize: (run) => {
    if (run.program === 'mv') return movedAway(run);
    if (run.program === 'rsync') return mirrored(run);
    // What find hands on is judged where its conditions are known.
    return isFromFind(run) ? [] : deletedBy(run, fedPaths(run));
  },
};

const RM: Deleter = { mixed: true, recursive: ['-r', '-R', '--recursive'] };
const OVERWRITER: Deleter = { mixed: true, recursive: [] };

const DELETERS: Readonly<Record<string, Deleter>> = {
  rm: RM,
  unlink: OVERWRITER,
  shred: { ...OVERWRITER, valued: 'ns', longValued: ['iterations', 'size', 'random-source'] },
  truncate: { ...OVERWRITER, valued: 'sr', longValued: ['size', 'reference'] },
  srm: RM,
  wipe: { ...RM, valued: 'bkMoOPQRSTX' },
  rimraf: { mixed: true, recursive: true, longValued: ['tmp', 'max-retries', 'retry-delay', 'backoff'] },
  del: { mixed: true, recursive: true },
  'del-cli': { mixed: true, recursive: true },
};

/** What a deleting program deletes: its operands, and what `find` or `xargs` add to them. */
export const deletedBy = (run: Run, fed: FedPaths | null): FoundAct[] => {
  const deleter = Object.hasOwn(DELETERS, run.program ?? '') ? DELETERS[run.program ?? ''] : undefined;
  if (deleter === undefined) return [];
  const { options, operands } = readOptions(run.args, deleter);
  if (options.some(({ name }) => name === '--help' || name === '--version')) return [];
  const words = fed === null ? operands : withFed(operands, fed);
  if (words.length === 0) return [];
  const { recursive } = deleter;
  const isRecursive =
    recursive === true || options.some(({ name }) => recursive.some((spelled) => isAbbreviation(name, spelled)));
  return [deletion(run, words, isRecursive, fed)];
};

/** The act of deleting paths; of what lies below a path `recursive` says whether whole folders go. */
export const deletion = (
  run: Run,
  words: readonly (ShellWord | null)[],
  isRecursive: boolean,
  fed: FedPaths | null = null,
): FoundAct => ({
  kind: 'delete',
  paths: pathsOf(inTemporary(run, words)),
  details: {
    recursive: isRecursive || fed?.below === 'everything',
    ...(fed?.below === 'some'
      ? { names: fed.names.slice(0, MOST_NAMES).map((name) => name.slice(0, LONGEST_NAME)), matching: true }
      : {}),
    ...hostOf(run),
  },
});

const MOST_NAMES = 16;
const LONGEST_NAME = 100;

/** What lies in the user's temporary folder, or is what `mktemp` made; one path, when nothing else was printed. */
export const inTemporary = (
  { substitutions, variables }: Run,
  words: readonly (ShellWord | null)[],
): readonly (ShellWord | null)[] => {
  // Who sets it in front of the program may think that the path has it already.
  const isPlain = !variables.some(({ name, value }) => name === 'TMPDIR' && !/^\/tmp\/[\w-]+\/?$/.test(value ?? ''));
  const known = words.map((word) => {
    if (word?.value !== null || mayNameOwn(word)) return word;
    if (isPlain && TMPDIR.test(word.text)) return { ...word, value: MADE };
    const below = IN_WORKTREE.exec(word.text)?.[1];
    return below === undefined ? word : { ...word, value: below };
  });
  const only = known.find(
    (word) => word?.value === null && word.glob === undefined && word.prefix === undefined && !word.text.includes('..'),
  );
  const isMade = substitutions.length > 0 && substitutions.every(({ program }) => program === 'mktemp');
  if (only === null || only === undefined || !isMade) return known;
  const options = { mixed: true, valued: 'pt', longValued: ['suffix'] };
  const made = substitutions.flatMap(({ args }) => readOptions(args, options).operands.map(({ value }) => value ?? ''));
  const value = made.find((path) => path.includes('/')) ?? MADE;
  return known.map((word) => (word === only ? { ...only, value } : word));
};

/** mktemp(1) */
const MADE = '/tmp/tmp.XXXXXXXXXX';

const TMPDIR = /^"?\$(?:TMPDIR|\{TMPDIR(?:(?::?-|:\?)[^}]*)?\})"?\/[\w-][\w.-]*(?:\/[\w-][\w.-]*)*\/?"?$/;

/** Wherever in the worktree the command runs, it stays in there. */
const IN_WORKTREE = /^"?\$\(git rev-parse --show-toplevel\)"?\/((?:[\w-][\w.-]*\/?)+)"?$/;

/** getopt_long takes a beginning of a long option that fits only one. */
export const isAbbreviation = (name: string, spelled: string): boolean =>
  name === spelled || (name.length > 2 && spelled.startsWith('--') && spelled.startsWith(name));

export const hostOf = ({ host }: Run): { host?: string } => (host === 'here' ? {} : { host });

const MV: OptionSpec = { mixed: true, valued: 'St', longValued: ['suffix', 'target-directory'] };

/** A move takes its sources away from where they are needed. */
const movedAway = (run: Run): FoundAct[] => {
  const { options, operands } = readOptions(run.args, MV);
  const hasTarget = options.some(({ name }) => name === '-t' || isAbbreviation(name, '--target-directory'));
  const sources = hasTarget ? operands : operands.slice(0, -1);
  const target = hasTarget ? undefined : operands.at(-1);
  if (sources.length === 0) return [];
  if (target?.value === '/dev/null') return [deletion(run, sources, true)];
  return [{ kind: 'move', paths: pathsOf(sources), details: hostOf(run) }];
};

const RSYNC: OptionSpec = {
  mixed: true,
  valued: 'efBTM@',
  longValued: [
    'rsh',
    'rsync-path',
    'exclude',
    'include',
    'filter',
    'exclude-from',
    'include-from',
    'files-from',
    'backup-dir',
    'suffix',
    'chmod',
    'chown',
    'log-file',
    'partial-dir',
    'temp-dir',
    'compare-dest',
    'copy-dest',
    'link-dest',
    'max-size',
    'min-size',
    'max-delete',
    'bwlimit',
    'port',
    'timeout',
    'password-file',
    'info',
    'debug',
    'out-format',
  ],
};

/** rsync(1): `--delete` and its kin remove from the destination what the source does not have. */
const mirrored = (run: Run): FoundAct[] => {
  const { options, operands } = readOptions(run.args, RSYNC);
  const deletes = options.some(({ name }) => name.startsWith('--del'));
  if (!deletes || options.some(({ name }) => name === '-n' || name === '--dry-run')) return [];
  const target: ShellWord | undefined = operands.length > 1 ? operands.at(-1) : undefined;
  // On another machine it is no path of this one.
  if (target === undefined || /^[^/]+:/.test(target.value ?? '')) return [];
  return [deletion(run, [target], true)];
};
