import * as z from 'zod/mini';

const text = z.string();

/** What a person answers to a question, before it is asked. */
const answeringSchema = z.enum(['always-ask', 'never-ask', 'ask-only-one-way']);

export const preferencesSchemas = {
  /** What the user's preferences say for this project, whenever that is something else than before. */
  PreferencesLoaded: z.object({
    /** Of all that follows. */
    fingerprint: text,
    careful: z.boolean(),
    /** By the id of a question or a pattern. */
    questions: z.record(text, answeringSchema),
    /** What is wrong with the file; what held before then holds on. */
    problems: z.array(text),
  }),
};
