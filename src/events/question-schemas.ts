import * as z from 'zod/mini';

// What agents ask people, and what is answered.

const text = z.string();
const texts = z.array(text);
const nullableText = z.nullable(text);

/** Header and text of a question, and the labels of its options, all cut. */
const asked = { id: text, header: text, question: text };

export const questionSchemas = {
  /** What a call of a question tool is about to ask. */
  QuestionsUnderstood: z.object({
    questions: z.array(
      z.object({
        ...asked,
        multiple: z.boolean(),
        options: texts,
        /** Positions of the options that whoever asks recommends; none where nobody can tell. */
        recommended: z.array(z.number()),
        /** Why nobody can tell; null where there is a recommendation. */
        unclear: nullableText,
        /** What says that a choice cannot be taken back; null where nothing does. */
        oneWay: nullableText,
      }),
    ),
    /** Why nobody but the person can answer the call; null where nothing speaks against it. */
    problem: nullableText,
  }),
  /** What one question of a call came to. */
  QuestionAnswered: z.object({
    ...asked,
    /** What was answered; empty where nothing was. */
    labels: texts,
    /** docket, by a preference of the user; a person; somebody else over docket's answer; nobody. */
    by: z.enum(['preference', 'person', 'other', 'unanswered']),
    /** Why the question could not be put or came back without an answer; null of one that was answered or declined. */
    failure: nullableText,
    /** Somebody did not want to answer, or did not let it be asked. */
    declined: z.optional(z.literal(true)),
    /** The labels that are recommended, where they are known. */
    recommended: texts,
    oneWay: nullableText,
    /** What docket answered, where something else ran. */
    sent: z.optional(texts),
  }),
};
