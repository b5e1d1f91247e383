import { changeDirectories, type Directory } from './directory.ts';
import type { GitCall } from './git-arguments.ts';
import { type OptionSpec, type ReadOption, readOptions } from './options.ts';
import type { ShellWord } from './simple-command.ts';

/** A replacement by position, in UTF-16 units, end exclusive. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A `git push` that overwrites what others may have pushed: `--force`, `-f`, or a cluster with `f`. */
export interface ForcePush {
  /** As written; null when git's configuration decides. */
  readonly remote: string | null;
  /**
   * Destinations of the refspecs: branches by name, other refs in full (`refs/tags/v1`). Null when there is no
   * refspec, or only `HEAD`, so that the current branch decides, and whenever they are not `certain`.
   */
  readonly branches: readonly string[] | null;
  /**
   * Whether the branches are known: not with `--all`, `--mirror`, `--delete`, a pattern or an argument that only shows
   * at run time, nor when the current branch decides and the text names its repository in another way than by folder.
   */
  readonly certain: boolean;
  /** Folder changes before it, joined as written, possibly beginning with `~`; null for none and for unknown ones. */
  readonly directory: string | null;
  /** Replace exactly the force flags by `--force-with-lease`. Empty where they have no position in the text. */
  readonly edits: readonly Edit[];
}

/** Reads a `git push` (git-push(1)); undefined when it does not force. Edits are positions in the words' own text. */
export const readForcePush = (
  call: GitCall,
  from: Directory,
): { push: ForcePush; directoryKnown: boolean } | undefined => {
  if (call.subcommand !== 'push') return undefined;
  const { options, operands } = readOptions(call.args, PUSH_OPTIONS);
  const flags = options.map((option) => ({ ...option, name: fullName(option.name) }));
  if (flags.some(({ name }) => name === '-h' || name === '--help')) return undefined;
  const last = flags.findLast((flag) => isForce(flag) || flag.name === '--no-force');
  if (last === undefined || last.name === '--no-force') return undefined;

  const directory = changeDirectories(from, call.directories);
  const named = flags.findLast(({ name }) => name === '--repo')?.value?.value ?? null;
  const [repository, ...refspecs] = operands;
  const withTags = flags.some(({ name }) => name === '--tags');
  const branches =
    flags.some(({ name }) => UNBOUNDED.has(name)) || repository?.value === null
      ? undefined
      : destinations(refspecs, withTags);
  return {
    push: {
      remote: repository === undefined ? named : repository.value,
      branches: branches ?? null,
      certain: branches === null ? directory.known && !call.elsewhere : branches !== undefined,
      directory: directory.path,
      edits: leaseEdits(flags),
    },
    directoryKnown: directory.known,
  };
};

const PUSH_OPTIONS: OptionSpec = {
  valued: 'o',
  longValued: ['exec', 'push-option', 'receive-pack', 'recurse-submodules', 'repo'],
  mixed: true,
};

const LONG_OPTIONS = [
  'all',
  'atomic',
  'branches',
  'delete',
  'dry-run',
  'exec',
  'follow-tags',
  'force',
  'force-if-includes',
  'force-with-lease',
  'help',
  'ipv4',
  'ipv6',
  'mirror',
  'porcelain',
  'progress',
  'prune',
  'push-option',
  'quiet',
  'receive-pack',
  'recurse-submodules',
  'repo',
  'set-upstream',
  'signed',
  'tags',
  'thin',
  'verbose',
  'verify',
];

/** Flags under which other refs than the named ones are pushed or deleted. */
const UNBOUNDED = new Set(['--all', '--branches', '--mirror', '--delete', '-d', '--prune']);

/** git accepts a beginning of a long option that fits only one. */
const fullName = (name: string): string => {
  if (!name.startsWith('--') || LONG_OPTIONS.includes(name.slice(2))) return name;
  const fitting = LONG_OPTIONS.filter((option) => option.startsWith(name.slice(2)));
  return fitting.length === 1 ? `--${fitting[0]}` : name;
};

/** Null for the current branch, undefined when nobody can know. */
const destinations = (refspecs: readonly ShellWord[], withTags: boolean): string[] | null | undefined => {
  const found: string[] = withTags ? ['refs/tags/*'] : [];
  let current = refspecs.length === 0 && !withTags;
  for (const [index, { value }] of refspecs.entries()) {
    if (value === null) return undefined;
    // `tag NAME` is short for `refs/tags/NAME:refs/tags/NAME`.
    if (value === 'tag' && index < refspecs.length - 1) continue;
    if (refspecs[index - 1]?.value === 'tag') {
      found.push(`refs/tags/${value}`);
      continue;
    }
    const destination = value.replace(/^\+/, '').split(':').at(-1) ?? '';
    if (destination === '' || destination.includes('*')) return undefined;
    if (destination === 'HEAD' || destination === '@') current = true;
    else found.push(destination.replace(/^refs\/heads\//, ''));
  }
  if (!current) return found;
  return found.length === 0 ? null : undefined;
};

/** One edit a word, since a cluster can hold other switches. Empty when one of them cannot be written safely. */
const leaseEdits = (flags: readonly ReadOption[]): Edit[] => {
  const byWord = new Map<ShellWord, ReadOption[]>();
  for (const flag of flags) {
    const same = byWord.get(flag.word);
    if (same === undefined) byWord.set(flag.word, [flag]);
    else same.push(flag);
  }
  const edits = [...byWord]
    .filter(([, options]) => options.some(isForce))
    .map(([{ start, end }, options]) => ({ start, end, text: leased(options) }));
  return edits.every(({ text }) => PLAIN.test(text)) ? edits : [];
};

const PLAIN = /^--force-with-lease(?: -[\w@%+=:,./-]+)?$/;

const leased = (options: readonly ReadOption[]): string => {
  const others = options.filter((option) => !isForce(option));
  if (others.length === 0) return '--force-with-lease';
  const letters = others.map(({ name, value, attached }) => name.slice(1) + (attached ? (value?.value ?? '$') : ''));
  return `--force-with-lease -${letters.join('')}`;
};

const isForce = ({ name }: ReadOption): boolean => name === '-f' || name === '--force';
