import { columns } from '../../cli/style.ts';

/** What stands for a sign where a terminal has only ASCII: one column for one column, so that nothing moves. */
export const asciiOf = (text: string): string =>
  text.replace(/[^\u0000-\u007f]/gu, (character) => SIGNS[character] ?? '?'.repeat(columns(character)));

const SIGNS: Readonly<Record<string, string>> = {
  '✗': 'X',
  '✓': 'v',
  '↻': '~',
  '×': 'x',
  '·': '.',
  '…': '~',
  '│': '|',
  '─': '-',
  '●': '*',
  '╷': '|',
  '◆': 'O',
  '░': '#',
  // As in a tree of folders: what can be opened, and what is open. `>` would look like a cursor.
  '▸': '+',
  '▾': '-',
  '→': '>',
  '←': '<',
  '›': '/',
  '⊘': '/',
  '└': '`',
  '├': '|',
  '’': "'",
  '“': '"',
  '”': '"',
};
