import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// The tables of docs/redaction.md, made into secrets at run time, so that no scanner takes this repository for a leak.

/** A row of a table, filled in. */
export interface TableSecret {
  readonly rule: string;
  /** The text with the secret in it. */
  readonly written: string;
  /** What the log shows of the text. */
  readonly logged: string;
  /** What must not be left of it. */
  readonly secret: string;
}

/** A row, to be filled in with any seed. */
export interface TableRow {
  readonly rule: string;
  readonly example: string;
  readonly fill: (seed: number) => TableSecret;
}

const CHARACTERS: Readonly<Record<string, string>> = {
  alnum: 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
  hex: '0123456789abcdef',
  upper: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789',
  digit: '0123456789',
};

/** Numbers from 0 up to but not including 1, the same for the same seed. */
export const randomFrom = (seed: number): (() => number) => {
  let state = (seed * 2654435761) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
};

/** Random characters of a kind, every third a digit, as long ones have on average. */
export const randomText = (kind: string, length: number, random: () => number): string => {
  const characters = CHARACTERS[kind] as string;
  return Array.from({ length }, (_, at) => {
    const from = at % 3 === 1 ? (CHARACTERS['digit'] as string) : characters;
    return from[Math.floor(random() * from.length)];
  }).join('');
};

const fillIn = (template: string, seed: number): { text: string; parts: string[] } => {
  const random = randomFrom(seed);
  const parts: string[] = [];
  const text = template.replace(/\{(\d+) (alnum|hex|upper|digit)\}/g, (_, length: string, kind: string) => {
    const part = randomText(kind, Number(length), random);
    parts.push(part);
    return part;
  });
  return { text, parts };
};

const rowsOf = (heading: string): string[][] => {
  const document = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'redaction.md'), 'utf8');
  const section = document.split(/^## /m).find((part) => part.startsWith(heading)) as string;
  return section
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) =>
      line
        .slice(1, -1)
        .split(/(?<!\\)\|/)
        .map((cell) => cell.trim().replace(/^`|`$/g, '').replaceAll('\\|', '|').replaceAll('\\n', '\n')),
    );
};

const tokens: TableRow[] = rowsOf('Rules that know a token')
  .filter(([, , example]) => example !== 'see below')
  .map(([rule = '', , example = '']) => ({
    rule,
    example,
    fill: (seed) => {
      const { text } = fillIn(example, seed);
      return { rule, written: text, logged: `[redacted:${rule}]`, secret: text };
    },
  }));

const contexts: TableRow[] = rowsOf('Rules that know what stands around').map(
  ([rule = '', , example = '', logged = '']) => ({
    rule,
    example,
    fill: (seed) => {
      const { text, parts } = fillIn(example, seed);
      return { rule, written: text, logged, secret: parts.at(-1) as string };
    },
  }),
);

/** Every row of the tables. */
export const TABLE: readonly TableRow[] = [...tokens, ...contexts];
