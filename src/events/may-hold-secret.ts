import { ALONE_ANCHORS, ANY_CASE_ANCHORS, EXACT_ANCHORS } from './secret-anchors.ts';

/**
 * Whether a text, or the values in a JSON text, can hold a secret at all. Runs on every line in the hook's hot path, so
 * it only looks for the rules' anchors. Never false for what `redactText` or `redactData` would change.
 */
export const mayHoldSecret = (text: string): boolean => {
  for (const anchor of EXACT_ANCHORS) if (text.includes(anchor)) return true;
  for (const anchor of ALONE_ANCHORS) if (standsAlone(text, anchor)) return true;
  const folded = text.toLowerCase();
  for (const anchor of ANY_CASE_ANCHORS) if (folded.includes(anchor)) return true;
  return false;
};

/** Whether a text is somewhere in another one where no word goes on. */
const standsAlone = (text: string, anchor: string): boolean => {
  for (let at = text.indexOf(anchor); at >= 0; at = text.indexOf(anchor, at + 1)) {
    if (at === 0 || !isWordCharacter(text.charCodeAt(at - 1))) return true;
    // The letter of a JSON escape (`\\n`, `\\u2028`) is no letter of a word.
    if (text[at - 2] === '\\' || (text[at - 6] === '\\' && text[at - 5] === 'u')) return true;
  }
  return false;
};

const isWordCharacter = (code: number): boolean =>
  (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a) || (code >= 0x30 && code <= 0x39) || code === 0x5f;
