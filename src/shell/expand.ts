import type { Run } from './run.ts';
import { type ShellState, sameDirectory, type Variable } from './shell-state.ts';
import type { Found, ShellAssignment, ShellRedirect, ShellWord, SimpleCommand } from './simple-command.ts';
import { operated } from './variable-operation.ts';
import { assigned } from './variables.ts';
import { buildWords, type WordBuilder } from './word-builder.ts';
import type { WordPiece } from './word-piece.ts';

/** What words are expanded with. */
export interface Expansion {
  readonly state: ShellState;
  /** What the commands of a scope print; null when nobody can know. `.` for the folder they run in. */
  readonly outputOf: (scope: number) => Output;
  /** Gets what printed the values that are used. */
  readonly uses: (runs: readonly Run[]) => void;
}

export interface Output {
  readonly text: string | null;
  /** The text is the path of the folder in which the command runs. */
  readonly isFolder: boolean;
  /** Each line of it is something that `find` finds. */
  readonly found?: Found;
}

/** A command as the shell sees it after its expansions, as far as the text says what those give. */
export const expandCommand = (command: SimpleCommand, expansion: Expansion): SimpleCommand => {
  const { words, assignments, redirects } = command;
  const expanded: ShellWord[] = [];
  for (const word of words) {
    const fits = word.pieces === undefined || expanded.length < MOST_WORDS;
    const more = fits ? expandWord(word, expansion) : [unknownWord(word)];
    for (const each of more) expanded.push(each);
  }
  return {
    ...command,
    name: expanded[0]?.value ?? null,
    words: expanded,
    assignments: expandAssignments(assignments, expansion),
    redirects: redirects.map((redirect) => expandRedirect(redirect, expansion)),
  };
};

/** Words of a command that are worked out. */
const MOST_WORDS = 4_096;

/** The words that a word stands for: one, unless it is split, has braces, or is nothing at all. */
export const expandWord = (word: ShellWord, expansion: Expansion): readonly ShellWord[] => {
  if (word.assignment !== undefined) return [expandAssignmentWord(word, word.assignment, expansion)];
  if (word.pieces === undefined) return [withHome(word, expansion)];
  const builder = buildWords(word);
  addPieces(builder, word.pieces, word.text.startsWith('~'), expansion);
  const contents = contentsOf(word.pieces, expansion);
  return builder.words().map((built) => ({
    ...built,
    ...contents,
    ...(isAsWritten(word.pieces ?? []) ? { expanded: false } : {}),
  }));
};

const contentsOf = ([piece]: readonly WordPiece[], { outputOf }: Expansion): { readonly contents?: string } => {
  const text = piece?.kind === 'file' ? outputOf(piece.scope).text : null;
  return text === null ? {} : { contents: text };
};

/** A word that is split nowhere: a value, a redirect's target, a here-document. */
export const expandWhole = (word: ShellWord, expansion: Expansion): ShellWord => {
  if (word.pieces === undefined) return withHome(word, expansion);
  const builder = buildWords(word);
  builder.begin();
  addPieces(builder, word.pieces.map(inQuotes), word.text.startsWith('~'), expansion);
  const [only, ...others] = builder.words();
  return only !== undefined && others.length === 0 ? only : unknownWord(word);
};

const unknownWord = ({ text, start, end }: ShellWord): ShellWord => ({
  value: null,
  text,
  tilde: false,
  start,
  end,
  expanded: true,
});

const inQuotes = (piece: WordPiece): WordPiece => {
  if (piece.kind === 'glob') return { kind: 'text', text: piece.text, quoted: true };
  return piece.kind === 'variable' || piece.kind === 'output' ? { ...piece, quoted: true } : piece;
};

/** Patterns are what the word says, character for character. */
const isAsWritten = (pieces: readonly WordPiece[]): boolean =>
  pieces.every(({ kind }) => kind === 'text' || kind === 'glob');

const addPieces = (builder: WordBuilder, pieces: readonly WordPiece[], tilde: boolean, expansion: Expansion): void => {
  for (const [index, piece] of pieces.entries()) {
    switch (piece.kind) {
      case 'text':
        if (piece.quoted) builder.begin();
        if (index === 0 && tilde && !piece.quoted) addHome(builder, piece.text, expansion);
        else builder.addText(piece.text);
        break;
      case 'glob':
        builder.addPattern(piece.text);
        break;
      case 'variable':
        addVariable(builder, piece, expansion);
        break;
      case 'output':
        addOutput(builder, piece, expansion);
        break;
      case 'alternatives':
        for (const word of piece.words) {
          builder.end();
          addPieces(builder, word, isTilde(word[0]), expansion);
        }
        builder.end();
        break;
      case 'file':
      case 'unknown':
        builder.addUnknown();
        break;
    }
  }
};

const isTilde = (piece: WordPiece | undefined): boolean =>
  piece?.kind === 'text' && !piece.quoted && piece.text.startsWith('~');

const addHome = (builder: WordBuilder, text: string, expansion: Expansion): void => {
  if (/^~\+(?:\/|$)/.test(text)) {
    addValue(builder, lookUp('PWD', expansion.state) as Variable, true, expansion);
    builder.addText(text.slice(2));
    return;
  }
  const home = expansion.state.variables.get('HOME');
  const isOwn = text === '~' || text.startsWith('~/');
  if (home === undefined || !isOwn) {
    builder.addFolder(text.startsWith('~/') ? '~' : text, true);
    if (text.startsWith('~/')) builder.addText(text.slice(1));
    return;
  }
  addValue(builder, home, true, expansion);
  builder.addText(text.slice(1));
};

/** A `~` of a word without anything else to expand: `~+`, or in a shell whose home folder the text sets. */
const withHome = (word: ShellWord, expansion: Expansion): ShellWord => {
  const { value, tilde } = word;
  if (!tilde || value === null) return word;
  const isHome = expansion.state.variables.has('HOME') && /^~(?:\/|$)/.test(value);
  if (!isHome && !/^~\+(?:\/|$)/.test(value)) return word;
  const builder = buildWords(word);
  addHome(builder, value, expansion);
  return builder.words()[0] ?? word;
};

const addOutput = (
  builder: WordBuilder,
  { scope, quoted }: Extract<WordPiece, { kind: 'output' }>,
  { state, outputOf }: Expansion,
): void => {
  const { text, isFolder, found } = outputOf(scope);
  if (quoted) builder.begin();
  if (text === null) builder.addUnknown('', found);
  else if (isFolder) builder.addFolder(text, false);
  else addText(builder, text.replace(/\n+$/, ''), quoted, state);
};

const addVariable = (
  builder: WordBuilder,
  piece: Extract<WordPiece, { kind: 'variable' }>,
  expansion: Expansion,
): void => {
  const { name, quoted, index, operation } = piece;
  const { state } = expansion;
  if (quoted && name !== '@') builder.begin();
  const list = listOf(piece, state);
  if (list !== undefined) {
    for (const [at, word] of list.entries()) {
      if (at > 0) builder.end();
      if (quoted) builder.begin();
      addValue(builder, known(word), quoted, expansion);
    }
    return;
  }
  const variable = index === undefined ? lookUp(name, state) : elementOf(state.variables.get(name), index);
  if (operation === undefined) {
    if (variable === undefined) builder.addUnknown();
    else addValue(builder, variable, quoted, expansion);
    return;
  }
  const result = operated(variable, operation);
  if (result === 'unknown') builder.addUnknown();
  else if (result === 'operand') {
    const operand = operation.kind === 'default' ? operation.operand : [];
    addPieces(builder, quoted ? operand.map(inQuotes) : operand, false, expansion);
  } else addValue(builder, result, quoted, expansion);
};

/** The words of `$@`, `$*` and whole arrays; undefined for all else and when they are joined into one. */
const listOf = (
  { name, index, quoted, operation }: Extract<WordPiece, { kind: 'variable' }>,
  state: ShellState,
): readonly ShellWord[] | undefined => {
  if (operation !== undefined) return undefined;
  const isAll = (index ?? name) === '@' || ((index ?? name) === '*' && !quoted);
  if (!isAll) return undefined;
  return index === undefined ? (state.positional ?? undefined) : state.variables.get(name)?.list;
};

/** Undefined for what the text does not set. */
const lookUp = (name: string, state: ShellState): Variable | undefined => {
  if (/^[1-9]\d*$/.test(name)) {
    if (state.positional === null) return undefined;
    return known(state.positional[Number(name) - 1] ?? wordOf(''));
  }
  const variable = state.variables.get(name);
  if (variable !== undefined) return variable;
  if (name === 'HOME') return known(wordOf('~', true));
  if (name === 'PWD') return { ...known(wordOf('.')), base: state.directory };
  return name === 'IFS' ? known(wordOf(BLANKS)) : undefined;
};

const elementOf = (variable: Variable | undefined, index: string): Variable | undefined => {
  const word = /^\d+$/.test(index) ? variable?.list?.[Number(index)] : undefined;
  return word === undefined ? undefined : known(word);
};

const known = (word: ShellWord): Variable => ({ word, runs: [], exported: false });

const wordOf = (value: string, tilde = false): ShellWord => ({ value, text: '', tilde, start: 0, end: 0 });

const BLANKS = ' \t\n';

const addValue = (builder: WordBuilder, variable: Variable, quoted: boolean, { state, uses }: Expansion): void => {
  uses(variable.runs);
  // The first element is what the bare name of an array says.
  const word = variable.word ?? variable.list?.[0];
  if (word === undefined || (variable.base !== undefined && !sameDirectory(variable.base, state.directory))) {
    builder.addUnknown();
  } else if (word.glob !== undefined) builder.addPattern(word.glob);
  else if (word.value === null) builder.addUnknown(word.tilde ? '' : word.prefix, word.found);
  else if (word.tilde || variable.base !== undefined) builder.addFolder(word.value, word.tilde);
  else addText(builder, word.value, quoted, state);
};

/** What is not quoted is split at blanks, and can be a pattern. */
const addText = (builder: WordBuilder, text: string, quoted: boolean, state: ShellState): void => {
  if (quoted) {
    builder.addText(text);
    return;
  }
  const separators = state.variables.get('IFS');
  const blanks = separators === undefined ? BLANKS : (separators.word?.value ?? BLANKS);
  let field = '';
  const flush = (): void => {
    if (/[*?[]/.test(field)) builder.addPattern(field);
    else builder.addText(field);
    field = '';
  };
  for (const char of text) {
    if (!blanks.includes(char)) field += char;
    else {
      flush();
      builder.end();
    }
  }
  flush();
};

const expandRedirect = (redirect: ShellRedirect, expansion: Expansion): ShellRedirect => {
  const { target, document } = redirect;
  if (document !== undefined) return { ...redirect, document: expandWhole(document, expansion) };
  if (target === null || target.pieces === undefined) return redirect;
  if (redirect.operator === '<<<') return { ...redirect, target: expandWhole(target, expansion) };
  // More than one word, or none, is an error of the shell.
  const [only, ...others] = expandWord(target, expansion);
  const isOne = only !== undefined && others.length === 0;
  return { ...redirect, target: isOne ? only : unknownWord(target) };
};

/** Each can use those before it. */
const expandAssignments = (assignments: readonly ShellAssignment[], expansion: Expansion): ShellAssignment[] => {
  let { state } = expansion;
  return assignments.map((assignment) => {
    const expanded = expandAssignment(assignment, { ...expansion, state });
    state = assigned(state, expanded, []);
    return expanded;
  });
};

const expandAssignment = (assignment: ShellAssignment, expansion: Expansion): ShellAssignment => {
  const { word, list } = assignment;
  if (list !== undefined) return { ...assignment, list: list.flatMap((item) => expandWord(item, expansion)) };
  if (word === undefined) return assignment;
  const expanded = expandWhole(word, expansion);
  return { ...assignment, value: expanded.value, word: expanded, ...(expanded.tilde ? { tilde: true } : {}) };
};

const expandAssignmentWord = (word: ShellWord, assignment: ShellAssignment, expansion: Expansion): ShellWord => {
  const { pieces: _, ...rest } = word;
  const expanded = expandAssignment(assignment, expansion);
  const { name, value, append } = expanded;
  const spelled = value === null ? null : `${name}${append ? '+=' : '='}${value}`;
  return { ...rest, value: spelled, assignment: expanded, ...(spelled === word.value ? {} : { expanded: true }) };
};
