import { ALONE_ANCHORS, ANY_CASE_ANCHORS, EXACT_ANCHORS } from './secret-anchors.ts';

/**
 * Whether a text, or the values in a JSON text, can hold a secret at all, also in one of the encodings that
 * docs/redaction.md names. Runs on every line in the hook's hot path, so it only looks for the rules' anchors. Never
 * false for what `redactText` or `redactData` would change by rules of docket's own.
 */
export const mayHoldSecret = (text: string): boolean => {
  if (holdsAnchor(text) || holdsEncodedText(text)) return true;
  if (!text.includes('%') && !ESCAPE_STARTS.some((start) => text.includes(start))) return false;
  // Twice, for what was escaped twice.
  const plain = withoutEscapes(withoutEscapes(text));
  return plain !== text && (holdsAnchor(plain) || holdsEncodedText(plain));
};

/**
 * Whether a text holds base64 of at least 17 ASCII characters. Bits that are zero in every such character show in three
 * of four characters of the code, so that words, paths, ids and hashes do not match.
 */
export const holdsEncodedText = (text: string): boolean => ENCODED_TEXT.test(text.padEnd(SEARCHED_AT_ONCE));

/**
 * A pattern that searches a text of this length is compiled to machine code right away. One that searches shorter ones is
 * compiled to bytecode first, and again at the second text.
 */
const SEARCHED_AT_ONCE = 1000;

/** The four characters of three, by what each can be; the fourth by nothing. */
const GROUP = '[A-Za-f][AC-HQS-Xgi-nwyz0-3][ABEFIJMNQRUVYZcdghklopstwx014589][\\w+/-]';

/** Written out, and beginning in the middle of a group: so the engine skips most of a line. */
const ENCODED_TEXT = new RegExp(`${GROUP.slice(GROUP.indexOf('[ABE'))}${GROUP.repeat(4)}[A-Za-f]`);

/** The escapes that `undoEscapes` undoes, as they look in a text and in JSON that holds it. */
const withoutEscapes = (text: string): string =>
  text.replace(
    /%(0[9ad]|[2-7][0-9a-f])|\\{1,32}(?:(?:u00|x)([2-7][0-9a-f])|\/)/gi,
    (_, percent: string | undefined, other: string | undefined) => {
      const digits = percent ?? other;
      return digits === undefined ? '/' : String.fromCharCode(Number.parseInt(digits, 16));
    },
  );

const ESCAPE_STARTS = ['\\u00', '\\x', '\\/'];

const holdsAnchor = (text: string): boolean =>
  holdsOneOf(text, EXACT_ANCHORS) ||
  ALONE_ANCHORS.some((anchor) => standsAlone(text, anchor)) ||
  holdsOneOf(text.toLowerCase(), ANY_CASE_ANCHORS);

/** By index, since going through a list by its iterator takes three times as long in code that runs once. */
const holdsOneOf = (text: string, { looks, behind }: typeof EXACT_ANCHORS): boolean => {
  for (let at = 0; at < looks.length; at += 1) {
    if (text.includes(looks[at] as string) && (at >= behind.length || holdsALine(text, behind[at] as string)))
      return true;
  }
  return false;
};

const holdsALine = (text: string, lines: string): boolean => lines.split('\n').some((line) => text.includes(line));

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
