import { type Key, useInput } from 'ink';

/**
 * Calls `onKey` with the name of each key that is pressed: the character itself, or `enter`, `escape`, `tab`,
 * `shift+tab`, `up`, `down`, `left`, `right`, `page-up`, `page-down`, `home`, `end`, `backspace`, `delete`, `space`, and
 * `ctrl+x` for a letter with the control key, `alt+…` for any with Alt. A text that arrives at once, such as a pasted one, comes character by character.
 */
export const useKeys = (onKey: (key: string) => void): void => {
  useInput((input, key) => {
    const isAlt = key.meta && !key.escape;
    for (const name of keyNames(input, key)) onKey(isAlt ? `alt+${name}` : name);
  });
};

const keyNames = (input: string, key: Key): readonly string[] => {
  const named = NAMED.find(([field]) => key[field]);
  if (key.tab) return [key.shift ? 'shift+tab' : 'tab'];
  if (named !== undefined) return [named[1]];
  if (key.ctrl) return [`ctrl+${input}`];
  return [...input].flatMap((character) => nameOf(character) ?? []);
};

/** Keys that follow each other quickly arrive as one text. */
const nameOf = (character: string): string | null => {
  const named = CHARACTERS[character];
  if (named !== undefined) return named;
  if (character >= ' ') return character;
  const letter = String.fromCharCode(character.charCodeAt(0) + 0x60);
  return letter >= 'a' && letter <= 'z' ? `ctrl+${letter}` : null;
};

const CHARACTERS: Readonly<Record<string, string>> = {
  ' ': 'space',
  '\r': 'enter',
  '\n': 'enter',
  '\t': 'tab',
  '\u007f': 'backspace',
};

const NAMED: readonly (readonly [keyof Key, string])[] = [
  ['return', 'enter'],
  ['escape', 'escape'],
  ['upArrow', 'up'],
  ['downArrow', 'down'],
  ['leftArrow', 'left'],
  ['rightArrow', 'right'],
  ['pageUp', 'page-up'],
  ['pageDown', 'page-down'],
  ['home', 'home'],
  ['end', 'end'],
  ['backspace', 'backspace'],
  // Most terminals send for the backspace key what Ink calls delete.
  ['delete', 'backspace'],
];
