import * as z from 'zod/mini';

// To-dos, and who works on what. Who said so is in the envelope: agents may add, claim and finish.

const text = z.string();
/** The session that is meant; null for a person. */
const session = z.nullable(text);

/** Its id, or a reference to an issue: `#42`, `acme/shop#42`. */
const todo = text;

export const todoSchemas = {
  /** Something is to be done. */
  TodoAdded: z.object({ todo, text, session }),
  /** Somebody works on a to-do or an issue from now on. */
  TodoClaimed: z.object({ todo, session }),
  /** Nobody does any more. */
  TodoReleased: z.object({ todo, session }),
  /** It is done, or need not be done. */
  TodoDone: z.object({ todo, session }),
};
