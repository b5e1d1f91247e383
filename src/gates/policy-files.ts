import { jsonProblem } from '../events/json-problem.ts';
import { compilePattern } from '../events/linear-pattern.ts';
import { redactionProblems } from '../events/own-rules.ts';
import { PatternError } from '../events/pattern-syntax.ts';
import type { GateMode, Policy } from '../events/schemas.ts';
import type { Workflows } from '../projections/workflow-definition.ts';
import { customGatesOf, customProblems, isCustomName, mayNameGates } from './custom/policy-gates.ts';
import { GATES } from './gates.ts';
import { type PolicyFile, policyFileSchema } from './policy-file-schema.ts';
import { gateKeys, gateOptions, gateRules, PERSONAL_OPTION } from './policy-names.ts';
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
      files.push(mayNameGates(source) ? file : withoutCustom(file));
      problems.push(...customProblems(source, file));
      problems.push(...unknownCareful(source, file, files));
      problems.push(...unknownNames(source, file));
      problems.push(...patternProblems(source, file));
      problems.push(...redactionProblems(file.redaction ?? {}).map((problem) => `${source.path}: ${problem}`));
      problems.push(...waiverProblems(source.path, file, files));
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
  const isMonitored = files.findLast((file) => file.mode !== undefined)?.mode === 'monitor';
  const custom = customGatesOf(files, preset);
  const all = { ...gates, ...custom?.settings };
  const moded = isMonitored ? monitored(all) : all;
  const fsync = files.findLast((file) => file.fsync !== undefined)?.fsync;
  const views = files.findLast((file) => file.views !== undefined)?.views === true;
  const promptCommands = files.findLast((file) => file.promptCommands !== undefined)?.promptCommands;
  const careful = files.findLast((file) => file.careful !== undefined)?.careful;
  return {
    policy: {
      preset,
      ...(isMonitored ? { mode: 'monitor' as const } : {}),
      ...(fsync === undefined ? {} : { fsync }),
      ...(views ? { views } : {}),
      ...(promptCommands === undefined ? {} : { promptCommands }),
      ...(careful === undefined ? {} : { careful }),
      gates: workflows === undefined ? moded : withWorkflows(moded, workflows),
      ...redactionOf(files),
      ...reviewOf(files),
      ...planOf(files),
      ...agentsOf(files),
      ...filesOf(files),
      ...questionsOf(files),
      ...waiversOf(files),
      ...(custom === null ? {} : { customGates: custom.files }),
    },
    problems,
    broken,
  };
};

const withoutCustom = ({ customGates: _refused, ...file }: PolicyFile): PolicyFile => file;

/** What would be enforced is only watched; what is off stays so. */
const monitored = (gates: Policy['gates']): Policy['gates'] => {
  const watched = (mode: GateMode): GateMode => (mode === 'off' ? 'off' : 'monitor');
  return Object.fromEntries(
    Object.entries(gates).map(([name, gate]) => {
      const rules = Object.entries(gate.rules).map(([rule, mode]) => [rule, watched(mode)] as const);
      return [name, { ...gate, mode: watched(gate.mode), rules: Object.fromEntries(rules) }];
    }),
  );
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
  const known = gateOptions(name);
  const rulesThere = gateRules(name);
  const ownRules = Object.fromEntries(Object.entries(rules ?? {}).filter(([rule]) => rulesThere.includes(rule)));
  const options = Object.fromEntries(Object.entries(rest).filter(([key]) => known.includes(key)));
  return {
    mode: fileMode ?? before.mode,
    rules: { ...before.rules, ...ownRules },
    failClosed: failClosed ?? before.failClosed,
    options: { ...before.options, ...options },
  };
};

const readPolicyFile = ({ path, text }: PolicySource): PolicyFile | string => {
  if (text === null)
    return `${path} is there and cannot be read: make it a readable file of less than 1 MB, no link, or remove it`;
  const json = text.replace(/^\uFEFF/, '');
  if (json.trim() === '') return `${path} is empty: write {} or what you want into it, or remove it`;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (error) {
    return `${path} is not JSON (${jsonProblem(error)}): mend it, docket policy validate shows where, or remove it`;
  }
  const result = policyFileSchema.safeParse(value);
  if (result.success) return result.data;
  const keys = [...new Set(result.error.issues.map(({ path: at }) => at.join('.') || 'the file'))];
  return `${path} does not fit the schema (${keys.join(', ')}): docket policy validate says what is wrong and where`;
};

const unknownCareful = ({ path }: PolicySource, { careful }: PolicyFile, files: readonly PolicyFile[]): string[] =>
  (careful?.rules ?? []).flatMap((name) => {
    return isKnownName(name) || isCustomName(name, files)
      ? []
      : [`${path} names "${name}" among careful.rules, which is neither a gate nor a rule`];
  });

const unknownNames = ({ path, isPersonal }: PolicySource, file: PolicyFile): string[] =>
  Object.entries(file.gates ?? {}).flatMap(([name, gate]) => {
    const known = GATES.find((candidate) => candidate.name === name);
    if (known === undefined) {
      return [`${path} names a gate "${name}" that does not exist; gates are ${GATES.map((g) => g.name).join(', ')}`];
    }
    const rules = gateRules(name);
    const options = gateKeys(name, isPersonal === true);
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
