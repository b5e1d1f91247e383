import * as z from 'zod/mini';

/** What language models outside said of a command, or why none was asked. */
export const llmReviewedSchema = z.object({
  /** SHA-256 of the command as it was sent, which is redacted; hex. Null when nothing could be sent. */
  hash: z.nullable(z.string()),
  /** The working folder they were told. */
  cwd: z.string(),
  /** The newest prompt of a person they were told. */
  prompt: z.nullable(z.string()),
  /** In the order they were asked. */
  answers: z.array(
    z.object({
      provider: z.enum(['gemini', 'openai']),
      model: z.string(),
      ms: z.number(),
      /** Null when there was no answer. */
      verdict: z.nullable(z.object({ safe: z.boolean(), aligned: z.boolean(), reason: z.string() })),
      /** Why there was none: a code, never what the provider sent. */
      failure: z.nullable(z.string()),
    }),
  ),
  /** Why nobody was asked; null when somebody was, now or before. */
  unasked: z.nullable(z.string()),
  /** Whether it is this session's verdict on the command. One that lacks an answer is not kept. */
  kept: z.boolean(),
  /** The earlier review whose answers these are. */
  from: z.nullable(z.string()),
});
