import * as z from 'zod/mini';

const text = z.string();

export const searchSchemas = {
  /** Which indexes of the code there are, once a session. */
  IndexObserved: z.object({
    indexes: z.array(
      z.object({
        name: text,
        /** Where it is, as the policy names it. */
        path: text,
        /** The tools that answer from it, with `*` for any part of a name. */
        tools: text,
      }),
    ),
  }),
  /** A call is about to search many files of the project. */
  SearchObserved: z.object({
    /** The tool, or the program of a shell command. */
    by: text,
    /** Where it looks, as the call names it; empty for the folder it works in. */
    paths: z.array(text),
  }),
};
