import { asciiOf } from '../look/ascii.ts';
import { fitLine } from '../look/fit.ts';
import type { Line, Span, Tone } from '../look/line.ts';
import { ASCII_MARKS } from '../look/marks.ts';
import { useTheme } from '../look/theme.ts';
import { Text } from '../term/elements.ts';

export interface LineProps {
  readonly line: Line;
  readonly width: number;
  readonly isChosen?: boolean;
  /** Whether it lies over something, which must not be seen behind its end. */
  readonly isOver?: boolean;
}

/** One line in at most `width` columns; the chosen one is drawn reversed as a whole. */
export const LineView = ({ line, width, isChosen = false, isOver = false }: LineProps) => {
  const { hasColour, marks } = useTheme();
  const spans = fitLine(line, width);
  return (
    <Text wrap="truncate-end" inverse={isChosen}>
      {(isChosen || isOver ? spans : withoutEnd(spans)).map(({ text, tone = 'plain' }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the spans of a line have no other name than their place
        <Text key={index} {...looksOf(tone, hasColour)}>
          {marks === ASCII_MARKS ? asciiOf(text) : text}
        </Text>
      ))}
    </Text>
  );
};

/** Ink looks at every character of a frame: half of the time that a key takes would go to blanks that are there anyway. */
const withoutEnd = (spans: readonly Span[]): readonly Span[] => {
  const last = spans.at(-1);
  if (last === undefined || last.text.trim() !== '') return spans;
  // A line of nothing would have no height.
  const rest = spans.slice(0, -1);
  return rest.every(({ text }) => text === '') ? [{ text: ' ' }] : rest;
};

interface Looks {
  readonly color?: string;
  readonly bold?: boolean;
  readonly dimColor?: boolean;
  readonly inverse?: boolean;
  readonly underline?: boolean;
}

const looksOf = (tone: Tone, hasColour: boolean): Looks => (hasColour ? COLOURED[tone] : PLAIN[tone]);

const COLOURED: Readonly<Record<Tone, Looks>> = {
  plain: {},
  dim: { dimColor: true },
  strong: { bold: true },
  good: { color: 'green' },
  bad: { color: 'red' },
  warn: { color: 'yellow' },
  accent: { color: 'cyan' },
  chosen: { inverse: true },
  // Seen also where the whole line is reversed.
  match: { color: 'yellow', bold: true, underline: true },
  'good-word': { color: 'green', bold: true, underline: true },
  'bad-word': { color: 'red', bold: true, underline: true },
};

/** Weight and light are no colours. */
const PLAIN: Readonly<Record<Tone, Looks>> = {
  ...COLOURED,
  good: {},
  bad: { bold: true },
  warn: { bold: true },
  accent: {},
  match: { bold: true, underline: true },
  'good-word': { underline: true },
  'bad-word': { underline: true },
};
