import type { WordPiece } from './word-piece.ts';

/** One word of a command line. */
export interface ShellWord {
  /**
   * What the program gets; null when it only shows at run time: what a command prints, a variable that the text does not
   * set, a glob.
   */
  readonly value: string | null;
  /** How it is spelled in the source. */
  readonly text: string;
  /**
   * Begins with a `~` that stands for a home folder, because the shell replaces it or because the text says `$HOME`;
   * `value`, `glob` and `prefix` keep the `~`.
   */
  readonly tilde: boolean;
  /** UTF-16 offsets in the parsed text, end exclusive. */
  readonly start: number;
  readonly end: number;
  /**
   * The pattern, when the value is null because the word is one and all of it is known: `src/*.tmp`. What is quoted in it
   * has a backslash, as in a pattern. The program gets the names of what is there, or the pattern when nothing is.
   */
  readonly glob?: string;
  /** What its value begins with, when that much of an unknown value is known: `/tmp/` of `/tmp/$X`. */
  readonly prefix?: string;
  /** An unknown value with a mark in the place of each part that only shows at run time; for what is run as a text. */
  readonly outline?: string;
  /** Each unknown part is what the program that runs it reads (`{}` of xargs). */
  readonly fed?: true;
  /** What can be read from it, when it is `<(…)` and the text says what that prints. */
  readonly contents?: string;
  /** Of what its value is one, when it is something that `find` finds: `{}` of `-exec`, what a loop reads of its output. */
  readonly found?: Found;
  /**
   * Its value comes from variables, braces or output: `text` is spelled otherwise, can stand for several words, and must
   * not be replaced by a value.
   */
  readonly expanded?: boolean;
  /** What the shell makes its value of; no longer there in the words of runs. */
  readonly pieces?: readonly WordPiece[];
  /** What the word says as an argument of `export` and the like. */
  readonly assignment?: ShellAssignment;
}

/** What `find` finds, as far as its expression says. */
export interface Found {
  /** The folders below which it looks. */
  readonly points: readonly ShellWord[];
  /** Only some of what is there: chosen by name, age, size and the like. */
  readonly narrowed: boolean;
  /** The names by which it is chosen. */
  readonly names: readonly string[];
}

/** Stands for an unknown part in `outline`, and wherever a text with it is read again: a character that no text has. */
export const UNKNOWN_VALUE = '\uE000';

/** What a word says, with the mark in the place of what only shows at run time. */
export const outlineOf = ({ value, outline }: ShellWord): string => value ?? outline ?? UNKNOWN_VALUE;

export interface ShellAssignment {
  readonly name: string;
  /** Null when it only shows at run time, and for arrays. */
  readonly value: string | null;
  /** As for a word: `X=~/bin`, `X=$HOME`. */
  readonly tilde?: boolean;
  /** The word behind the `=`. */
  readonly word?: ShellWord;
  /** The words of an array. */
  readonly list?: readonly ShellWord[];
  /** `+=` */
  readonly append?: boolean;
}

export interface ShellRedirect {
  readonly operator: string;
  /** The file, descriptor or here-string; null for a here-document. */
  readonly target: ShellWord | null;
  /** The descriptor in front of the operator; null when the operator's own counts, and when a variable names it. */
  readonly descriptor: number | null;
  /** What a here-document says, its positions those of the body. */
  readonly document?: ShellWord;
}

/**
 * Why the exit status of the whole text says nothing about one command's:
 * - `piped`: not the last of its pipeline (counts all the same under `pipefail`);
 * - `followed`: a later command's status is taken (not under `set -e`, which stops at the failure);
 * - `alternative`: another member of its `&&`/`||` list can decide;
 * - `conditional`: it is a condition, or the body of an `if`, a loop, a `case` or a function;
 * - `negated`, `background`, `substitution` (inside `$(…)`): as they say.
 */
export type StatusLossKind =
  | 'piped'
  | 'followed'
  | 'alternative'
  | 'conditional'
  | 'negated'
  | 'background'
  | 'substitution';

export interface StatusLoss {
  readonly kind: StatusLossKind;
  /** The scope of the shell process whose options decide whether it applies. */
  readonly shell: number;
}

/** A simple command: one program, function or builtin call, or only assignments and redirects. */
export interface SimpleCommand {
  /** The value of the first word: null when it only shows at run time, and when there are no words. */
  readonly name: string | null;
  /** With the name. Empty when it only assigns or redirects; the redirects of a compound command are listed so too. */
  readonly words: readonly ShellWord[];
  readonly assignments: readonly ShellAssignment[];
  readonly redirects: readonly ShellRedirect[];
  readonly start: number;
  readonly end: number;
  /** Whether the positions are positions in the parsed text; escaped backquotes are decoded into a text of their own. */
  readonly located: boolean;
  /** Index in `ParsedCommand.scopes`. */
  readonly scope: number;
  readonly losses: readonly StatusLoss[];
  /** Something adds words that the text does not show. */
  readonly extends?: boolean;
  /** The programs that run it, when the text does not name it as a command but as words of theirs. */
  readonly behind?: readonly (string | null)[];
  /** Scopes of the substitutions in its words, assignments and redirects, nested ones left out. */
  readonly substitutions: readonly number[];
}

/**
 * Where commands run. `shell`: a process of its own, whose `cd` and `set` the parent does not see. `branch`: the same
 * process, but it may be skipped or repeated. `function`: run by calls alone. `group`: the same process.
 */
export interface ShellScope {
  readonly kind: 'shell' | 'branch' | 'function' | 'group';
  /** Null for scope 0, the shell that runs the text. */
  readonly parent: number | null;
  /** What its output becomes: the input of the next of its pipeline, or a part of a word. */
  readonly output?: 'pipe' | 'word';
  /** The scope whose output it reads: the one before it in its pipeline. */
  readonly source?: number;
  /** The redirects of the compound command that it is. */
  readonly redirects?: readonly ShellRedirect[];
  /** The name of the function whose body it is. */
  readonly name?: string;
  /** For the body of a loop over words; without words it is over the shell's own arguments. */
  readonly loop?: { readonly variable: string; readonly words: readonly ShellWord[] | null };
  /** For the body of a function or loop: which of the commands stand in it, as positions in their list, end exclusive. */
  readonly body?: { readonly first: number; readonly last: number };
}

export interface ParsedCommand {
  /** In the order in which they would run; what stands in a substitution comes before the command that holds it. */
  readonly commands: readonly SimpleCommand[];
  readonly scopes: readonly ShellScope[];
  /** Why the text is not, or not fully, understood. Empty for text that parsed. */
  readonly problems: readonly string[];
}
