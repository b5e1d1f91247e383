import { anyPattern } from './any-pattern.ts';

/** Lines of what a test run printed, as they were meant to be read. */
export interface TestOutput {
  readonly lines: readonly string[];
  /** Lines are missing in the middle: lists of single results are incomplete. */
  readonly cut: boolean;
}

const BEGINNING = 16 * 1024;
const END = 64 * 1024;
/** No runner prints a longer summary, and long lines would only cost time. Of a JSON report the beginning is enough. */
const LONGEST_LINE = 500;

/**
 * The beginning and the end of an output as lines, without colours and without what package managers and task runners
 * put before each. Lines that the command itself spells out are left out: `echo '5 passed'` is no result.
 */
export const readOutput = (output: string, command = ''): TestOutput => {
  const isWhole = output.length <= BEGINNING + END;
  const parts = isWhole ? [output] : [beginningOf(output), endOf(output)];
  const lines = parts.flatMap(toLines).filter((line) => !isSpelledIn(command, line));
  return { lines: withoutNames(lines), cut: !isWhole };
};

// The lines at the cut are incomplete: `11 failed` could be read as `1 failed`.
const beginningOf = (output: string): string => {
  const text = output.slice(0, BEGINNING);
  return text.slice(0, text.lastIndexOf('\n') + 1);
};

const endOf = (output: string): string => {
  const text = output.slice(-END);
  return text.slice(text.indexOf('\n') + 1);
};

const ESC = '\u001b';
const BEL = '\u0007';
const ESCAPES = new RegExp(`${ESC}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${BEL}${ESC}]*(?:${BEL}|${ESC}\\\\)?|[@-Z\\\\^_])`, 'g');

const toLines = (text: string): string[] =>
  (text.includes(ESC) ? text.replace(ESCAPES, '') : text)
    .split(text.includes('\r') ? /\r\n|\n|\r/ : '\n')
    .map(withoutPrefix)
    .flatMap((line) => (line.length <= LONGEST_LINE ? [line] : line.startsWith('{"') ? [shortJson(line)] : []));

/** What a long line of JSON begins and ends with: reporters put the counts there. */
const shortJson = (line: string): string => `${line.slice(0, LONGEST_LINE)} … ${line.slice(-LONGEST_LINE)}`;

/** A line that is short may stand in a command by chance. */
const SHORTEST_SPELLED = 6;

const isSpelledIn = (command: string, line: string): boolean => {
  const text = line.trim();
  return text.length >= SHORTEST_SPELLED && command.includes(text);
};

/**
 * What stands before each line of a package or service: `packages/a test: ` (pnpm), `web:test: ` (turbo), `[web]: ` (yarn,
 * concurrently), `app-1  | ` (docker compose). `[INFO]` and the like are part of what Maven and sbt say.
 */
const PREFIXES = [
  /^[\w@./+-]{1,100}[ :#]test(?::[\w:.-]{1,40})?: ?/,
  /^(?:➤ YN\d{4}: )?\[(?!(?:INFO|ERROR|WARNING|WARN|DEBUG|info|error|warn)\])[\w@./:+-]{1,80}\]:? /,
  /^[\w.-]{1,60}[-_]\d{1,4} {1,20}\| /,
];

const isPrefixed = anyPattern(PREFIXES);

const withoutPrefix = (line: string): string => {
  if (!isPrefixed(line)) return line;
  for (const prefix of PREFIXES) {
    const length = prefix.exec(line)?.[0].length ?? 0;
    if (length > 0) return line.slice(length);
  }
  return line;
};

/** Lines that begin so are those of one package among several. */
const FEWEST_NAMED = 4;

/** Without the bare names that lerna and nx put before each line (`@acme/web: `), which many lines must have in common. */
const withoutNames = (lines: readonly string[]): string[] => {
  const counts = new Map<string, number>();
  const names = lines.map((line) => /^@?[\w./-]{1,80}: /.exec(line)?.[0] ?? null);
  for (const name of names) if (name !== null) counts.set(name, (counts.get(name) ?? 0) + 1);
  return lines.map((line, at) => {
    const name = names[at] ?? null;
    return name !== null && (counts.get(name) ?? 0) >= FEWEST_NAMED ? line.slice(name.length) : line;
  });
};
