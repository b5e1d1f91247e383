import { printable } from '../../cli/style.ts';
import { crumbsLine } from '../frame/crumbs.ts';
import { linearLines } from '../frame/linear-lines.ts';
import { statusLine } from '../frame/status.ts';
import { useTheme } from '../look/theme.ts';
import { Box, Text } from '../term/elements.ts';
import type { ScreenProps } from './screen.tsx';

/** The same for people who listen: what is chosen, and what is said of it, line by line. */
export const LinearView = ({ model, detail }: ScreenProps) => {
  const { marks } = useTheme();
  const lines = [crumbsLine(model, marks), ...linearLines(model, detail, marks), statusLine(model, marks)];
  return (
    <Box flexDirection="column">
      {lines.map(({ spans }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <Text key={index}>{printable(spans.map(({ text }) => text).join('')).trimEnd()}</Text>
      ))}
    </Box>
  );
};
