import * as z from 'zod/mini';

const customConditionSchema = z.object({
  name: z.string(),
  holds: z.boolean(),
  actual: z.unknown(),
  remedy: z.nullable(z.string()),
});

/** What the gates of the project itself said of an event: they ran in a process of their own, and verdicts are made of this. */
export const customGatesJudgedSchema = z.object({
  /** Those that are about such events, in the order of the policy. */
  gates: z.array(
    z.object({
      gate: z.string(),
      /** From the top of the main worktree. */
      file: z.string(),
      /** SHA-256 of the file as it was then; null where there is none that could be read. */
      hash: z.nullable(z.string()),
      /** Why it said nothing; null where it did its work. */
      failure: z.nullable(z.string()),
      rules: z.array(
        z.object({
          rule: z.string(),
          decision: z.enum(['deny', 'ask', 'advise']),
          /** Null where the rule has nothing to say of the event. */
          judgement: z.nullable(
            z.object({
              conditions: z.array(customConditionSchema),
              reason: z.string(),
              context: z.optional(z.string()),
            }),
          ),
        }),
      ),
    }),
  ),
  /** How long they took, milliseconds. */
  ms: z.number(),
});
