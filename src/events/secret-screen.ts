import { type Anchor, anchorTest } from './anchor-test.ts';
import { holdsEncodedBytes } from './encoded-bytes.ts';
import { REDACTION_RULES } from './redaction-rules.ts';
import { bytesOf } from './text-bytes.ts';

/**
 * Whether a text, or the values in a JSON text, can hold a secret at all: what `mayHoldSecret` says, from one pass over the text and so
 * several times as fast in a long one, once it is made, which takes longer than a hook has. Never false for what docket's own rules
 * would change: they look at a text as it stands, with its escapes undone, and at base64 in it.
 */
export const secretScreen = (): ((text: string) => boolean) => {
  const anchors = REDACTION_RULES.flatMap(({ anchors: texts, isAnyCase, isAlone }) =>
    texts.map((text): Anchor => ({ text, isAnyCase, ...(isAlone ? { isMeant: standsAlone(text) } : {}) })),
  );
  // Several rules have some of them in common.
  const distinct = new Map(anchors.map((anchor) => [JSON.stringify([anchor, anchor.isMeant !== undefined]), anchor]));
  const holdsAnchor = anchorTest([...distinct.values(), ...ESCAPES]);
  return (text) => {
    const bytes = bytesOf(text);
    return holdsAnchor(text, bytes) || holdsEncodedBytes(bytes, text.length);
  };
};

/** Whether an anchor that ends before an offset begins where no word goes on. The letter of a JSON escape is none of a word's. */
const standsAlone =
  ({ length }: string) =>
  (text: string, end: number): boolean =>
    /(?:^|\W|\\.|\\u.{4})$/s.test(text.slice(Math.max(0, end - length - LONGEST_ESCAPE), end - length));

/** `\u0000`. */
const LONGEST_ESCAPE = 6;

const isFollowedBy =
  (pattern: RegExp) =>
  (text: string, end: number): boolean =>
    pattern.test(text.slice(end, end + 2));

/** The escapes that `undoEscapes` undoes, of printable characters. */
const PRINTABLE = isFollowedBy(/^[2-7][\da-f]/i);

const ESCAPES: readonly Anchor[] = [
  { text: '%', isAnyCase: true, isMeant: isFollowedBy(/^(?:0[9ad]|[2-7][\da-f])/i) },
  { text: '\\u00', isAnyCase: true, isMeant: PRINTABLE },
  { text: '\\x', isAnyCase: true, isMeant: PRINTABLE },
  { text: '\\/', isAnyCase: true },
];
