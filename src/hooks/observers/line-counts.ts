import { readSmallFile } from '../../events/git-layout.ts';
import { jsonObject } from '../../events/json-object.ts';

/** Bytes of a file whose lines are counted before anything is read closely. */
const LARGEST_COUNTED = 64 * 1024;

/** Lines of a text: a last one without a line break is one. */
export const lineCount = (text: string): number => {
  const breaks = lineBreaks(text);
  return text === '' || text.endsWith('\n') ? breaks : breaks + 1;
};

/** UTF-16 units of a line that counts once. */
const LONGEST_LINE = 200;

/** The same, or one for each 200 characters where that is more. */
export const writtenLines = (text: string): number => Math.max(lineCount(text), Math.ceil(text.length / LONGEST_LINE));

const lineBreaks = (text: string): number => {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
};

/**
 * Lines that a call may leave of a file, at most: those of the file and those of what the call brings. Costs little, so
 * that what reads closely is loaded only for files that are long enough. Null where that does not say.
 */
export const linesAtMost = (toolInput: unknown, file: string): number | null => {
  const { content, new_source: source, edits, ...single } = jsonObject(toolInput);
  if (typeof content === 'string') return writtenLines(content);
  // A cell of a notebook is no file of its own.
  if (typeof source === 'string') return 0;
  const now = readSmallFile(file, LARGEST_COUNTED);
  let lines = now === undefined ? 0 : lineCount(now);
  if (now === undefined && !isNew(single)) return null;
  for (const { new_string: to, replace_all: all } of Array.isArray(edits) ? edits.map(jsonObject) : [single]) {
    if (typeof to !== 'string') return null;
    const more = lineCount(to);
    if (all === true && more > 1) return null;
    lines += more;
  }
  return lines;
};

/** An edit that begins a file. */
const isNew = ({ old_string: from }: Fields): boolean => from === '';

type Fields = Readonly<Record<string, unknown>>;
