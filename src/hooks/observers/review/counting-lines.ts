/** A line of a text that may hold a verdict. */
export interface CountingLine {
  readonly text: string;
  /** It stands behind something that was opened and never closed: it may take a pass away, and gives none. */
  readonly onlyAgainst: boolean;
}

export interface CountingLines {
  readonly lines: readonly CountingLine[];
  /** The middle of the text was too much to read. */
  readonly cut: boolean;
}

/** UTF-16 units. No review is longer, and each line costs time. */
const MOST_READ = 512 * 1024;
/** A verdict is short; what comes behind a failing one may be cut. */
const LONGEST_LINE = 400;

/**
 * The lines of a text that somebody says in their own name: not those in code fences, quotations, diffs and comments,
 * which show what others said or are to say. Without escape sequences and characters that nobody sees.
 */
export const countingLines = (text: string): CountingLines => {
  const cut = text.length > MOST_READ;
  // A line at the cut is incomplete, and what is left of a verdict may be another one.
  const half = MOST_READ / 2;
  const read = cut ? `${withoutLast(text.slice(0, half))}\n${withoutFirst(text.slice(-half))}` : text;
  const state: Reading = { lines: [], open: null, hunk: 0 };
  for (const line of visible(read).split(/\r\n|[\n\r\u0085\u2028\u2029]/)) readLine(line, state);
  return { lines: state.lines, cut };
};

const withoutLast = (text: string): string => text.slice(0, text.lastIndexOf('\n') + 1);
const withoutFirst = (text: string): string => text.slice(text.indexOf('\n') + 1);

const ESC = '\u001b';
const BEL = '\u0007';
const ESCAPES = new RegExp(`${ESC}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${BEL}${ESC}]*(?:${BEL}|${ESC}\\\\)?|[@-Z\\\\^_])`, 'g');

/** Variation selectors and what else has no width; blanks of any kind are blanks. */
const visible = (text: string): string =>
  text
    .normalize()
    .replace(ESCAPES, '')
    .replace(/[\ufe00-\ufe0f\u200b-\u200f\u2060\ufeff]/g, '')
    .replace(/[\u00a0\u2000-\u200a\u202f\u205f\u3000]/g, ' ');

interface Reading {
  readonly lines: CountingLine[];
  /** A fence or comment that is open: where it began among the lines, and what closes it. */
  open: { readonly from: number; readonly isEnd: (line: string) => boolean } | null;
  /** Lines of a diff that are to come. */
  hunk: number;
}

const readLine = (whole: string, state: Reading): void => {
  const line = whole.slice(0, LONGEST_LINE);
  const { lines, open } = state;
  if (open?.isEnd(line)) {
    // It was somebody else's after all. Of what is never closed, what speaks against the work still counts.
    lines.length = open.from;
    state.open = null;
    return;
  }
  if (open === null && (isInHunk(line, state) || QUOTED.test(line))) return;
  state.open ??= openedBy(line, lines.length);
  // What was cut off may be anything.
  lines.push({ text: line, onlyAgainst: state.open !== null || line.length < whole.length });
};

const QUOTED = /^\s*(?:(?:[-*+]|\d{1,3}[.)])\s+)?>/;
const FENCE = /^\s*(?:(?:[-*+]|\d{1,3}[.)])\s+)?(`{3,}(?=[^`]*$)|~{3,})/;

const openedBy = (line: string, from: number): Reading['open'] => {
  const marks = FENCE.exec(line)?.[1];
  if (marks !== undefined) return { from, isEnd: (other) => closes(other.trim(), marks) };
  if (line.includes('<!--') && !line.includes('-->')) return { from, isEnd: (other) => other.includes('-->') };
  const element = ELEMENT.exec(line)?.[1]?.toLowerCase();
  if (element === undefined || line.toLowerCase().includes(`</${element}>`)) return null;
  return { from, isEnd: (other) => other.toLowerCase().includes(`</${element}>`) };
};

/** HTML for what a fence and a quotation are. */
const ELEMENT = /^\s*<(pre|code|blockquote|example|template)\b/i;

const closes = (end: string, marks: string): boolean =>
  end.length >= marks.length && end === marks.charAt(0).repeat(end.length);

/** A hunk of a diff says how many lines it has; a line that is none of a diff ends it early. */
const isInHunk = (line: string, state: Reading): boolean => {
  const header = HUNK.exec(line);
  if (header !== null) {
    state.hunk = Number(header[1] ?? 1) + Number(header[2] ?? 1);
    return true;
  }
  if (state.hunk <= 0) return false;
  const first = line.charAt(0);
  const isDiff = line === '' || ' +-\\'.includes(first);
  // A line that did not change is one of both sides.
  state.hunk = isDiff ? state.hunk - (first === '+' || first === '-' ? 1 : first === '\\' ? 0 : 2) : 0;
  return isDiff;
};

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
