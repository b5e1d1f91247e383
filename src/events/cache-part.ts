import { partOf } from './part-of.ts';

/**
 * A part of a cache's file: a text without newlines that was just made, or a line as it stands in a file, twice and with
 * its newlines. So what is kept unchanged is neither decoded nor encoded.
 */
export type CachePart = string | Buffer;

export const partText = (part: CachePart): string =>
  typeof part === 'string' ? part : part.toString(undefined, 0, part.length / 2 - 1);

export const partBytes = (part: CachePart): Buffer =>
  typeof part === 'string' ? Buffer.from(`${part}\n${part}\n`) : part;

/** About as many as its bytes; a text is not encoded to know that. */
export const partLength = (part: CachePart): number => (typeof part === 'string' ? part.length : part.length / 2);

/** The part that the bytes are, when both copies are the same. */
export const partIn = (bytes: Buffer): Buffer | null => {
  const half = bytes.length / 2;
  const isDoubled = half > 0 && Number.isInteger(half) && bytes[half - 1] === NEWLINE;
  return isDoubled && Buffer.compare(partOf(bytes, 0, half), partOf(bytes, half)) === 0 ? bytes : null;
};

const NEWLINE = 0x0a;
