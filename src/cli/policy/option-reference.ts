/** What an option of gates means, for people and editors. */
export interface OptionReference {
  readonly text: string;
  /** What holds where no preset and no file says it, in words or as JSON. */
  readonly byDefault: string;
  /** What the keys of an object, or of a list of them, mean: those inside one of them as `gemini.key`. */
  readonly keys?: Readonly<Record<string, string>>;
  /** Where it means something of its own for a gate. */
  readonly of?: Readonly<Record<string, { readonly text: string; readonly byDefault?: string }>>;
}

const TOLD = 'How much is told.';

/** Every option, by its key. Those that a gate has are named by the gate itself. */
export const OPTION_REFERENCE: Readonly<Record<string, OptionReference>> = {
  mode: {
    text: 'Whether the gate judges: enforce; monitor (it is judged and logged, and nothing is answered); off.',
    byDefault: 'as the preset has it',
  },
  rules: {
    text: "Modes of single rules, by the part of the rule's id behind the slash; the gate's mode for the others.",
    byDefault: 'as the preset has them',
  },
  failClosed: {
    text: 'Deny when docket cannot judge: its log cannot be read, a fact cannot be observed, the gate fails.',
    byDefault: 'false: let it pass and record it',
  },
  atMost: {
    text: 'The strongest answer of a gate that warns first and denies then: advise warns once for each cause and never denies.',
    byDefault: 'it denies after the first warning',
  },
  branches: {
    text: 'Protected branches: names, or patterns (release/*; ** also crosses slashes).',
    byDefault: '["main", "master"]',
  },
  paths: {
    text: 'Files and folders whose content no shell command deletes, moves or overwrites: relative to the project, absolute, or with ~/.',
    byDefault: 'none',
  },
  untested: {
    text: 'What commits and merges need tests: always, or where-tests-are: only in a project that has some (test files, something that says how they are run, or a run that is known).',
    byDefault: 'always',
  },
  allow: { text: 'Allow commands that only read, so that the host asks nobody.', byDefault: 'false' },
  advise: {
    text: "Tell why other commands are not allowed: always, or only beside-ask: beside another gate's question.",
    byDefault: 'always',
  },
  command: {
    text: 'What runs the tests: a command line for the shell, or a list of a program and its arguments.',
    byDefault: 'what the project says',
  },
  timeout: { text: 'How long a test run may take, in seconds.', byDefault: '300' },
  debounce: { text: 'How long writes must rest before a test run, in seconds.', byDefault: '2' },
  cooldown: { text: 'How long after a test run the next one may begin, in seconds.', byDefault: '10' },
  grace: { text: 'How long a test run that is asked to end has for that, in seconds.', byDefault: '2' },
  skip: { text: 'Linters that are not run, by name.', byDefault: 'none' },
  indexes: {
    text: 'Indexes of the code: the name of each, paths that are there where it is, and the tools that ask it.',
    byDefault: "CodeGraph's",
    keys: {
      name: 'What the index is called where the agent is told of it.',
      paths: 'Files and folders, one of which is there where the index is; a folder with / at its end.',
      tools: 'The tools that ask it: a name, or a pattern (mcp__codegraph__*).',
    },
  },
  budget: { text: 'How often a session is told of an index.', byDefault: '5' },
  lines: {
    text: 'From how many lines on the gate speaks.',
    byDefault: '50',
    of: {
      'code-review': {
        text: 'Lines added and removed by one write from which on a review is suggested.',
        byDefault: '20',
      },
      'doc-gate': { text: 'Lines of a source file from which on it needs a header and a decision.', byDefault: '50' },
      'plan-check': { text: 'Lines from which on a Write is no small one.', byDefault: '20' },
      surface: { text: 'Lines from which on a changed file needs a decision.', byDefault: '50' },
      'check-implementer': { text: 'Lines from which on a changed file needs a decision.', byDefault: '50' },
    },
  },
  plannedPhases: {
    text: 'Whether a decision of a phase that is only planned counts as unimplemented while it is not in the code.',
    byDefault: 'true',
  },
  tool: { text: 'The tool that reviews, as it is named to the agent.', byDefault: 'mcp__multi__codereview' },
  churn: {
    text: 'From how many percent of changed source files on the plan is too old: to warn, and to deny.',
    byDefault: '{ "warn": 15, "deny": 35 }',
    keys: {
      warn: 'From how many percent on it warns; less than deny, or it never does.',
      deny: 'From how many percent on it denies.',
    },
  },
  drift: {
    text: 'From how many decisions that differ from the plan on it is too old: to warn, and to deny.',
    byDefault: '{ "warn": 2, "deny": 5 }',
    keys: {
      warn: 'From how many decisions on it warns; less than deny, or it never does.',
      deny: 'From how many decisions on it denies.',
    },
  },
  types: {
    text: 'Notifications of the host that are shown to the person.',
    byDefault: '["permission_prompt", "idle_prompt"]',
  },
  sounds: { text: 'The sound of each type of notification by its name, or false for none.', byDefault: "the system's" },
  via: { text: 'How the person is told: auto, terminal or program.', byDefault: 'auto' },
  apply: {
    text: 'same-major: a docket that is a checkout of git moves forward to newer commits of its major version; never.',
    byDefault: 'never',
  },
  rootDocuments: {
    text: 'Markdown files that may be made at the top of the project, besides README and its like.',
    byDefault: 'none',
  },
  words: {
    text: "Words and phrases that say what a prompt is about; each list takes the place of docket's own.",
    byDefault: "docket's own lists",
    keys: {
      plan: 'What says that a prompt is about the plan.',
      commit: 'What says that a prompt wants something committed.',
      later: 'What says that something is put off.',
      large: 'What says that a task is a large one.',
    },
  },
  steps: { text: 'How many steps make a prompt a large one.', byDefault: '5' },
  detail: {
    text: TOLD,
    byDefault: 'full',
    of: { 'session-summary': { text: `${TOLD} short leaves the decisions out.` } },
  },
  within: {
    text: 'How long before the end of a merge that completes a phase the plan may have changed, in seconds.',
    byDefault: '300',
  },
  boundaries: {
    text: 'What tests may mock, wherever it lies: modules, paths, packages, dotted names; * stands for any characters.',
    byDefault: 'none',
  },
  internals: { text: 'What tests may not mock, wherever it lies; boundaries go before.', byDefault: 'none' },
  completions: {
    text: 'Further sentences that only say that something is over, in any language.',
    byDefault: 'none',
  },
  offers: { text: 'Further words of an offer, a suggestion or a next step.', byDefault: 'none' },
  models: {
    text: 'The model that is asked of each provider: gemini, openai.',
    byDefault: "docket's choice",
    keys: { gemini: 'The model that is asked of Gemini.', openai: 'The model that is asked of OpenAI.' },
  },
  providers: {
    text: "Keys, and where they are sent, by provider. Only in the user's own docket/config.json; never logged.",
    byDefault: 'keys of the environment',
    keys: {
      gemini: 'How Gemini is asked.',
      'gemini.key': 'The key that is sent to Gemini.',
      'gemini.baseUrl': 'Where Gemini is asked; its own address where this is not set.',
      openai: 'How OpenAI is asked.',
      'openai.key': 'The key that is sent to OpenAI.',
      'openai.baseUrl': 'Where OpenAI is asked; its own address where this is not set.',
    },
  },
};

/** What the option of a gate means. */
export const optionReference = (gate: string, option: string): Pick<OptionReference, 'text' | 'byDefault'> | null => {
  const known = Object.hasOwn(OPTION_REFERENCE, option) ? OPTION_REFERENCE[option] : undefined;
  if (known === undefined) return null;
  const { text, byDefault, of = {} } = known;
  return { text, byDefault, ...(Object.hasOwn(of, gate) ? of[gate] : {}) };
};
