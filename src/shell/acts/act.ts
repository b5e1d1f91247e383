import { type Edit, editsInText } from '../edits.ts';
import type { Run } from '../run.ts';
import type { ShellWord } from '../simple-command.ts';
import { mayNameOwn } from './own-names.ts';

/** A file or folder that an act is about. */
export interface ActPath {
  /** As the text names it, possibly beginning with `~`, possibly a pattern; null when it only shows at run time. */
  readonly written: string | null;
  /** What an unknown one begins with. */
  readonly prefix?: string | undefined;
  /**
   * UTF-16 offsets of the word in the original text, end exclusive; null when it does not stand there, or in other words
   * than its value.
   */
  readonly span: Span | null;
  /** How the word is spelled, where `written` is null and it says that something of docket's is meant. */
  readonly spelled?: string | undefined;
}

export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What recognizers say beyond kind and paths, for the rules about that kind. */
export type ActDetails = Readonly<Record<string, string | number | boolean | null | readonly string[]>>;

/** Something a command line would do that a rule of a gate is about. */
export interface Act {
  /** What it is: `delete`, `write`, `git-commit`. */
  readonly kind: string;
  /** For people: the program and what matters of its arguments. */
  readonly shown: string;
  /** Where the command stands in the original text; null when it does not stand there character for character. */
  readonly span: Span | null;
  /** Its command is all that the text runs. */
  readonly whole?: true;
  /** Where it happens, relative to where the text runs; null for that folder, and when unknown. */
  readonly directory: string | null;
  /** False when the folder only shows at run time. */
  readonly directoryKnown: boolean;
  readonly paths: readonly ActPath[];
  readonly details: ActDetails;
  /** Changes of the text that make it safe, where they need nothing but the text. */
  readonly edits: readonly Edit[];
}

/** What a recognizer finds; the rest of the act is that of its run. */
export interface FoundAct {
  readonly kind: string;
  readonly shown?: string;
  readonly paths?: readonly (ShellWord | null)[];
  readonly details?: ActDetails;
  /** Positions as in the words of the run. */
  readonly edits?: readonly Edit[];
  /** Where it happens instead of where the program runs (`git -C`). */
  readonly directory?: Run['directory'];
}

/** A module that knows what some programs do. */
export interface Recognizer {
  /** Names of the programs it is about; `*` for every one, since redirects belong to any: beside it, those that are named. */
  readonly programs: readonly string[];
  readonly recognize: (run: Run) => readonly FoundAct[];
}

/** UTF-16 units of an act's text for people. */
const LONGEST_SHOWN = 200;

/** The act that a run does. */
export const actOf = (run: Run, found: FoundAct): Act => {
  const { offset } = run;
  const shift = ({ start, end }: Span): Span | null =>
    offset === null ? null : { start: start + offset, end: end + offset };
  const directory = found.directory ?? run.directory;
  return {
    kind: found.kind,
    shown: (found.shown ?? shownRun(run)).slice(0, LONGEST_SHOWN),
    span: shift(run),
    directory: directory.path,
    directoryKnown: directory.known,
    paths: fewOf(found.paths ?? []).map((word) => ({
      ...writtenPath(word),
      span: word === null || word.expanded ? null : shift(word),
      ...(word === null ? {} : spelledOf(word)),
    })),
    details: found.details ?? {},
    edits: editsInText(run, found.edits ?? []),
  };
};

// What an act is about becomes one line of the log, and each path costs a look at the disk.
const MOST_PATHS = 64;

/** Of many paths those that may be docket's own come first, and a null says that there are more. */
const fewOf = (words: readonly (ShellWord | null)[]): readonly (ShellWord | null)[] => {
  if (words.length <= MOST_PATHS) return words;
  const own = words.filter((word) => word !== null && mayNameOwn(word)).slice(0, MOST_PATHS - 1);
  const others = words.filter((word) => !own.includes(word)).slice(0, MOST_PATHS - 1 - own.length);
  return [...own, ...others, null];
};

const spelledOf = (word: ShellWord): Pick<ActPath, 'spelled'> =>
  word.value === null && word.glob === undefined && mayNameOwn(word)
    ? { spelled: word.text.slice(-LONGEST_SHOWN) }
    : {};

const writtenPath = (word: ShellWord | null): Pick<ActPath, 'written' | 'prefix'> => {
  const written = word?.value ?? word?.glob?.replace(/\\(.)/g, '$1') ?? null;
  // A quoted `~` is a file of that name.
  const atHome = (text: string): string => (word?.tilde !== true && text.startsWith('~') ? `./${text}` : text);
  if (written !== null) return { written: atHome(written) };
  return word?.prefix === undefined ? { written } : { written, prefix: atHome(word.prefix) };
};

/** The program and its arguments, for people. */
export const shownRun = ({ program, args }: Run): string =>
  [program ?? '…', ...args.slice(0, MOST_WORDS).map(shownWord)].join(' ');

const MOST_WORDS = 100;

const shownWord = ({ value, text, expanded }: ShellWord): string =>
  (expanded || text === '' ? (value ?? (text || '…')) : text).slice(0, LONGEST_SHOWN);
