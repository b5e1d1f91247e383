// The main entry of nanoid loads node:crypto, which costs a hook more than everything else it does together.
import { customAlphabet } from 'nanoid/non-secure';

/**
 * A fresh event id: 21 lower-case letters and digits (105 bits), unique but not secret. No other characters, so that an
 * id is one word to a double click and no option to a command; no k, q, w and x either, so that it holds by chance no
 * beginning of a secret (`key`, `pwd`, `xox`), which would make the hook load what looks for secrets in it.
 */
export const newEventId: () => string = customAlphabet('0123456789abcdefghijlmnoprstuvyz', 21);
