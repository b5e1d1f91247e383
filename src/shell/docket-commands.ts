/**
 * What a call of docket does to what gates decide: `person` says what only a person may say or do, `payload` feeds the
 * log with what a host would report, `claim` is kept as an agent's word, on which no gate relies, where an agent says it,
 * `unknown` only shows at run time, `none` prints, or makes nothing a gate relies on.
 */
export type DocketEffect = 'person' | 'payload' | 'claim' | 'unknown' | 'none';

/** A call of docket by its arguments. */
export interface DocketCall {
  /** The command, with its subcommand where that decides: `prove`, `workflow approve`; null when only known at run time. */
  readonly command: string | null;
  readonly effect: DocketEffect;
}

interface Personal {
  /** The subcommands that are a person's; absent: the command is. */
  readonly subcommands?: readonly string[];
  /** An agent may give them too: what they record says who did. */
  readonly claims?: true;
  /** Options that make it one; absent: it needs none. */
  readonly when?: readonly string[];
  /** Options under which it only shows something. */
  readonly shows?: readonly string[];
}

/** Commands that change what gates decide, or what the log is worth (DESIGN.md §5, "Who said so matters"). */
const PERSONAL: Readonly<Record<string, Personal>> = {
  approve: {},
  archive: { shows: ['--dry-run'] },
  careful: { subcommands: ['off'] },
  import: { shows: ['--dry-run'] },
  init: { shows: ['--dry-run'] },
  policy: { subcommands: ['trust'], shows: ['--list'] },
  prove: {},
  questions: { subcommands: ['set', 'unset'] },
  repair: { shows: ['--dry-run'] },
  // The hook seals at every turn, so a seal more says nothing new; a key would be the agent's own.
  seal: { when: ['--key'] },
  tests: { subcommands: ['record'], claims: true },
  uninstall: { shows: ['--dry-run'] },
  views: { subcommands: ['on', 'off'] },
  waive: { shows: ['--list'] },
  workflow: { subcommands: ['approve', 'reset', 'start'] },
};

/**
 * Reads the arguments of `docket`; null is one that only shows at run time. `more`: something adds arguments that are
 * not among them.
 */
export const readDocketCall = (args: readonly (string | null)[], more = false): DocketCall => {
  const at = args.findIndex((arg) => arg === null || !arg.startsWith('-'));
  if (at < 0) return more ? UNKNOWN : { command: '', effect: 'none' };
  const command = args[at] ?? null;
  if (command === null) return UNKNOWN;
  const rest = args.slice(at + 1);
  if (command === 'hook') return { command, effect: rest.includes('--help') ? 'none' : 'payload' };
  const personal = Object.hasOwn(PERSONAL, command) ? (PERSONAL[command] as Personal) : null;
  if (personal === null || says(rest, ['--help', '-h', ...(personal.shows ?? [])])) return { command, effect: 'none' };
  return personal.subcommands === undefined
    ? { command, effect: optionEffect(personal, rest, more) }
    : subcommandCall(command, personal, rest, more);
};

const UNKNOWN: DocketCall = { command: null, effect: 'unknown' };

/** Whether one of these options is among the arguments. Behind another option it may be that one's value. */
const says = (args: readonly (string | null)[], options: readonly string[]): boolean =>
  args.some((arg, index) => {
    const before = args[index - 1] ?? '';
    return arg !== null && options.includes(arg) && (!before.startsWith('-') || VALUELESS.includes(before));
  });

const VALUELESS = ['--yes', '--json', '--purge'];

const optionEffect = ({ when }: Personal, args: readonly (string | null)[], more: boolean): DocketEffect => {
  if (when === undefined || args.some((arg) => arg !== null && when.includes(arg))) return 'person';
  return more || args.includes(null) ? 'unknown' : 'none';
};

const subcommandCall = (
  command: string,
  { subcommands = [], claims }: Personal,
  args: readonly (string | null)[],
  more: boolean,
): DocketCall => {
  // Options before it may have values, so that any word may be the subcommand.
  const named = args.find((arg) => arg !== null && subcommands.includes(arg));
  if (named !== undefined) return { command: `${command} ${named}`, effect: claims === true ? 'claim' : 'person' };
  return { command, effect: more || args.includes(null) ? 'unknown' : 'none' };
};
