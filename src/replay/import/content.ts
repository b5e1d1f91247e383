import { isRow, type Row } from './row.ts';

/** What stands where a picture or another file was: nobody reads it in a log, and it may be megabytes, often twice on one line. */
const OMITTED: Readonly<Record<string, string>> = { image: '[image omitted]', document: '[document omitted]' };

const IMAGE = OMITTED['image'] as string;

/** A message's content as one text; null where it is in no form that is known. */
export const textOf = (content: unknown): string | null => {
  if (content === null || content === undefined) return '';
  if (typeof content === 'string') return withoutPictures(content) as string;
  if (!Array.isArray(content)) return null;
  return content
    .flatMap((block: unknown) => blockText(block) ?? [])
    .filter((text) => text !== '')
    .join('\n');
};

const blockText = (block: unknown): string | null => {
  if (typeof block === 'string') return block;
  if (!isRow(block)) return null;
  const { type, text } = block;
  if (typeof type === 'string' && Object.hasOwn(OMITTED, type)) return OMITTED[type] as string;
  return typeof text === 'string' ? text : null;
};

/** The blocks of a message of one type. */
export const blocksOf = (content: unknown, type: string): Row[] =>
  Array.isArray(content) ? content.filter((block): block is Row => isRow(block) && block['type'] === type) : [];

/**
 * The same value with `[image omitted]` for each picture: blocks of a message, results of a tool that reads one, data URLs, and
 * a list of blocks that was cut off in the middle and is no JSON any more. Returns the same object where there is none.
 */
export const withoutPictures = (value: unknown): unknown => {
  if (typeof value === 'string') return pictureText(value);
  if (Array.isArray(value)) {
    const items = value.map(withoutPictures);
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  if (!isRow(value)) return value;
  const mark = typeof value['type'] === 'string' ? OMITTED[value['type']] : undefined;
  if (mark !== undefined && isPicture(value)) return { type: 'text', text: mark };
  const shown = new Map<string, unknown>();
  for (const key of Object.keys(value)) {
    const item = value[key];
    const other = key === 'base64' && typeof item === 'string' ? IMAGE : withoutPictures(item);
    if (other !== item) shown.set(key, other);
  }
  if (shown.size === 0) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shown.has(key) ? shown.get(key) : item]));
};

/** A block of the client's (`source`) or of a server's (`data`). */
const isPicture = ({ source, data }: Row): boolean => isRow(source) || typeof data === 'string';

const pictureText = (text: string): string => {
  if (DATA_URL.test(text)) return IMAGE;
  if (!BLOCKS.test(text)) return text;
  try {
    const blocks: unknown = JSON.parse(text);
    const shown = withoutPictures(blocks);
    return shown === blocks ? text : JSON.stringify(shown);
  } catch {
    return IMAGE;
  }
};

const DATA_URL = /^\s*data:image\/[\w.+-]+;base64,/;
const BLOCKS = /^\s*\[\s*\{[^}]{0,200}"type"\s*:\s*"image"/;
