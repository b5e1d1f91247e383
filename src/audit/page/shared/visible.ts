/**
 * Characters that steer what is around them, or that nobody sees: control characters but for line ends and tabs, what changes
 * the direction of writing, what has no width, tags (Unicode Standard 23.9), and halves of surrogate pairs.
 */
const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]|\p{Surrogate}/gu;

/** The text with such characters in words: a line of a log must not look like another one than it is. */
export const visible = (text: string): string =>
  text.replace(HIDDEN, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code < 0x20 ? String.fromCharCode(0x2400 + code) : `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
  });

/** The text as one line of at most so many characters, with a mark where it was cut. */
export const onOneLine = (text: string, most: number): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  const cut = line.length > most ? `${line.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…` : line;
  return visible(cut);
};
