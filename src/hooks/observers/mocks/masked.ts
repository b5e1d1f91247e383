import { type Piece, scan } from '../source/scan.ts';
import { syntaxNamed } from '../source/syntax.ts';
import type { Span } from './found-mock.ts';

/** A text in which only code is left: comments are blank, strings are their quotes with blanks between. */
export interface Masked {
  /** As long as the text. */
  readonly code: string;
  readonly comments: readonly Span[];
  readonly codeFrom: number;
}

/** Masks a text of a language that no parser is at hand for. Offsets stay what they are. */
export const masked = (text: string, language: string): Masked => {
  const syntax = syntaxNamed(language);
  const pieces: readonly Piece[] = syntax === null ? [] : scan(text, syntax);
  const comments: Span[] = [];
  let codeFrom = text.length;
  const parts = pieces.map(({ kind, start, end }) => {
    const piece = text.slice(start, end);
    if (kind === 'comment') {
      comments.push({ from: start, to: end });
      return blank(piece);
    }
    const first = piece.search(/\S/);
    if (first >= 0 && start + first < codeFrom) codeFrom = start + first;
    if (kind === 'code') return piece;
    return piece.length < 2 ? '"' : `"${blank(piece.slice(1, -1))}"`;
  });
  return { code: parts.join(''), comments, codeFrom };
};

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** Where the bracket closes that opens at some place; -1 where it does not within a reasonable length. */
export const closingAt = (code: string, open: number, most = 2000): number => {
  let depth = 0;
  for (let at = open; at < code.length && at < open + most; at += 1) {
    const character = code[at];
    if (character === '(' || character === '{' || character === '[') depth += 1;
    else if (character === ')' || character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
};
