import { readdirSync, readFileSync } from 'node:fs';

/** A fenced block of a page. */
export interface Block {
  /** From the top of the repository. */
  readonly page: string;
  /** The line of the page that the fence stands on, from 1. */
  readonly line: number;
  /** What stands behind the fence; empty where nothing does. */
  readonly language: string;
  readonly text: string;
}

/** The pages that people read: those whose examples are tried. Decisions are history. */
export const PAGES: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync('docs')
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

export const textOf = (page: string): string => readFileSync(page, 'utf8');

/** The fenced blocks of a text, in order; a longer fence holds shorter ones as text. */
export const blocksOf = (page: string, text = textOf(page)): Block[] => {
  const blocks: Block[] = [];
  let open: { readonly fence: string; readonly line: number; readonly language: string } | null = null;
  let lines: string[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    const [, fence = '', language = ''] = /^(`{3,})(.*)$/.exec(line) ?? [];
    if (open === null) {
      if (fence === '') continue;
      open = { fence, line: index + 1, language };
      lines = [];
    } else if (fence.length >= open.fence.length && language === '') {
      blocks.push({ page, line: open.line, language: open.language, text: lines.map((each) => `${each}\n`).join('') });
      open = null;
    } else lines.push(line);
  }
  if (open !== null) throw new Error(`${page}:${open.line}: the fence is never closed`);
  return blocks;
};

/** What a page says, without its blocks: for whom looks for headings, links and words. */
export const proseOf = (page: string): string => {
  const lines = textOf(page).split('\n');
  for (const { line, text } of blocksOf(page)) {
    const last = line + text.split('\n').length;
    for (let index = line - 1; index < last; index += 1) lines[index] = '';
  }
  return lines.join('\n');
};

/** How a block is named in lists: page and first line. */
export const keyOf = ({ page, text }: Block): string => `${page}: ${text.split('\n')[0]?.trim()}`;
