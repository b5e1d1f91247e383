// The main entry of nanoid loads node:crypto, which costs a hook more than everything else it does together.
import { nanoid } from 'nanoid/non-secure';

/** A fresh event id: 21 characters, unique but not secret. */
export const newEventId = (): string => nanoid();
