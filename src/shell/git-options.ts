import { type ReadOption, readOptions } from './options.ts';
import type { Run } from './run.ts';
import type { ShellWord } from './simple-command.ts';

/** The options of one git command. */
export interface GitOptionSpec {
  /** Letters of short options with a value. */
  readonly valued?: string;
  /** Letters of short options whose value, if any, is attached: `-uno`. */
  readonly optional?: string;
  /**
   * Names of its long options, apart from those that `--no-` makes of them; `=` behind one whose value may be the next
   * word.
   */
  readonly names: string;
}

/** What stands behind a git command. */
export interface GitArguments {
  /** Names of options are whole: `--hard` for `--har`. */
  readonly options: readonly ReadOption[];
  readonly operands: readonly ShellWord[];
  /** How many of the operands stand before `--`; null when there is none. */
  readonly separated: number | null;
  /** Whether any of these options is there, by their names with dashes. */
  readonly has: (...names: readonly string[]) => boolean;
  /** Whether the last of an option and its opposite is the option. */
  readonly isOn: (names: readonly string[], opposites: readonly string[]) => boolean;
  /** It prints its own help and does nothing. */
  readonly onlyPrints: boolean;
}

/** Reads arguments as git's commands do (gitcli(7)): a long option may be shortened while it fits only one. */
export const readGitOptions = (words: readonly ShellWord[], spec: GitOptionSpec): GitArguments => {
  const named = spec.names.split(' ');
  const all = named.map((name) => (name.endsWith('=') ? name.slice(0, -1) : name));
  const separator = words.findIndex(({ value }) => value === '--');
  const completed = words.map((word, index) =>
    separator >= 0 && index > separator ? word : complete(word, all, spec),
  );
  const { options, operands } = readOptions(completed, {
    valued: spec.valued ?? '',
    longValued: named.filter((name) => name.endsWith('=')).map((name) => name.slice(0, -1)),
    mixed: true,
  });
  const before = new Set(completed.slice(0, Math.max(separator, 0)));
  const has = (...names: readonly string[]): boolean => options.some(({ name }) => names.includes(name));
  return {
    options,
    operands,
    separated: separator < 0 ? null : operands.filter((word) => before.has(word)).length,
    has,
    isOn: (names, opposites) => {
      const last = options.findLast(({ name }) => names.includes(name) || opposites.includes(name));
      return last !== undefined && names.includes(last.name);
    },
    onlyPrints: has('-h', '--help', '--help-all'),
  };
};

/** Whether it asks somebody about each part (`--patch`), whom nothing answers for. */
export const isAsked = ({ has }: GitArguments, { input }: Pick<Run, 'input'>): boolean =>
  has('-p', '--patch') && input.kind === 'inherited';

/** The word as git takes it: a shortened name whole, and no letters of a value among those of a cluster. */
const complete = (word: ShellWord, names: readonly string[], spec: GitOptionSpec): ShellWord => {
  const { value } = word;
  if (value === null || !value.startsWith('-') || value === '-') return word;
  if (!value.startsWith('--')) return { ...word, value: value.slice(0, endOfLetters(value, spec)) };
  const [name = '', ...rest] = value.slice(2).split('=');
  const full = fullName(name, names);
  return full === name ? word : { ...word, value: `--${[full, ...rest].join('=')}` };
};

const fullName = (name: string, names: readonly string[]): string => {
  if (name === '' || names.includes(name)) return name;
  const known = [...names, ...names.map((other) => (other.startsWith('no-') ? other.slice(3) : `no-${other}`))];
  if (known.includes(name)) return name;
  const fitting = [...new Set(known)].filter((other) => other.startsWith(name));
  return fitting.length === 1 ? (fitting[0] as string) : name;
};

const endOfLetters = (cluster: string, { valued = '', optional = '' }: GitOptionSpec): number => {
  for (let at = 1; at < cluster.length; at += 1) {
    if (valued.includes(cluster.charAt(at))) break;
    if (optional.includes(cluster.charAt(at))) return at + 1;
  }
  return cluster.length;
};
