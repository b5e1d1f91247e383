/** What a key of policy files means, for people and editors. */
export interface KeyReference {
  /** From the top; `*` stands for any name, `[]` for the items of a list. */
  readonly key: string;
  readonly text: string;
  /** What holds where no file says it; absent for parts of something else. */
  readonly byDefault?: string;
  /**
   * How several files that say it are one policy: the strongest one's word counts; each name's strongest one; all count
   * together. Absent for parts of something that is taken as a whole.
   */
  readonly merge?: 'strongest' | 'by name' | 'together';
  /** Heading in docs/policy.md, as its anchor. */
  readonly doc?: string;
}

const PATTERNS = 'names and folders anywhere (*.abc, qa/), or paths from the top of the worktree (src/api/**).';
const SAYS = 'Words that must stand in a line of their own in what it said.';

/** Every key but the options of gates, in the order of the documentation. */
export const KEY_REFERENCE: readonly KeyReference[] = [
  {
    key: '$schema',
    text: 'Where editors find the JSON Schema of this file. docket itself does not read it.',
    byDefault: 'none',
    merge: 'strongest',
    doc: 'editors',
  },
  {
    key: 'preset',
    text: 'The policy that all else is set over: observe (everything is judged and logged, nothing answered), standard, strict.',
    byDefault: 'observe',
    merge: 'strongest',
    doc: 'presets',
  },
  {
    key: 'mode',
    text: 'monitor: everything is judged as it is configured, and nothing is answered. enforce: each gate as its own mode says.',
    byDefault: 'enforce',
    merge: 'strongest',
    doc: 'trying-a-whole-policy',
  },
  {
    key: 'fsync',
    text: 'When the log is forced to the disk: seals (at seals and denials), always (before each answer), never.',
    byDefault: 'seals',
    merge: 'strongest',
    doc: 'for-the-log',
  },
  {
    key: 'promptCommands',
    text: "Whether a line of a person's prompt can say what only a person may, such as docket prove, approve or waive.",
    byDefault: 'true',
    merge: 'strongest',
    doc: 'for-the-log',
  },
  {
    key: 'views',
    text: 'Whether the hook keeps files up to date that scripts from before docket read.',
    byDefault: 'false',
    merge: 'strongest',
    doc: 'beside-the-gates',
  },
  { key: 'careful', text: 'What careful mode makes a denial.', doc: 'beside-the-gates' },
  {
    key: 'careful.rules',
    text: "Gates and rules of which careful mode makes a denial, in place of docket's own list.",
    byDefault: "docket's own list",
    merge: 'strongest',
    doc: 'beside-the-gates',
  },
  {
    key: 'waivers',
    text: 'Rules, or gates, that are waived, each with a reason; what cannot be waived is not.',
    byDefault: 'none',
    merge: 'together',
    doc: 'beside-the-gates',
  },
  { key: 'waivers[].rule', text: 'The id of a rule, or a gate for all of its rules that can be waived.' },
  { key: 'waivers[].reason', text: 'Why; it stands in every explanation.' },
  {
    key: 'waivers[].until',
    text: 'When it ends: a date, or a date and time with a zone (ISO 8601). Without it, as long as it stands here.',
  },
  { key: 'gates', text: 'Gates by name: mode, rules, and what each gate can be told.', doc: 'for-each-gate' },
  { key: 'plan', text: 'Where the project keeps its plan, and what it found out.', doc: 'the-plan' },
  {
    key: 'plan.file',
    text: 'The plan, from the top of the worktree.',
    byDefault: 'MASTER_PLAN.md',
    merge: 'strongest',
    doc: 'the-plan',
  },
  {
    key: 'plan.research',
    text: 'Files and folders with what was found out.',
    byDefault: '["RESEARCH.md", "docs/research"]',
    merge: 'strongest',
    doc: 'the-plan',
  },
  { key: 'agents', text: 'Which subagents play which part, by the types the host calls them.', doc: 'subagents' },
  ...(
    [
      ['implementer', 'Who writes code.', '["implementer"]'],
      ['guardian', 'Who commits and merges.', '["guardian"]'],
      ['planner', 'Who plans.', '["planner", "Plan"]'],
      ['light', 'Who gets two lines of context and no check.', '["Bash", "Explore"]'],
    ] as const
  ).map(
    ([part, text, byDefault]): KeyReference => ({
      key: `agents.${part}`,
      text: `${text} Names or patterns with *, in place of the default.`,
      byDefault,
      merge: 'strongest',
      doc: 'subagents',
    }),
  ),
  { key: 'files', text: "What files are, over docket's own lists.", doc: 'what-files-are' },
  ...(
    [
      ['source', 'Source code'],
      ['test', 'Tests'],
      ['doc', 'Documents'],
      ['config', 'Configuration'],
      ['generated', 'What is generated'],
      ['vendored', 'What others wrote'],
      ['other', 'None of these'],
    ] as const
  ).map(
    ([kind, text]): KeyReference => ({
      key: `files.${kind}`,
      text: `${text}: ${PATTERNS}`,
      byDefault: "docket's own lists",
      merge: 'together',
      doc: 'what-files-are',
    }),
  ),
  { key: 'review', text: "What counts as a review, over docket's own lists.", doc: 'reviews' },
  ...(
    [
      ['tools', 'Tools that review, by name'],
      ['skills', 'Skills that review, by name'],
      ['agents', 'Subagents that review, by type'],
      ['commands', 'Commands that review, as people type them'],
    ] as const
  ).map(
    ([who, text]): KeyReference => ({
      key: `review.${who}`,
      text: `${text}, with the kind of their reviews; null: their words say it; false: none.`,
      byDefault: "docket's own list",
      merge: 'by name',
      doc: 'reviews',
    }),
  ),
  {
    key: 'review.kinds',
    text: 'Which content each kind of review is about: code or docs.',
    byDefault: 'code',
    merge: 'by name',
    doc: 'reviews',
  },
  {
    key: 'review.sentinels',
    text: "Words of reviews and what they mean, tried before docket's own.",
    byDefault: "docket's own",
    merge: 'together',
    doc: 'reviews',
  },
  { key: 'review.sentinels[].kind', text: 'The kind of review that says so: a lower-case word.' },
  { key: 'review.sentinels[].outcome', text: 'What the words mean: pass or fail.' },
  { key: 'review.sentinels[].text', text: 'The words, with or without a label and a mark.' },
  { key: 'questions', text: 'Questions that agents ask.', doc: 'questions' },
  {
    key: 'questions.ids',
    text: 'Names of questions, each with the pattern of the questions that it names.',
    byDefault: 'none',
    merge: 'by name',
    doc: 'questions',
  },
  {
    key: 'questions.oneWay',
    text: "Patterns of questions that a person is always asked, in addition to docket's own words.",
    byDefault: 'none',
    merge: 'together',
    doc: 'questions',
  },
  {
    key: 'workflows',
    text: 'Workflows by name. true or {}: the phases that docket ships; false: not this one.',
    byDefault: 'none',
    merge: 'by name',
    doc: 'workflows',
  },
  { key: 'workflows.*.phases', text: 'Its phases, in their order.' },
  { key: 'workflows.*.phases[].name', text: 'A lower-case word; start and complete are taken.' },
  { key: 'workflows.*.phases[].requires', text: 'Phases that must be done before it; all earlier ones by default.' },
  { key: 'workflows.*.phases[].agents', text: 'Types of subagents that belong to it.' },
  { key: 'workflows.*.phases[].tools', text: 'Calls of tools that belong to it.' },
  { key: 'workflows.*.phases[].tools[].tool', text: 'The tool: a pattern, or a list of them.' },
  { key: 'workflows.*.phases[].tools[].input', text: 'What fields of its input hold, as patterns.' },
  {
    key: 'workflows.*.phases[].done',
    text: 'What completes it, any of these; by default that one of its agents finished.',
  },
  { key: 'workflows.*.phases[].failed', text: 'What shows that it failed.' },
  ...['done', 'failed'].flatMap((when): KeyReference[] => {
    const at = `workflows.*.phases[].${when}[]`;
    return [
      { key: `${at}.agent`, text: 'A subagent of such a type finished.' },
      { key: `${at}.tool`, text: 'A call of such a tool succeeded.' },
      { key: `${at}.input`, text: 'What fields of its input hold, as patterns.' },
      { key: `${at}.says`, text: SAYS },
      { key: `${at}.approval`, text: 'A person approved: docket approve NAME.' },
    ];
  }),
  { key: 'workflows.*.phases[].returnsTo', text: 'Where a failure leads; the phase before by default.' },
  { key: 'workflows.*.phases[].keeps', text: 'Phases that stay done after a failure; all that are by default.' },
  {
    key: 'workflows.*.phases[].marker',
    text: "The end of its marker file's name, false for no file; NAME-done by default.",
  },
  {
    key: 'customGates',
    text: "The project's own gates, by name: lower-case letters, digits and hyphens. Only its docket.config.json may name some.",
    byDefault: 'none',
    merge: 'by name',
    doc: 'custom-gates',
  },
  {
    key: 'customGates.*.file',
    text: 'The file, in docket.gates/ at the top of the main worktree: .js, .mjs, .ts or .mts.',
  },
  { key: 'customGates.*.mode', text: 'enforce, monitor or off. Default: enforce; monitor under the preset observe.' },
  { key: 'customGates.*.rules', text: 'Modes of single rules, by the part of the id behind the slash.' },
  {
    key: 'customGates.*.failClosed',
    text: 'Whether calls are denied when it fails, is late, or is not trusted as it stands. Default: false.',
  },
  { key: 'customGates.*.options', text: 'What its rules get as call.options.' },
  { key: 'redaction', text: 'What must not be logged.', doc: 'what-must-not-be-logged' },
  {
    key: 'redaction.rules',
    text: 'Rules of your own.',
    byDefault: 'none',
    merge: 'together',
    doc: 'what-must-not-be-logged',
  },
  { key: 'redaction.rules[].name', text: 'Lower-case letters, digits and dashes.' },
  { key: 'redaction.rules[].pattern', text: 'A regular expression without look-around and references to groups.' },
  { key: 'redaction.rules[].flags', text: 'i: capitals do not matter.' },
  {
    key: 'redaction.off',
    text: "docket's own rules that do not hold, by name.",
    byDefault: 'none',
    merge: 'together',
    doc: 'what-must-not-be-logged',
  },
];
