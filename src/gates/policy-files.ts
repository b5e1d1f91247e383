import * as z from 'zod/mini';
import { jsonProblem } from '../events/json-problem.ts';
import { compilePattern } from '../events/linear-pattern.ts';
import { redactionProblems } from '../events/own-rules.ts';
import { PatternError } from '../events/pattern-syntax.ts';
import {
  agentsPolicySchema,
  filesPolicySchema,
  fsyncSchema,
  gateModeSchema,
  planPolicySchema,
  presetSchema,
  questionPolicySchema,
  reviewPolicySchema,
  waiverPolicySchema,
} from '../events/policy-schema.ts';
import type { Policy } from '../events/schemas.ts';
import { workflowNameSchema, workflowSchema } from '../events/workflow-policy-schema.ts';
import type { Workflows } from '../projections/workflow-definition.ts';
import { GATES } from './gates.ts';
import { isKnownName, waiverProblems, waiversOf } from './policy-waivers.ts';
import { DEFAULT_PRESET, PRESETS } from './presets.ts';
import { resolveWorkflows, workflowProblems } from './workflow-policy.ts';

/** One policy file as text; sources are given from the weakest to the strongest. */
export interface PolicySource {
  readonly path: string;
  /** Null when the file is there and cannot be read. */
  readonly text: string | null;
  /** The user's own, which alone may hold keys and say where they are sent. */
  readonly isPersonal?: true;
}

export interface ResolvedPolicy {
  readonly policy: Policy;
  /** What is wrong with the files, each with what to do; gates with problems keep what the rest of the files say. */
  readonly problems: readonly string[];
  /** A file could not be used at all. */
  readonly broken: boolean;
}

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
});

type PolicyFile = z.infer<typeof policyFileSchema>;

/** Merges policy files over the preset that the strongest of them names. Never throws. */
export const resolvePolicy = (sources: readonly PolicySource[]): ResolvedPolicy => {
  const problems: string[] = [];
  const files: PolicyFile[] = [];
  let broken = false;
  for (const source of sources) {
    const file = readPolicyFile(source);
    if (typeof file === 'string') {
      problems.push(file);
      broken = true;
    } else {
      files.push(file);
      problems.push(...unknownCareful(source, file));
      problems.push(...unknownNames(source, file));
      problems.push(...patternProblems(source, file));
      problems.push(...redactionProblems(file.redaction ?? {}).map((problem) => `${source.path}: ${problem}`));
      problems.push(...waiverProblems(source.path, file));
      problems.push(...workflowProblems(source.path, file.workflows));
    }
  }
  const preset = files.findLast((file) => file.preset !== undefined)?.preset ?? DEFAULT_PRESET;
  const gates = Object.fromEntries(
    GATES.map(({ name }) => [
      name,
      files.reduce((policy, file) => withFile(policy, name, file.gates?.[name]), presetGate(preset, name)),
    ]),
  );
  const workflows = resolveWorkflows(files.map((file) => file.workflows));
  const fsync = files.findLast((file) => file.fsync !== undefined)?.fsync;
  const views = files.findLast((file) => file.views !== undefined)?.views === true;
  const promptCommands = files.findLast((file) => file.promptCommands !== undefined)?.promptCommands;
  const careful = files.findLast((file) => file.careful !== undefined)?.careful;
  return {
    policy: {
      preset,
      ...(fsync === undefined ? {} : { fsync }),
      ...(views ? { views } : {}),
      ...(promptCommands === undefined ? {} : { promptCommands }),
      ...(careful === undefined ? {} : { careful }),
      gates: workflows === undefined ? gates : withWorkflows(gates, workflows),
      ...redactionOf(files),
      ...reviewOf(files),
      ...planOf(files),
      ...agentsOf(files),
      ...filesOf(files),
      ...questionsOf(files),
      ...waiversOf(files),
    },
    problems,
    broken,
  };
};

/** The gate reads them among its options. */
export const withWorkflows = (gates: Policy['gates'], workflows: Workflows): Policy['gates'] => {
  const gate = gates['workflow'];
  return gate === undefined ? gates : { ...gates, workflow: { ...gate, options: { ...gate.options, workflows } } };
};

const redactionOf = (files: readonly PolicyFile[]): Pick<Policy, 'redaction'> => {
  const rules = files.flatMap(({ redaction }) => redaction?.rules?.map(({ name }) => name) ?? []);
  const off = files.flatMap(({ redaction }) => redaction?.off ?? []);
  return rules.length + off.length === 0 ? {} : { redaction: { rules, off } };
};

const planOf = (files: readonly PolicyFile[]): Pick<Policy, 'plan'> => {
  const own = files.flatMap(({ plan }) => plan ?? []);
  return own.length === 0 ? {} : { plan: Object.assign({}, ...own) as NonNullable<Policy['plan']> };
};

/** For each part the strongest file that names any. */
const agentsOf = (files: readonly PolicyFile[]): Pick<Policy, 'agents'> => {
  const own = files.flatMap(({ agents }) => agents ?? []);
  return own.length === 0 ? {} : { agents: Object.assign({}, ...own) as NonNullable<Policy['agents']> };
};

/** Of names the strongest file counts, and its sentinels come first. */
const reviewOf = (files: readonly PolicyFile[]): Pick<Policy, 'review'> => {
  const own = files.flatMap(({ review }) => review ?? []);
  if (own.length === 0) return {};
  const merged = <Value>(pick: (review: (typeof own)[number]) => Readonly<Record<string, Value>> | undefined) =>
    Object.assign({}, ...own.map((review) => pick(review) ?? {})) as Record<string, Value>;
  return {
    review: {
      tools: merged(({ tools }) => tools),
      skills: merged(({ skills }) => skills),
      agents: merged(({ agents }) => agents),
      commands: merged(({ commands }) => commands),
      kinds: merged(({ kinds }) => kinds),
      sentinels: own.toReversed().flatMap(({ sentinels }) => sentinels ?? []),
    },
  };
};

/** The patterns of all files count. */
const filesOf = (all: readonly PolicyFile[]): Pick<Policy, 'files'> => {
  const own = all.flatMap(({ files }) => files ?? []);
  const kinds = [...new Set(own.flatMap((files) => Object.keys(files) as (keyof typeof files)[]))];
  return kinds.length === 0
    ? {}
    : { files: Object.fromEntries(kinds.map((kind) => [kind, own.flatMap((files) => files[kind] ?? [])])) };
};

/** Of names the strongest file counts, and its patterns are tried first; what cannot be taken back in one cannot in any. */
const questionsOf = (files: readonly PolicyFile[]): Pick<Policy, 'questions'> => {
  const own = files.flatMap(({ questions }) => questions ?? []);
  if (own.length === 0) return {};
  const ids = Object.assign({}, ...own.toReversed().map((one) => one.ids ?? {}), ...own.map((one) => one.ids ?? {}));
  return { questions: { ids, oneWay: own.flatMap(({ oneWay }) => oneWay ?? []) } };
};

/** Patterns that only fit as they stand, since they are no regular expression that can be followed. */
const patternProblems = ({ path }: PolicySource, { questions }: PolicyFile): string[] =>
  [...Object.values(questions?.ids ?? {}), ...(questions?.oneWay ?? [])].flatMap((pattern) => {
    try {
      compilePattern(pattern, true);
      return [];
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      return [`${path}: the pattern "${pattern}" of questions only fits where it stands as it is, ${error.message}`];
    }
  });

type GatePolicy = Policy['gates'][string];

const presetGate = (preset: Policy['preset'], name: string): GatePolicy => {
  const gate = PRESETS[preset][name];
  return { mode: gate?.mode ?? 'off', rules: { ...gate?.rules }, failClosed: false, options: { ...gate?.options } };
};

const withFile = (
  before: GatePolicy,
  name: string,
  file: NonNullable<PolicyFile['gates']>[string] | undefined,
): GatePolicy => {
  if (file === undefined) return before;
  const { mode: fileMode, rules, failClosed, ...rest } = file;
  const known = OPTIONS.get(name) ?? [];
  const options = Object.fromEntries(Object.entries(rest).filter(([key]) => known.includes(key)));
  return {
    mode: fileMode ?? before.mode,
    rules: { ...before.rules, ...rules },
    failClosed: failClosed ?? before.failClosed,
    options: { ...before.options, ...options },
  };
};

const readPolicyFile = ({ path, text }: PolicySource): PolicyFile | string => {
  if (text === null)
    return `${path} is there and cannot be read: make it a readable file of less than 1 MB, or remove it`;
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''));
  } catch (error) {
    return `${path} is not JSON (${jsonProblem(error)}): mend or remove it`;
  }
  const result = policyFileSchema.safeParse(value);
  if (result.success) return result.data;
  const issues = result.error.issues.map(({ path: at, message }) => `${at.join('.') || 'the file'}: ${message}`);
  return `${path} does not fit the schema (${issues.join('; ')}): mend it, the schema is schema/docket.config.schema.json`;
};

const unknownCareful = ({ path }: PolicySource, { careful }: PolicyFile): string[] =>
  (careful?.rules ?? []).flatMap((name) => {
    return isKnownName(name) ? [] : [`${path} names "${name}" among careful.rules, which is neither a gate nor a rule`];
  });

const unknownNames = ({ path, isPersonal }: PolicySource, file: PolicyFile): string[] =>
  Object.entries(file.gates ?? {}).flatMap(([name, gate]) => {
    const known = GATES.find((candidate) => candidate.name === name);
    if (known === undefined) {
      return [`${path} names a gate "${name}" that does not exist; gates are ${GATES.map((g) => g.name).join(', ')}`];
    }
    const rules = known.rules.map(({ id }) => id.slice(name.length + 1));
    const personal = name === 'llm-review' && isPersonal === true ? [PERSONAL_OPTION] : [];
    const options = [...COMMON_OPTIONS, ...(OPTIONS.get(name) ?? []), ...personal];
    return [
      ...Object.keys(gate.rules ?? {})
        .filter((rule) => !rules.includes(rule))
        .map((rule) => `${path} names a rule "${rule}" that ${name} does not have; it has ${rules.join(', ')}`),
      ...Object.keys(gate)
        .filter((option) => !options.includes(option))
        .map((option) =>
          name === 'llm-review' && option === PERSONAL_OPTION
            ? `${path} sets "${option}" of ${name}, which only the user's own docket/config.json may: remove it, and renew a key that stood there`
            : `${path} sets an option "${option}" that ${name} does not have; it has ${options.join(', ')}`,
        ),
    ];
  });

const COMMON_OPTIONS: readonly string[] = ['mode', 'rules', 'failClosed'];

/** Read where it is used, and no part of the policy, which is logged. */
const PERSONAL_OPTION = 'providers';

/** What else each gate can be told. */
const OPTIONS: ReadonlyMap<string, readonly string[]> = new Map(
  GATES.map(({ name, options = [], rules }) => {
    const escalates = rules.some(({ decision }) => typeof decision !== 'string');
    return [name, escalates ? ['atMost', ...options] : options];
  }),
);
