// The main entry of nanoid loads node:crypto, which costs a hook more than everything else it does together.
import { nanoid } from 'nanoid/non-secure';

/** A fresh event id: 21 characters, unique but not secret. Begins with no hyphen, so that no command takes it for an option. */
export const newEventId = (): string => {
  const id = nanoid();
  return id.startsWith('-') ? newEventId() : id;
};
