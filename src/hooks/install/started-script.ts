import { simpleWords } from './hook-command.ts';

/**
 * The script that a hook's command starts, as it is named there: behind shells, runners, `env`, variables, a `cd`. Null where a
 * command does anything beside that, or cannot be read.
 */
export const startedScript = ({ command, args }: Readonly<Record<string, unknown>>): string | null => {
  if (typeof command !== 'string') return null;
  return Array.isArray(args) ? inWords([command, ...args.map(String)]) : inLine(command);
};

/** Lines in lines, as of `sh -c`, are read to this depth. */
const MOST_LINES = 4;

const inLine = (line: string, depth = 0): string | null => {
  // What the shell puts in there is run first.
  if (/`|\$\(/.test(line)) return null;
  const words = simpleWords(line.replace(CHANGES_FOLDER, '').replace(/\s*;\s*$/, ''));
  return words === null ? null : inWords(words, depth);
};

const CHANGES_FOLDER = /^\s*cd\s+(?:"[^"]*"|'[^']*'|[^\s'";&|<>()]+)\s*&&/;

const inWords = (words: readonly string[], depth = 0): string | null => {
  const [first, ...rest] = words;
  if (first === undefined || depth > MOST_LINES) return null;
  const program = PROGRAM.exec(first)?.[1] ?? '';
  if (/^\w+=/.test(first) || BEFORE.test(first)) return inWords(rest, depth);
  if (program === 'env') return inWords(withoutFlags(rest), depth);
  if (program === 'timeout') return inWords(withoutFlags(rest).slice(1), depth);
  if (SHELLS.test(program)) return inShell(rest, depth);
  if (RUNNERS.test(program)) return withoutFlags(rest).find((word) => word !== 'run' && word !== 'tsx') ?? null;
  return first;
};

const inShell = (words: readonly string[], depth: number): string | null => {
  const [first, ...rest] = words;
  if (first === undefined || !/^[-+]/.test(first)) return first ?? null;
  if (/^-\w*c$/.test(first)) return rest[0] === undefined ? null : inLine(rest[0], depth + 1);
  // `-o pipefail`
  return inShell(/^[-+]\w*o$/.test(first) ? rest.slice(1) : rest, depth);
};

const withoutFlags = (words: readonly string[]): readonly string[] => {
  const start = words.findIndex((word) => !word.startsWith('-'));
  return start < 0 ? [] : words.slice(start);
};

/** A program by name, or by its path where programs are. */
const PROGRAM = /^(?:\/[\w./-]*\bbin\/)?(\w+)$/;
const BEFORE = /^(?:exec|command|nohup|source|\.)$/;
const SHELLS = /^(?:ba|da|z|k)?sh$/;
const RUNNERS = /^(?:node|bun|deno|tsx|npx)$/;
