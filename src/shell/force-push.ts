import { changeDirectories, type Directory } from './directory.ts';
import type { Edit } from './edits.ts';
import type { GitCall } from './git-arguments.ts';
import { type OptionSpec, type ReadOption, readOptions } from './options.ts';
import type { ShellWord } from './simple-command.ts';

/**
 * A `git push` that overwrites what others may have pushed: `--force`, `-f`, a cluster with `f`, `--mirror`, or a refspec
 * that begins with `+`, which forces that ref alone, whatever lease the rest has.
 */
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
  /** All branches of the remote: `--mirror`, `--all` with force, a forced `refs/heads/*`. */
  readonly everything: boolean;
  /** Folder changes before it, joined as written, possibly beginning with `~`; null for none and for unknown ones. */
  readonly directory: string | null;
  /**
   * Replace exactly the force flags by `--force-with-lease`, and a `+` by that option. Empty where they have no position
   * in the text, and where the option would force more than the text does.
   */
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
  if (flags.some(({ name }) => IDLE.has(name))) return undefined;
  const [repository, ...refspecs] = operands;
  const last = flags.findLast((flag) => isForce(flag) || flag.name === '--no-force');
  const mirrors = flags.some(({ name }) => name === '--mirror');
  const forcesAll = mirrors || (last !== undefined && last.name !== '--no-force');
  const plus = refspecs.filter(hasPlus);
  if (!forcesAll && plus.length === 0) return undefined;

  const directory = changeDirectories(from, call.directories);
  const named = flags.findLast(({ name }) => name === '--repo')?.value?.value ?? null;
  const withTags = flags.some(({ name }) => name === '--tags');
  const unbounded = flags.some(({ name }) => UNBOUNDED.has(name)) || repository?.value === null;
  const branches = unbounded ? undefined : destinations(forcesAll ? refspecs : plus, forcesAll && withTags);
  // The option holds for every ref of the push, a `+` only for its own.
  const forcesSome = !forcesAll && (unbounded || withTags || plus.length < refspecs.length);
  return {
    push: {
      remote: repository === undefined ? named : repository.value,
      branches: branches ?? null,
      certain: branches === null ? directory.known && !call.elsewhere : branches !== undefined,
      everything:
        mirrors ||
        (forcesAll && flags.some(({ name }) => ALL.has(name))) ||
        (forcesAll ? refspecs : plus).some(isAllBranches),
      directory: directory.path,
      edits: mirrors || forcesSome ? [] : leaseEdits(forcesAll ? flags : [], plus, optionFor(flags, call.args)),
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

const ALL = new Set(['--all', '--branches']);

const IDLE = new Set(['-h', '--help', '-n', '--dry-run']);

/** `+refs/heads/*:refs/heads/*`, or `+refs/*:refs/*`; a shell finds no files of such names. */
const isAllBranches = ({ value, text }: ShellWord): boolean =>
  /(?:^|[:+'"])refs\/(?:heads\/)?\*['"]?$/.test(value ?? text);

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
    else found.push(destination.replace(/^(?:refs\/)?heads\//, ''));
  }
  if (!current) return found;
  return found.length === 0 ? null : undefined;
};

/** The text may show the `+` of a word whose rest only shows at run time. */
const hasPlus = ({ value, text }: ShellWord): boolean => (value ?? text.replace(/^"/, '')).startsWith('+');

/** Adds the lease in front of all arguments, where `--` cannot be; nothing when the push has one already. */
const optionFor = (flags: readonly ReadOption[], [first]: readonly ShellWord[]): Edit[] =>
  first === undefined || flags.some(({ name }) => name === '--force-with-lease')
    ? []
    : [{ start: first.start, end: first.start, text: '--force-with-lease ' }];

/** Empty when one of the flags or `+` cannot be written safely. */
const leaseEdits = (flags: readonly ReadOption[], plus: readonly ShellWord[], option: readonly Edit[]): Edit[] => {
  const flagged = flagEdits(flags);
  if (flagged === undefined || plus.some(({ text }) => !text.startsWith('+'))) return [];
  const bare = plus.map(({ start }) => ({ start, end: start + 1, text: '' }));
  return [...(flags.length === 0 ? option : []), ...flagged, ...bare];
};

/** One edit a word, since a cluster can hold other switches. */
const flagEdits = (flags: readonly ReadOption[]): Edit[] | undefined => {
  const byWord = new Map<ShellWord, ReadOption[]>();
  for (const flag of flags) {
    const same = byWord.get(flag.word);
    if (same === undefined) byWord.set(flag.word, [flag]);
    else same.push(flag);
  }
  const edits = [...byWord]
    .filter(([, options]) => options.some(isForce))
    .map(([{ start, end }, options]) => ({ start, end, text: leased(options) }));
  return edits.every(({ text }) => PLAIN.test(text)) ? edits : undefined;
};

const PLAIN = /^--force-with-lease(?: -[\w@%+=:,./-]+)?$/;

const leased = (options: readonly ReadOption[]): string => {
  const others = options.filter((option) => !isForce(option));
  if (others.length === 0) return '--force-with-lease';
  const letters = others.map(({ name, value, attached }) => name.slice(1) + (attached ? (value?.value ?? '$') : ''));
  return `--force-with-lease -${letters.join('')}`;
};

const isForce = ({ name }: ReadOption): boolean => name === '-f' || name === '--force';
