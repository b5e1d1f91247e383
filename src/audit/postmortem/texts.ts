import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isBlobReference } from '../../events/envelope.ts';
import { shortened } from '../../gates/gate.ts';
import { type KeptText, keptText } from '../../replay/kept-text.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** A text on one line, cut. */
export const oneLine = (text: string, most = LONGEST_TITLE): string =>
  shortened(text.replace(/\s+/g, ' ').trim(), most);

const LONGEST_TITLE = 240;

/** The beginning and the end of a text that is too long, with what is left out said between them. */
export const cutMiddle = (text: string, most: number): string => {
  if (text.length <= most) return text;
  const head = Math.floor((most * 2) / 3);
  const end = text.slice(text.length - (most - head)).replace(/^[\udc00-\udfff]/, '');
  const start = text.slice(0, head).replace(/[\ud800-\udbff]$/, '');
  return `${start}\n[… ${text.length - start.length - end.length} characters left out …]\n${end}`;
};

/** Reads long texts, which stand beside the log. */
export interface TextReader {
  /** The text of a field; null where it is none. Whole where it can be read, else its beginning and end. */
  readonly read: (value: unknown) => KeptText | null;
}

/** More of one text is nothing that anybody reads in a postmortem. */
const LARGEST = 4 * 1024 * 1024;

/** `isKept`: long texts are as they were written; else something was taken out of the events, and they must not be read. */
export const textReader = (root: string, isKept: boolean): TextReader => {
  const readBlob = ({ $blob: name, bytes, as }: Fields): string | null => {
    if (!isKept || typeof name !== 'string' || !NAME.test(name) || as !== undefined) return null;
    if (typeof bytes !== 'number' || bytes > LARGEST) return null;
    try {
      return readFileSync(join(root, 'blobs', name.slice(0, 2), name), 'utf8');
    } catch {
      // It is gone: what stands in the line is all there is.
      return null;
    }
  };
  return {
    read: (value) => {
      const text = isBlobReference(value) ? readBlob(value as Fields) : null;
      return text === null ? keptText(value) : { text, cutFrom: null };
    },
  };
};

const NAME = /^[0-9a-f]{64}$/;
