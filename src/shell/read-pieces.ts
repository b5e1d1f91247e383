import { type ParameterExpansionPart, parse, type SyntaxNode, type Word, type WordPart } from 'unbash';
import { expandBraces } from './expand-braces.ts';
import type { PieceReader } from './read-word.ts';
import type { VariableOperation, WordPiece } from './word-piece.ts';

type Scopes = ReadonlyMap<SyntaxNode, number>;

/** Reads words into pieces; `scopes` says where the commands of their substitutions run. */
export const piecesIn = (scopes: Scopes): PieceReader => ({
  ofWord: (word) => wordPieces(word, scopes),
  ofDocument: (parts) => parts.flatMap((part) => partPieces(part, true, scopes)),
});

const wordPieces = (word: Word, scopes: Scopes): readonly WordPiece[] => {
  const parts = word.parts ?? [];
  if (parts.length === 0) return [{ kind: 'text', text: word.value, quoted: word.value !== word.text }];
  if (parts.some(({ type }) => type === 'BraceExpansion')) return bracedPieces(word);
  return parts.flatMap((part) => partPieces(part, false, scopes));
};

/** The shell expands braces before everything else, so what they stand for is read like words of the text. */
const bracedPieces = ({ text }: Word): WordPiece[] => {
  const spellings = /\$\(|`|[<>]\(/.test(text) ? null : expandBraces(text);
  if (spellings === null) return [UNKNOWN];
  return [{ kind: 'alternatives', words: spellings.map(spelledPieces) }];
};

const spelledPieces = (spelling: string): readonly WordPiece[] => {
  if (spelling === '') return [];
  const [statement] = parse(`: ${spelling}`).commands;
  const [word] = statement?.command.type === 'Command' ? statement.command.args : [];
  if (word?.type !== 'Word' || word.parts?.some(({ type }) => type === 'BraceExpansion')) return [UNKNOWN];
  const pieces = wordPieces(word, new Map());
  return word.parts === undefined ? [{ kind: 'text', text: word.value, quoted: word.value !== word.text }] : pieces;
};

const UNKNOWN: WordPiece = { kind: 'unknown', quoted: false };

const partPieces = (part: WordPart, quoted: boolean, scopes: Scopes): WordPiece[] => {
  switch (part.type) {
    case 'Literal':
      // What has a backslash is quoted; that the rest of the piece then counts as quoted too changes nothing.
      return [{ kind: 'text', text: part.value, quoted: quoted || part.value !== part.text }];
    case 'SingleQuoted':
    case 'AnsiCQuoted':
      return [{ kind: 'text', text: part.value, quoted: true }];
    case 'DoubleQuoted':
    case 'LocaleString': {
      const inner = part.parts.flatMap((child) => partPieces(child, true, scopes));
      return inner.length === 0 ? [{ kind: 'text', text: '', quoted: true }] : inner;
    }
    case 'Glob':
      return [{ kind: 'glob', text: part.text }];
    case 'ExtendedGlob':
      return [{ kind: 'glob', text: part.text }];
    case 'SimpleExpansion':
      return [{ kind: 'variable', name: part.text.slice(1), quoted }];
    case 'ParameterExpansion':
      return [variablePiece(part, quoted, scopes)];
    case 'CommandExpansion': {
      const scope = scopes.get(part);
      return [scope === undefined ? { kind: 'unknown', quoted } : { kind: 'output', scope, quoted }];
    }
    case 'ProcessSubstitution': {
      const scope = part.operator === '<' ? scopes.get(part) : undefined;
      return [scope === undefined ? { kind: 'unknown', quoted } : { kind: 'file', scope }];
    }
    default:
      return [{ kind: 'unknown', quoted }];
  }
};

const variablePiece = (part: ParameterExpansionPart, quoted: boolean, scopes: Scopes): WordPiece => {
  const { parameter: name, prefix, index, operation } = part;
  const unknown = { kind: 'unknown', quoted } as const;
  if (prefix !== undefined) return unknown;
  const place = index === undefined ? {} : { index: index.text };
  if (operation === undefined) return { kind: 'variable', name, quoted, ...place };
  const read = readOperation(operation, scopes);
  return read === null ? unknown : { kind: 'variable', name, quoted, ...place, operation: read };
};

const readOperation = (
  operation: NonNullable<ParameterExpansionPart['operation']>,
  scopes: Scopes,
): VariableOperation | null => {
  switch (operation.type) {
    case 'Default':
      return { kind: 'default', operator: operation.operator, operand: wordPieces(operation.operand, scopes) };
    case 'Slice': {
      const [offset, length] = [operation.offset, operation.length].map((word) => wholeNumber(word));
      if (offset === undefined || offset === null || length === null) return null;
      return { kind: 'slice', offset, length: length ?? null };
    }
    case 'Remove': {
      const text = plainText(operation.operand);
      return text === null ? null : { kind: 'remove', operator: operation.operator, text };
    }
    case 'Replace': {
      const [pattern, replacement] = [plainText(operation.pattern), plainText(operation.replacement)];
      if (pattern === null || replacement === null) return null;
      return { kind: 'replace', operator: operation.operator, pattern, replacement };
    }
    case 'CaseModification':
      return operation.operand === undefined ? { kind: 'case', operator: operation.operator } : null;
    default:
      return null;
  }
};

/** Undefined for no word, null for one that is no number. */
const wholeNumber = (word: Word | undefined): number | null | undefined => {
  if (word === undefined) return undefined;
  return /^\s*-?\d{1,6}$/.test(word.text) ? Number(word.text) : null;
};

const plainText = (word: Word): string | null => {
  const pieces = wordPieces(word, new Map());
  return pieces.every(({ kind }) => kind === 'text')
    ? pieces.map((piece) => (piece.kind === 'text' ? piece.text : '')).join('')
    : null;
};
