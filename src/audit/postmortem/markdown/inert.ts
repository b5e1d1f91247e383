// What was logged is shown and never obeyed: no link, no heading, no HTML and no direction of writing comes from it.

/** The text on one line, with control characters and those that change the direction of writing shown as symbols. */
const visible = (text: string): string =>
  text
    .replace(/\r\n?|\n/g, ' ')
    .replace(STEERING, (character) => symbolOf(character))
    .trim();

/** The same, line by line. */
const visibleLines = (text: string): string[] =>
  text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((line) => line.replaceAll('\t', '    ').replace(STEERING, (character) => symbolOf(character)));

/** Control characters; separators of lines that Markdown does not know; changes of direction; what is not to be seen; halves of characters. */
const STEERING =
  /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

const symbolOf = (character: string): string => {
  const code = character.charCodeAt(0);
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : '\ufffd';
};

/** Words that may hold what was logged, to stand anywhere in a line. */
export const words = (text: string): string =>
  visible(text)
    .replace(/[\\`*_[\]<>&|~$]/g, '\\$&')
    // At the beginning of a line they would begin something.
    .replace(/^[-+#=]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2')
    // Readers make links of addresses, and messages to people of names.
    .replace(/:(?=\/\/)/g, '\\:')
    .replace(/\bwww\./gi, (start) => `${start.slice(0, -1)}\\.`)
    .replace(/@|#(?=\d)|\bGH-(?=\d)/g, `$&${JOINER}`) || EMPTY;

/** Takes no room: what stands beside it is not read as one. */
const JOINER = '\u2060';

const EMPTY = '(nothing)';

/** Something that was logged, as code: a command, a path, a prompt. */
export const code = (text: string): string => {
  const shown = visible(text);
  if (shown === '') return EMPTY;
  const fence = '`'.repeat(longestRun(shown) + 1);
  const gap = shown.startsWith('`') || shown.endsWith('`') ? ' ' : '';
  return `${fence}${gap}${shown}${gap}${fence}`;
};

/** The same for a cell of a table, where a bar would end the cell. */
export const cell = (text: string): string => code(text.replaceAll('|', '\u2502'));

/** Lines as a block of code that nothing in them ends. `language` is one of docket's own words. */
export const block = (text: string, language: 'text' | 'diff' | 'sh', indent = ''): string[] => {
  const lines = visibleLines(text);
  const fence = '`'.repeat(Math.max(3, longestRun(lines.join('\n')) + 1));
  return [`${fence}${language}`, ...lines, fence].map((line) => `${indent}${line}`.trimEnd());
};

/** Text within HTML. */
export const html = (text: string): string =>
  visible(text).replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`);

const longestRun = (text: string): number => Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));

/** Lines that are folded up until somebody opens them. `summary` is HTML. */
export const folded = (summary: string, lines: readonly string[]): string[] => [
  '<details>',
  `<summary>${summary}</summary>`,
  '',
  ...(lines.at(-1) === '' ? lines : [...lines, '']),
  '</details>',
  '',
];
