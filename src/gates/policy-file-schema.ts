import * as z from 'zod/mini';
import {
  agentsPolicySchema,
  customGateFileSchema,
  customGateNameSchema,
  filesPolicySchema,
  fsyncSchema,
  gateModeSchema,
  planPolicySchema,
  presetSchema,
  questionPolicySchema,
  reviewPolicySchema,
  waiverPolicySchema,
} from '../events/policy-schema.ts';
import { workflowNameSchema, workflowSchema } from '../events/workflow-policy-schema.ts';

// What each key means to people is in policy-reference.ts, which no hook carries.

/** For each provider of llm-review. */
const perProvider = <Schema extends z.core.$ZodType>(schema: Schema) =>
  z.optional(z.strictObject({ gemini: z.optional(schema), openai: z.optional(schema) }));

const tiersSchema = <Schema extends z.core.$ZodType>(schema: Schema) =>
  z.strictObject({ warn: z.optional(schema), deny: z.optional(schema) });

const wordsSchema = z.optional(z.array(z.string().check(z.regex(/\S/), z.maxLength(100))).check(z.maxLength(200)));

const gateSchema = z.looseObject({
  mode: z.optional(gateModeSchema),
  /** Modes of single rules, by the part of the id behind the slash. */
  rules: z.optional(z.record(z.string(), gateModeSchema)),
  failClosed: z.optional(z.boolean()),
  /** The strongest decision of a gate that warns first and denies then; others have nothing to soften. */
  atMost: z.optional(z.enum(['advise'])),
  /** Protected branches. */
  branches: z.optional(z.array(z.string())),
  /** guard: paths whose content commands may not delete, move or overwrite. */
  paths: z.optional(z.array(z.string().check(z.minLength(1)))),
  /** guard: whether commits and merges need tests always, or only where the project has some. */
  untested: z.optional(z.enum(['always', 'where-tests-are'])),
  /** auto-review: allow commands that only read. */
  allow: z.optional(z.boolean()),
  /** auto-review: tell of other commands always, or only beside the question of another gate. */
  advise: z.optional(z.enum(['always', 'beside-ask'])),
  /** test-runner: what runs the tests: a command line, or a program and its arguments. */
  command: z.optional(
    z.union([z.string().check(z.minLength(1)), z.array(z.string().check(z.minLength(1))).check(z.minLength(1))]),
  ),
  /** test-runner, in seconds: how long a run may take; how long writes must rest before one; how long runs lie apart. */
  timeout: z.optional(z.number().check(z.positive(), z.maximum(86_400))),
  debounce: z.optional(z.number().check(z.minimum(0), z.maximum(3_600))),
  cooldown: z.optional(z.number().check(z.minimum(0), z.maximum(3_600))),
  /** test-runner, in seconds: how long a run that is ended before its time has to end by itself. */
  grace: z.optional(z.number().check(z.minimum(0), z.maximum(60))),
  /** lint: linters that are not run. */
  skip: z.optional(z.array(z.string())),
  /** codegraph-nudge: indexes of the code, and how often in a session agents are told of one. */
  indexes: z.optional(
    z.array(
      z.strictObject({
        name: z.string().check(z.regex(/^[\w -]{1,40}$/)),
        paths: z.array(z.string().check(z.minLength(1))).check(z.minLength(1)),
        tools: z.string().check(z.regex(/^[\w*-]{1,128}$/)),
      }),
    ),
  ),
  budget: z.optional(z.number().check(z.int(), z.minimum(0))),
  /**
   * code-review: lines added and removed by one write from which on a review is suggested; doc-gate: lines of a file that is
   * not small; plan-check: lines of a Write that is not; surface, check-implementer: lines of a file that needs a decision.
   */
  lines: z.optional(z.number().check(z.int(), z.minimum(1))),
  /** surface: whether decisions of phases that are only planned have to be in the code. */
  plannedPhases: z.optional(z.boolean()),
  /** code-review: the tool that reviews. */
  tool: z.optional(z.string().check(z.regex(/^[\w-]{1,128}$/))),
  /** plan-check: from which percentage of changed source files, and from how many decisions on it warns and denies. */
  churn: z.optional(tiersSchema(z.number().check(z.minimum(0), z.maximum(100)))),
  drift: z.optional(tiersSchema(z.number().check(z.int(), z.minimum(1)))),
  /** notify: which notifications of the host, the sound of each (false: none), and how the person is told. */
  types: z.optional(z.array(z.string().check(z.regex(/^[a-z][a-z_]{0,63}$/)))),
  sounds: z.optional(
    z.record(
      z.string().check(z.regex(/^[a-z][a-z_]{0,63}$/)),
      z.union([z.string().check(z.regex(/^[A-Za-z][\w -]{0,39}$/)), z.literal(false)]),
    ),
  ),
  via: z.optional(z.enum(['auto', 'terminal', 'program'])),
  /** update-check: whether a docket that is a checkout of git is brought forward to a newer one of the same major version. */
  apply: z.optional(z.enum(['never', 'same-major'])),
  /** doc-gate: Markdown files that may stand at the top, besides those that usually do. */
  rootDocuments: z.optional(z.array(z.string().check(z.minLength(1)))),
  /** prompt-submit: words and phrases that say what a prompt is about, in place of docket's own list of each. */
  words: z.optional(z.strictObject({ plan: wordsSchema, commit: wordsSchema, later: wordsSchema, large: wordsSchema })),
  /** prompt-submit: how many steps make a prompt a large one. */
  steps: z.optional(z.number().check(z.int(), z.minimum(2), z.maximum(1_000))),
  /** subagent-start, session-init, prompt-submit, compact-preserve, session-summary: how much is told. */
  detail: z.optional(z.enum(['short', 'full'])),
  /** check-guardian, in seconds: how long before the end of a merge that completes a phase the plan may have changed. */
  within: z.optional(z.number().check(z.int(), z.minimum(1), z.maximum(86_400))),
  /** mock-gate: modules, packages and names that tests may mock, and those that they may not, wherever they lie. */
  boundaries: z.optional(z.array(z.string().check(z.minLength(1)))),
  internals: z.optional(z.array(z.string().check(z.minLength(1)))),
  /** forward-motion: further sentences that only say that something is over, and further words of an offer. */
  completions: z.optional(z.array(z.string().check(z.minLength(1)))),
  offers: z.optional(z.array(z.string().check(z.minLength(1)))),
  /** llm-review: which model of each provider is asked. */
  models: perProvider(z.string().check(z.regex(/^[\w.:@/-]{1,100}$/))),
  /** llm-review, in the user's own file alone: a key, and where it is sent. */
  providers: perProvider(z.strictObject({ key: z.optional(z.string()), baseUrl: z.optional(z.string()) })),
});

/** The shape of `docket.config.json`, `docket.config.local.json` and the user's `docket/config.json`. */
export const policyFileSchema = z.strictObject({
  $schema: z.optional(z.string()),
  preset: z.optional(presetSchema),
  /** Over the modes of all gates: under monitor everything is judged and logged, and nothing answered. */
  mode: z.optional(z.enum(['enforce', 'monitor'])),
  /** When the log is forced to the disk: at seals and denials (`seals`, the default), before each answer, or never. */
  fsync: z.optional(fsyncSchema),
  /** Keep files up to date that scripts from before docket read; `docket views` says which. */
  views: z.optional(z.boolean()),
  /** Whether a line of a prompt can say what only a person may: `docket prove: note`. True unless it is false here. */
  promptCommands: z.optional(z.boolean()),
  /** Of which gates or rules careful mode makes a denial; without it, of docket's own list. */
  careful: z.optional(z.strictObject({ rules: z.array(z.string()) })),
  gates: z.optional(z.record(z.string(), gateSchema)),
  redaction: z.optional(
    z.strictObject({
      rules: z.optional(
        z.array(z.strictObject({ name: z.string(), pattern: z.string(), flags: z.optional(z.enum(['', 'i'])) })),
      ),
      off: z.optional(z.array(z.string())),
    }),
  ),
  /** What counts as a review, over docket's own lists. */
  review: z.optional(reviewPolicySchema),
  /** Where the plan is, and what was found out. */
  plan: z.optional(planPolicySchema),
  /** Which subagents play which part. */
  agents: z.optional(agentsPolicySchema),
  /** What files are, over docket's own lists: patterns of paths for each kind. */
  files: z.optional(filesPolicySchema),
  /** Workflows by name: their phases, what belongs to each and what completes it. `{}`: the phases that docket ships. */
  workflows: z.optional(z.record(workflowNameSchema, workflowSchema)),
  /** Names of questions, by a pattern for their header and text; what else cannot be taken back, as patterns. */
  questions: z.optional(questionPolicySchema),
  /** Rules that are waived, each with why, and until when where that has an end. */
  waivers: z.optional(waiverPolicySchema),
  /** Gates of the project itself, by name. Only its docket.config.json may name some. */
  customGates: z.optional(
    z.record(
      customGateNameSchema,
      z.strictObject({
        file: customGateFileSchema,
        mode: z.optional(gateModeSchema),
        rules: z.optional(z.record(z.string(), gateModeSchema)),
        failClosed: z.optional(z.boolean()),
        options: z.optional(z.record(z.string(), z.unknown())),
      }),
    ),
  ),
});

export type PolicyFile = z.infer<typeof policyFileSchema>;
