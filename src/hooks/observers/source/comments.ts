import type { Piece } from './cursor.ts';

/** What a comment says, without the marks that make it one. Line comments that follow each other are one comment. */
export interface Comment {
  readonly start: number;
  readonly end: number;
  readonly lines: readonly { readonly text: string /** From 1. */; readonly line: number }[];
}

/** The comments of a text in order. */
export const commentsIn = (text: string, pieces: readonly Piece[]): Comment[] => {
  const groups: Piece[][] = [];
  let isNext = false;
  for (const piece of pieces) {
    const group = groups.at(-1);
    if (piece.kind === 'comment') {
      if (isNext && group?.[0]?.form === 'line' && piece.form === 'line') group.push(piece);
      else groups.push([piece]);
      isNext = true;
    } else isNext = isNext && piece.kind === 'code' && isOneLineBreak(text, piece);
  }
  return groups.map((group) => ({
    start: group[0]?.start ?? 0,
    end: group.at(-1)?.end ?? 0,
    lines: group.flatMap((piece) => linesOf(text, piece)),
  }));
};

const isOneLineBreak = (text: string, { start, end }: Piece): boolean => {
  if (end - start > LONGEST_INDENT) return false;
  const between = text.slice(start, end);
  return between.trim() === '' && between.indexOf('\n') === between.lastIndexOf('\n') && between.includes('\n');
};

const LONGEST_INDENT = 200;
/** UTF-16 units of a comment's line that are read. */
const LONGEST_LINE = 2000;

const linesOf = (text: string, { start, end, line, form }: Piece): Comment['lines'] =>
  text
    .slice(start, end)
    .split('\n')
    .map((each, index, all) => {
      const cut = each.slice(0, LONGEST_LINE);
      const closed = form === 'line' || index < all.length - 1 ? cut : cut.replace(CLOSING, '');
      const opened = form === 'docstring' && index === 0 ? closed.replace(/^[a-zA-Z~]{0,2}/, '') : closed;
      return { text: opened.replace(OPENING, '').trim(), line: line + index };
    });

/** Marks of all languages that a line of a comment begins with: `/**`, ` * `, `//!`, `#`, `--`, `{-`, `<!--`, `"""`. */
const OPENING =
  /^\s{0,200}(?:\/\*{1,9}!?|\/{2,9}!?|#{1,9}[|=]?|=begin\b|=pod\b|--\[=*\[|-{2,9}[|^]?|\{-[|^]?|\(\*{1,9}|<!--|<#|%{1,9}|;{1,9}|"{1,3}|'{1,3}|\*(?!\/))?(?:\s|$)?/;
const CLOSING = /(?:\*{1,9}\/|\*\)|-\}|-->|#>|\]=*\]|=#|\|#|"{3}|'{3}|["']|=end|=cut)\s*$/;
