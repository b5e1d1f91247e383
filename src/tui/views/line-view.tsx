import { asciiOf } from '../look/ascii.ts';
import { fitLine } from '../look/fit.ts';
import type { Line, Tone } from '../look/line.ts';
import { ASCII_MARKS } from '../look/marks.ts';
import { useTheme } from '../look/theme.ts';
import { Text } from '../term/elements.ts';

/** One line in exactly `width` columns; the chosen one is drawn reversed as a whole. */
export const LineView = ({ line, width, isChosen = false }: { line: Line; width: number; isChosen?: boolean }) => {
  const { hasColour, marks } = useTheme();
  return (
    <Text wrap="truncate-end" inverse={isChosen}>
      {fitLine(line, width).map(({ text, tone = 'plain' }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the spans of a line have no other name than their place
        <Text key={index} {...looksOf(tone, hasColour)}>
          {marks === ASCII_MARKS ? asciiOf(text) : text}
        </Text>
      ))}
    </Text>
  );
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
  'good-word': { underline: true },
  'bad-word': { underline: true },
};
