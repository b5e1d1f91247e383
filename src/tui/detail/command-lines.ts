import { columns, printable } from '../../cli/style.ts';
import { decisionTone } from '../look/decision.ts';
import { type Line, line, type Span, type Tone } from '../look/line.ts';
import type { Danger } from './dangers.ts';
import { chopped, type Page, type Piece } from './page.ts';

/** A command as it stands, and under each line of it what gates said something about. */
export const commandLines = (command: string, dangers: readonly Danger[], { width }: Page): Line[] =>
  chopped(command, width - 2).flatMap((piece) => {
    const here = dangers.filter(({ start, end }) => start < piece.start + piece.text.length && end > piece.start);
    return [{ spans: [{ text: '  ' }, ...spansOf(piece, here)] }, ...here.map((danger) => markLine(piece, danger))];
  });

const spansOf = ({ text, start }: Piece, dangers: readonly Danger[]): Span[] => {
  const cuts = [...new Set([0, text.length, ...dangers.flatMap((one) => [one.start - start, one.end - start])])]
    .filter((cut) => cut >= 0 && cut <= text.length)
    .sort((a, b) => a - b);
  return cuts.slice(1).map((end, index): Span => {
    const from = cuts[index] as number;
    const danger = dangers.find((one) => one.start <= start + from && one.end >= start + end);
    return { text: text.slice(from, end), tone: danger === undefined ? 'plain' : decisionTone(danger.decision) };
  });
};

/** `    ^^^^^^^^ deny guard/rm-root`, under what it is about; the name only once. */
const markLine = ({ text, start }: Piece, danger: Danger): Line => {
  const from = Math.max(0, danger.start - start);
  const marked = text.slice(from, danger.end - start).trimEnd();
  const tone: Tone = decisionTone(danger.decision);
  const name = danger.start >= start ? ` ${danger.decision} ${danger.rules.join(', ')}` : '';
  const before = columns(printable(text.slice(0, from)));
  return line(
    { text: ' '.repeat(before + 2) },
    { text: '^'.repeat(Math.max(1, columns(printable(marked)))), tone },
    { text: name, tone },
  );
};
