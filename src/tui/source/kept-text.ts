import { ownText } from '../../events/scan-block.ts';

/** More than any row shows; the detail reads the whole text again. */
const MOST = 400;

/** The beginning of a text, without keeping the rest of it in memory. */
export const keptText = (text: string): string => (text.length > MOST ? `${ownText(text.slice(0, MOST))}…` : text);

/** Gives the same text for equal ones: a long session says few different types and tools, very often. */
export const sameTexts = (): ((text: string) => string) => {
  const known = new Map<string, string>();
  return (text) => {
    const same = known.get(text);
    if (same !== undefined) return same;
    if (known.size < MOST_KNOWN) known.set(text, text);
    return text;
  };
};

const MOST_KNOWN = 1000;
