import { type Edit, editsInText } from '../edits.ts';
import type { Run } from '../run.ts';
import type { ShellWord } from '../simple-command.ts';

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
    paths: (found.paths ?? []).map((word) => ({
      ...writtenPath(word),
      span: word === null || word.expanded ? null : shift(word),
    })),
    details: found.details ?? {},
    edits: editsInText(run, found.edits ?? []),
  };
};

const writtenPath = (word: ShellWord | null): Pick<ActPath, 'written' | 'prefix'> => {
  const written = word?.value ?? word?.glob?.replace(/\\(.)/g, '$1') ?? null;
  // A quoted `~` is a file of that name.
  const atHome = (text: string): string => (word?.tilde !== true && text.startsWith('~') ? `./${text}` : text);
  if (written !== null) return { written: atHome(written) };
  return word?.prefix === undefined ? { written } : { written, prefix: atHome(word.prefix) };
};

const shownRun = ({ program, args }: Run): string => [program ?? '…', ...args.map(shownWord)].join(' ');

const shownWord = ({ value, text, expanded }: ShellWord): string =>
  expanded || text === '' ? (value ?? (text || '…')) : text;
