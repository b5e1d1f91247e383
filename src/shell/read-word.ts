import type { Assignment, HereDoc, LiteralPart, Redirection, Word, WordPart } from 'unbash';
import { type ShellAssignment, type ShellRedirect, type ShellWord, UNKNOWN_VALUE } from './simple-command.ts';
import type { WordPiece } from './word-piece.ts';

/** Makes pieces of what is no plain text; a text without such words needs none. */
export interface PieceReader {
  readonly ofWord: (word: Word) => readonly WordPiece[];
  readonly ofDocument: (parts: readonly WordPart[]) => readonly WordPiece[];
}

export const toWord = (node: Word | Assignment, pieces: PieceReader): ShellWord => {
  const text = node.text.slice(0, endWithoutContinuations(node.text));
  const span = { text, start: node.pos, end: node.pos + text.length };
  if (node.type === 'Word') {
    const value = staticValue(node);
    const tilde = text.startsWith('~');
    return { ...span, value, tilde, ...(value === null ? { pieces: pieces.ofWord(node) } : {}) };
  }
  const assignment = toAssignment(node, pieces);
  const value = node.index === undefined ? assignment.value : null;
  const operator = node.append ? '+=' : '=';
  const spelled = value === null ? null : `${node.name}${operator}${value}`;
  return { ...span, value: spelled, tilde: false, assignment };
};

/** A line continuation behind a word belongs to the space after it: an edit of the word must leave it alone. */
const endWithoutContinuations = (text: string): number => {
  let end = text.length;
  while (text.startsWith('\\\n', end - 2) && end >= 2) end -= 2;
  return end;
};

export const toAssignment = ({ name, value, append, index }: Assignment, pieces: PieceReader): ShellAssignment => {
  const more = append === true ? { append } : {};
  if (value.type === 'ArrayValue') {
    return { name, value: null, list: value.elements.map((element) => toWord(element, pieces)), ...more };
  }
  // One element of an array says nothing about the others.
  if (index !== undefined) return { name, value: null };
  const word = toWord(value, pieces);
  const needsWord = word.pieces !== undefined ? { word } : {};
  return { name, value: word.value, ...(word.tilde ? { tilde: true } : {}), ...needsWord, ...more };
};

export const toRedirect = (redirect: Redirection, pieces: PieceReader): ShellRedirect => ({
  operator: redirect.operator,
  target: 'target' in redirect && redirect.target !== undefined ? toWord(redirect.target, pieces) : null,
  descriptor: redirect.descriptor?.type === 'FileDescriptor' ? redirect.descriptor.value : null,
  ...('body' in redirect ? { document: toDocument(redirect, pieces) } : {}),
});

/** `<<-` takes the tabs in front of each line away. */
const toDocument = ({ operator, delimiter, body }: HereDoc, pieces: PieceReader): ShellWord => {
  const { text, parts, pos, end } = body;
  const span = { text, tilde: false, start: pos, end };
  const untabbed = (value: string): string => (operator === '<<-' ? value.replace(/^\t+/gm, '') : value);
  const isKnown = parts === undefined || parts.every(isStatic);
  if (!isKnown) return { ...span, value: null, pieces: pieces.ofDocument(parts) };
  const plain = delimiter?.quoted === true ? text : unescaped(text);
  const value = untabbed(parts === undefined ? plain : parts.map((part) => (part as LiteralPart).value).join(''));
  if (!value.includes(UNKNOWN_VALUE)) return { ...span, value };
  return { ...span, value: null, pieces: [{ kind: 'text', text: value, quoted: true }] };
};

const unescaped = (text: string): string => text.replace(/\\([$`\\\n])/g, (_, char) => (char === '\n' ? '' : char));

const staticValue = (word: Word): string | null =>
  (word.parts ?? []).every(isStatic) && !word.value.includes(UNKNOWN_VALUE) ? word.value : null;

const isStatic = (part: WordPart): boolean => {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return true;
    case 'DoubleQuoted':
    case 'LocaleString':
      return part.parts.every(isStatic);
    default:
      return false;
  }
};
