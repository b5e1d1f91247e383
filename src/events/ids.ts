// The main entry of nanoid loads node:crypto, which costs a hook more than everything else it does together.
import { customAlphabet } from 'nanoid/non-secure';

/**
 * A fresh event id: 21 lower-case letters and digits (108 bits), unique but not secret. No other characters, so that an
 * id is one word to a double click, no option to a command, and holds by chance no beginning of a token, which would
 * make the hook look for secrets in it.
 */
export const newEventId: () => string = customAlphabet('0123456789abcdefghijklmnopqrstuvwxyz', 21);
