import * as z from 'zod/mini';

/** The kinds of evidence that are no reviews are not to be had by naming a review so. */
const kindSchema = z.string().check(z.regex(/^(?!(?:tests|proof)$)[a-z][\w-]{0,39}$/));

const reviewersSchema = z.optional(z.record(z.string(), z.union([kindSchema, z.null(), z.literal(false)])));

/** Reviewers by name, with the kind of their reviews: null where their words say it, false to take one from docket's list. */
export const reviewPolicySchema = z.strictObject({
  tools: reviewersSchema,
  skills: reviewersSchema,
  agents: reviewersSchema,
  commands: reviewersSchema,
  /** Which content a kind is about. */
  kinds: z.optional(z.record(kindSchema, z.enum(['code', 'docs']))),
  /** What reviewers say, and what it means. */
  sentinels: z.optional(
    z.array(
      z.strictObject({
        kind: kindSchema,
        outcome: z.enum(['pass', 'fail']),
        text: z.string().check(z.minLength(2), z.maxLength(100)),
      }),
    ),
  ),
});
