import type { Span } from './found-mock.ts';

/** What a comment says about a mock: why it may stay, or that it may without saying why. */
export type Exemption = { readonly reason: string } | 'unreasoned' | null;

/** Comments above a mock that are looked at. */
const MOST_ABOVE = 50;
const LONGEST_REASON = 200;
/** Of a comment's line, what is read for one. */
const LONGEST_LINE = 1000;

/** Tells for each mock of a text what its comments say, `@mock-exempt: reason`. */
export const exemptionsIn = (text: string, comments: readonly Span[], codeFrom: number) => {
  const lines = linesOf(text);
  const marked = comments.map((comment) => ({
    says: saidIn(text.slice(comment.from, comment.to)),
    first: lines.at(comment.from),
    last: lines.at(comment.to),
    isAlone: lines.isAlone(comment),
    isAtHead: comment.to <= codeFrom,
  }));
  const atHead = strongest(marked.filter(({ isAtHead }) => isAtHead).map(({ says }) => says));
  const byLine = new Map<number, (typeof marked)[number][]>();
  for (const comment of marked) {
    for (const line of new Set([comment.first, comment.last])) {
      const there = byLine.get(line);
      if (there === undefined) byLine.set(line, [comment]);
      else there.push(comment);
    }
  }
  const of = ({ from, to }: Span): Exemption => {
    const said = [atHead];
    const first = lines.at(from);
    for (const line of new Set([first, lines.at(to)])) said.push(...(byLine.get(line) ?? []).map(({ says }) => says));
    let line = first - 1;
    for (let steps = 0; steps < MOST_ABOVE; steps += 1) {
      const above = byLine.get(line)?.find(({ last, isAlone }) => last === line && isAlone);
      if (above === undefined) break;
      said.push(above.says);
      line = above.first - 1;
    }
    return strongest(said);
  };
  return { of, lineAt: lines.at };
};

const strongest = (said: readonly Exemption[]): Exemption =>
  said.find((each) => each !== null && each !== 'unreasoned') ?? (said.includes('unreasoned') ? 'unreasoned' : null);

const saidIn = (comment: string): Exemption => {
  const at = comment.indexOf('@mock-exempt');
  if (at < 0 || /[\w-]/.test(comment[at + '@mock-exempt'.length] ?? '')) return null;
  const from = at + '@mock-exempt'.length;
  const line = comment.slice(from, from + LONGEST_LINE).split('\n', 1)[0] ?? '';
  const reason = line
    .replace(/^\s*[:=–—-]?\s*/, '')
    .replace(/\s*(?:\*+\/|-->)\s*\}?\s*$/, '')
    .trim()
    .slice(0, LONGEST_REASON);
  return /[\p{L}\d]/u.test(reason) ? { reason } : 'unreasoned';
};

/** Lines from 1, by offset. */
const linesOf = (text: string) => {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  const at = (offset: number): number => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
  const isAlone = ({ from, to }: Span): boolean => {
    const end = text.indexOf('\n', to);
    return isBlank(text, starts[at(from) - 1] ?? 0, from) && isBlank(text, to, end < 0 ? text.length : end);
  };
  return { at, isAlone };
};

const LONGEST_INDENT = 1000;

const isBlank = (text: string, from: number, to: number): boolean =>
  to - from <= LONGEST_INDENT && text.slice(from, to).trim() === '';
