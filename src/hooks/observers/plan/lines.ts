import { fromMarkdown } from 'mdast-util-from-markdown';

/** A line of a Markdown document as somebody reads it: no comments, no marks of emphasis. */
export interface PlanLine {
  readonly text: string;
  /** 1 to 6 of a heading of the document; 0 of everything else. */
  readonly heading: number;
  /** How many list items it stands in. */
  readonly depth: number;
  /** Whether it is the first line of a list item. */
  readonly isItem: boolean;
  /** Whether it is part of a code block. */
  readonly isCode: boolean;
}

export interface PlanLines {
  readonly lines: readonly PlanLine[];
  /** Whether the text was longer than what is read of it. */
  readonly isCut: boolean;
}

/** UTF-16 units and lines that are parsed: the library needs about a second for as much of the worst. */
const MOST_UNITS = 96 * 1024;
const MOST_LINES = 3_000;
/** UTF-16 units of one line. */
const LONGEST_LINE = 2_000;
/** Of a line's indentation, and of the marks of lists and of quotes that it begins with: nesting costs by its square. */
const LONGEST_INDENT = 60;
const MOST_LISTS = 2;
const MOST_QUOTES = 3;

/** Reads a Markdown document. Never throws, and takes time in proportion to what is read of it. */
export const readLines = (source: string): PlanLines => {
  const { text, isCut } = bounded(withoutFrontMatter(source.replace(/^\uFEFF/, '')));
  const lines: PlanLine[] = [];
  for (const node of fromMarkdown(text, { extensions: [{ disable: { null: INLINE } }] }).children) {
    addLines(node, { depth: 0, isOwn: true, isItem: false }, lines);
  }
  return { lines, isCut };
};

/**
 * What stands inside a line is read here: a line is needed as text, and the library's time for links and emphasis grows with
 * the square of what hostile text has of them.
 */
const INLINE = [
  'attention',
  'autolink',
  'characterEscape',
  'characterReference',
  'codeText',
  'definition',
  'hardBreakEscape',
  'htmlText',
  'labelEnd',
  'labelStartImage',
  'labelStartLink',
];

const bounded = (source: string): { text: string; isCut: boolean } => {
  const all = source.slice(0, MOST_UNITS).split(/\r\n|\r|\n/);
  const lines = all.slice(0, MOST_LINES).map((line) => {
    const cut = line.slice(0, LONGEST_LINE);
    const [lead] = LEAD.exec(cut) ?? [''];
    return shortLead(lead) + cut.slice(lead.length);
  });
  return { text: lines.join('\n'), isCut: source.length > MOST_UNITS || all.length > MOST_LINES };
};

const LEAD = /^(?:[\s>*+-]|\d{1,9}[.)](?=\s))*/;

const shortLead = (lead: string): string => {
  let lists = 0;
  let quotes = 0;
  return lead.slice(0, LONGEST_INDENT).replace(/(?:\d{1,9}[.)]|[*+-])(?=\s|$)|>/g, (mark) => {
    if (mark === '>') quotes += 1;
    else lists += 1;
    return lists > MOST_LISTS || quotes > MOST_QUOTES ? '' : mark;
  });
};

/** `---` and fields at the very top, as many tools write them, would be read as a heading. */
const withoutFrontMatter = (text: string): string => {
  const match = /^---[ \t]*\r?\n(?:.*\r?\n){0,100}?(?:---|\.\.\.)[ \t]*(?:\r?\n|$)/.exec(text);
  return match === null ? text : text.slice(match[0].length);
};

interface Node {
  readonly type: string;
  readonly depth?: number;
  readonly value?: string;
  readonly children?: readonly Node[];
}

interface Where {
  readonly depth: number;
  /** Whether a heading there is one of the document. */
  readonly isOwn: boolean;
  readonly isItem: boolean;
}

const addLines = (node: Node, where: Where, lines: PlanLine[]): void => {
  switch (node.type) {
    case 'heading':
      addText(textOf(node), { ...where, heading: where.isOwn ? (node.depth ?? 1) : 0 }, lines);
      return;
    case 'paragraph':
      addText(textOf(node), { ...where, heading: 0 }, lines);
      return;
    case 'html':
      addText((node.value ?? '').replace(/<\/?[a-z][^>]*>/gi, ' '), { ...where, heading: 0 }, lines);
      return;
    case 'code':
      for (const text of (node.value ?? '').split('\n')) {
        if (text.trim() !== '')
          lines.push({ text: text.trim(), heading: 0, depth: where.depth, isItem: false, isCode: true });
      }
      return;
    case 'listItem':
      for (const [at, child] of (node.children ?? []).entries()) {
        addLines(child, { depth: where.depth + 1, isOwn: false, isItem: at === 0 }, lines);
      }
      return;
    case 'list':
    case 'blockquote':
      for (const child of node.children ?? []) addLines(child, { ...where, isOwn: false }, lines);
      return;
    default:
  }
};

const textOf = ({ children = [] }: Node): string =>
  children.map(({ type, value = '' }) => (type === 'break' ? '\n' : value)).join('');

const addText = (text: string, where: Where & { readonly heading: number }, lines: PlanLine[]): void => {
  const { depth, heading } = where;
  let isItem = where.isItem;
  for (const line of withoutComments(text).split('\n')) {
    const shown = withoutMarks(line);
    if (shown === '' && heading === 0) continue;
    lines.push({ text: shown, heading, depth, isItem, isCode: false });
    isItem = false;
  }
};

/** One that is not closed is text. */
const withoutComments = (text: string): string => {
  let kept = '';
  let at = 0;
  for (;;) {
    const start = text.indexOf('<!--', at);
    const end = start < 0 ? -1 : text.indexOf('-->', start + 4);
    if (end < 0) return kept + text.slice(at);
    kept += `${text.slice(at, start)} `;
    at = end + 3;
  }
};

const withoutMarks = (line: string): string => line.replace(/\*+|__+|`+/g, '').trim();
