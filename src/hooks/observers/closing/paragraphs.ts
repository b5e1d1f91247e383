/** A run of lines without a blank one, code left out. */
export interface Paragraph {
  readonly lines: readonly string[];
  /** Somebody else's words, or a note set apart. */
  readonly isQuoted: boolean;
}

/** UTF-16 units of a message that are read, from its end. */
const MOST_READ = 1_000_000;

const BLANK = /^\s*$/;
const FENCE = /^\s*(`{3,}|~{3,})([^`]*)$/;
const INDENTED = /^(?: {4}|\t)/;
const QUOTE = /^\s{0,3}>\s?/;
const ITEM = /^\s*(?:[-*+•]|\d{1,9}[.)])\s/;

/** The paragraphs of a message in Markdown. Code blocks, fenced or indented, and comments only part them. */
export const paragraphsOf = (message: string): Paragraph[] => {
  const text = message.slice(-MOST_READ).replaceAll(/<!--[\s\S]*?(?:-->|$)/g, '');
  const found: { lines: string[]; isQuoted: boolean }[] = [];
  let fence: string | null = null;
  let isOpen = false;
  let isList = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const mark = FENCE.exec(line);
    if (fence !== null) {
      if (mark?.[1]?.startsWith(fence) === true && BLANK.test(mark[2] ?? '')) fence = null;
      continue;
    }
    const isCode = !isOpen && !isList && INDENTED.test(line);
    if (mark !== null || BLANK.test(line) || isCode) {
      fence = mark?.[1] ?? null;
      isOpen = false;
      continue;
    }
    const isQuoted = QUOTE.test(line);
    const last = found.at(-1);
    const plain = isQuoted ? line.replace(QUOTE, '') : line;
    if (isOpen && last?.isQuoted === isQuoted) last.lines.push(plain);
    else found.push({ lines: [plain], isQuoted });
    isList = ITEM.test(line) || (isList && /^\s/.test(line));
    isOpen = true;
  }
  return found;
};

/** The last one that says anything: rules and emoji do not. */
export const lastParagraph = (message: string): Paragraph | null =>
  paragraphsOf(message).findLast(({ lines }) => lines.some((line) => /[\p{L}\p{N}?？؟]/u.test(line))) ?? null;
