import * as z from 'zod/mini';

/** The kinds of evidence that are no reviews are not to be had by naming a review so. */
const kindSchema = z.string().check(z.regex(/^(?!(?:tests|proof)$)[a-z][\w-]{0,39}$/));

const reviewersSchema = z.optional(
  z.record(z.string().check(z.regex(/\S/)), z.union([kindSchema, z.null(), z.literal(false)])),
);

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

/** A path from the top of a worktree, and in it. */
const placeSchema = z
  .string()
  .check(z.minLength(1), z.maxLength(200), z.regex(/^(?![/\\]|[A-Za-z]:)(?!(?:.*[/\\])?\.\.(?:[/\\]|$))/));

/** Where a project keeps its plan, and what it found out. */
export const planPolicySchema = z.strictObject({
  /** `MASTER_PLAN.md` when it does not say. */
  file: z.optional(placeSchema),
  /** Files and folders; `RESEARCH.md` and `docs/research` when it does not say. */
  research: z.optional(z.array(placeSchema).check(z.maxLength(10))),
});

/** Paths as people name them: `*.abc`, `qa/`, `src/api/**`. A pattern that excludes is none. */
const patternsSchema = z.optional(z.array(z.string().check(z.regex(/^[^!].{0,199}$/))).check(z.maxLength(200)));

/** What files are, over docket's own lists: patterns for each kind. */
export const filesPolicySchema = z.strictObject({
  source: patternsSchema,
  test: patternsSchema,
  doc: patternsSchema,
  config: patternsSchema,
  generated: patternsSchema,
  vendored: patternsSchema,
  other: patternsSchema,
});

/** Types of subagents by the part they play: names, and patterns with stars. */
const agentNamesSchema = z.optional(z.array(z.string().check(z.regex(/\S/), z.maxLength(100))).check(z.maxLength(50)));

/** Which subagents play which part, in place of docket's own lists. */
export const agentsPolicySchema = z.strictObject({
  implementer: agentNamesSchema,
  guardian: agentNamesSchema,
  planner: agentNamesSchema,
  /** They get little context, and nothing is checked at their end. */
  light: agentNamesSchema,
});

/** What questions are called, by a pattern for their header and text, and what else cannot be taken back. */
export const questionPolicySchema = z.strictObject({
  ids: z.optional(
    z.record(z.string().check(z.regex(/^[a-z0-9][\w.-]{0,63}$/)), z.string().check(z.minLength(1), z.maxLength(500))),
  ),
  oneWay: z.optional(z.array(z.string().check(z.minLength(1), z.maxLength(500)))),
});

/** Rules that are waived by the policy: without an end for as long as it says so. */
export const waiverPolicySchema = z
  .array(
    z.strictObject({
      rule: z.string().check(z.minLength(1), z.maxLength(100)),
      reason: z.string().check(z.regex(/\S/), z.maxLength(1_000)),
      until: z.optional(
        z.string().check(z.regex(/^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d))?$/)),
      ),
    }),
  )
  .check(z.maxLength(64));

export const gateModeSchema = z.enum(['enforce', 'monitor', 'off']);
export const presetSchema = z.enum(['observe', 'standard', 'strict']);

/** The names of a project's own gates, and of its files that hold one: in a folder that no agent writes to. */
export const customGateNameSchema = z.string().check(z.regex(/^[a-z][a-z0-9-]{0,39}$/));
export const customGateFileSchema = z.string().check(z.regex(/^docket\.gates\/[\w-][\w.-]{0,99}\.(?:js|mjs|ts|mts)$/));

/** When what was appended is forced to the disk. */
export const fsyncSchema = z.enum(['seals', 'always', 'never']);

/** A policy with nothing left to default: what gates are judged under. */
export const policySchema = z.object({
  preset: presetSchema,
  /** Only where a file says that nothing is answered: the modes of the gates say so too. */
  mode: z.optional(z.literal('monitor')),
  /** At seals and denials when it does not say. */
  fsync: z.optional(fsyncSchema),
  /** Files that scripts from before docket read are kept up to date. */
  views: z.optional(z.literal(true)),
  /** Whether a line of a person's prompt can say what only a person may; true when it does not say. */
  promptCommands: z.optional(z.boolean()),
  /** What careful mode makes a denial, by gate or rule, over docket's own list; only where a file says it. */
  careful: z.optional(z.object({ rules: z.array(z.string()) })),
  gates: z.record(
    z.string(),
    z.object({
      mode: gateModeSchema,
      rules: z.record(z.string(), gateModeSchema),
      failClosed: z.boolean(),
      options: z.record(z.string(), z.unknown()),
    }),
  ),
  /** Names alone: a pattern may be the secret itself. */
  redaction: z.optional(z.object({ rules: z.array(z.string()), off: z.array(z.string()) })),
  /** What counts as a review, over docket's own lists; only where a file says something. */
  review: z.optional(reviewPolicySchema),
  plan: z.optional(planPolicySchema),
  agents: z.optional(agentsPolicySchema),
  /** What files are, over docket's own lists; only where a file says something. */
  files: z.optional(filesPolicySchema),
  questions: z.optional(questionPolicySchema),
  waivers: z.optional(waiverPolicySchema),
  /** Files of the project's own gates, by name; only where the project has some. */
  customGates: z.optional(z.record(customGateNameSchema, customGateFileSchema)),
});
