import type { EventData } from '../events/schemas.ts';
import { PROOF } from '../projections/evidence-kinds.ts';
import { standingOf } from '../projections/standing.ts';
import { claimOf } from '../projections/todo-claims.ts';
import { bringsStart } from './brings-start.ts';
import { knownTree, testsStanding } from './evidence.ts';
import { ABOUT_NOW, type Fact } from './facts.ts';
import { atWords, counted, type GateContext, type Judgement, type Rule, shortened } from './gate.ts';
import { givesBack } from './preserved-context.ts';
import { startsWith } from './start-context.ts';
import { answeredWith, toldOnce } from './told-once.ts';
import { branchWords, dirtyWords, planWords, protectedWarning, testWords } from './where-things-stand.ts';

type Prompt = Fact<EventData<'PromptUnderstood'>>;

/** A rule about what the words of a prompt say. */
const ruleAbout = (id: string, judge: (prompt: Prompt, context: GateContext) => Judgement | null): Rule => ({
  id,
  decision: 'advise',
  judge: (context) => {
    const prompt = context.facts.prompt();
    return prompt === null ? null : judge(prompt, context);
  },
  ways: (context) => {
    const prompt = context.facts.prompt();
    const told = prompt === null ? undefined : judge(prompt, context)?.context;
    return told === undefined ? [] : [answeredWith(id, context.trigger, { context: told })];
  },
});

/** Lines of a file from which on it ought to state a decision (seed 001, doc-gate.sh). */
const LONG_FILE = 50;

const files = ruleAbout('prompt-submit/files', ({ id, data }, context) => {
  const named = data.files.filter(({ decisions, lines }) => decisions.length > 0 || lines >= LONG_FILE);
  if (named.length === 0) return null;
  const planned = context.state.decisions.audit?.unplanned ?? [];
  return toldOnce('prompt-submit/files', context, {
    requires: 'decisions-of-the-files-named-are-known',
    actual: named.map(({ path, decisions }) => `${path}: ${counted(decisions.length, 'decision')}`),
    because: [id],
    reason: `The prompt names ${counted(named.length, 'file')}: the agent is told what was decided there.`,
    context: [
      'What was decided in the files that the prompt names:',
      ...named.map((file) => fileWords(file, planned)),
    ].join('\n'),
  });
});

const fileWords = (
  { path, lines, decisions, more = 0 }: Prompt['data']['files'][number],
  unplanned: readonly string[],
): string => {
  const name = `\`${shortened(path, 200)}\``;
  if (decisions.length === 0) return `- ${name}: no @decision in ${lines} lines`;
  const said = decisions.map(({ id, status, title }) => {
    const notes = [status ?? 'no status', ...(unplanned.includes(id) ? ['not in the plan'] : [])].join(', ');
    return `${id} (${notes})${title === null ? '' : ` ${shortened(title, 100)}`}`;
  });
  return `- ${name}: ${said.join('; ')}${more > 0 ? `; and ${more} more` : ''}`;
};

const plan = ruleAbout('prompt-submit/plan', ({ id, data }, context) => {
  const fact = context.facts.plan();
  // The start context tells of the plan as well.
  if (!data.topics.includes('plan') || fact === null || bringsStart(context.state)) return null;
  const text = planWords(context, fact.data, true);
  return text === null
    ? null
    : toldOnce('prompt-submit/plan', context, {
        requires: 'state-of-the-plan-is-known',
        actual: fact.data.exists ? 'there is one' : 'there is none',
        because: [id, fact.id],
        reason: 'The prompt is about the plan: the agent is told how it stands.',
        context: text,
      });
});

const commit = ruleAbout('prompt-submit/commit', ({ id, data }, context) => {
  const git = context.facts.git(ABOUT_NOW);
  if (!data.topics.includes('commit') || git === null || git.data.worktree === null) return null;
  const missing = missingEvidence(context);
  const text = [
    // The start context tells of the repository as well.
    ...(bringsStart(context.state) ? [] : repositoryWords(context, git.data)),
    ...(missing.length === 0 ? [] : [`Before a commit: ${missing.join(' ')}`]),
  ].join(' ');
  if (text === '') return null;
  return toldOnce('prompt-submit/commit', context, {
    requires: 'state-of-the-repository-is-known',
    actual: dirtyWords(git.data),
    because: [id, git.id],
    reason: 'The prompt is about a commit or a merge: the agent is told what is changed and what a commit lacks.',
    context: text,
  });
});

const repositoryWords = (context: GateContext, git: EventData<'GitObserved'>): string[] => {
  const warning = protectedWarning(context, git);
  return [`Git: ${branchWords(git)}, ${dirtyWords(git)}.`, ...(warning === null ? [] : [warning])];
};

/** What the rules about commits would miss. */
const missingEvidence = (context: GateContext): string[] => {
  const { state, facts, trigger } = context;
  const guard = state.policy.policy?.gates['guard'];
  const isAsked = (rule: string): boolean => (guard?.rules[rule] ?? guard?.mode) === 'enforce';
  const tests = testsStanding(context, ABOUT_NOW);
  const proof = standingOf(state, PROOF, knownTree(facts, ABOUT_NOW), trigger.stream);
  const noTests = tests.status === 'missing' ? 'Tests: none ran for this content.' : testWords(tests);
  return [
    ...(isAsked('commit-untested') && tests.status !== 'pass' ? [noTests] : []),
    ...(isAsked('commit-unproven') && proof.status !== 'pass'
      ? ['No person has said that this content works (docket prove, or `docket prove: NOTE` in a prompt).']
      : []),
  ];
};

const issues = ruleAbout('prompt-submit/issues', ({ data }, context) => {
  const { state, trigger } = context;
  const held = data.issues.flatMap((issue) => {
    const claim = claimOf(state.todos, issue, trigger.at);
    return claim === null || claim.session === trigger.stream ? [] : [{ issue, claim }];
  });
  if (held.length === 0) return null;
  const words = held.map(({ issue, claim }) => {
    const who = claim.session === null ? 'a person' : 'another session';
    return `${issue} is claimed by ${who} (${atWords(claim.at)})`;
  });
  const isPersons = held.every(({ claim }) => claim.session === null);
  return toldOnce('prompt-submit/issues', context, {
    requires: 'nobody-else-works-on-the-issues',
    actual: held.map(({ issue }) => issue),
    because: held.map(({ claim }) => claim.event),
    remedy: 'Tell the user before you begin; whoever holds it can let go: docket todo.',
    reason: `Somebody else works on ${held.map(({ issue }) => issue).join(', ')}.`,
    context: `${words.join(', ')}. ${isPersons ? 'If that was not the user, tell them before you begin.' : 'Tell the user before you begin.'}`,
  });
});

const deferred = ruleAbout('prompt-submit/deferred', ({ id, data: { deferred: putOff } }, context) =>
  putOff === null
    ? null
    : toldOnce('prompt-submit/deferred', context, {
        requires: 'what-is-put-off-is-written-down',
        actual: putOff,
        because: [id],
        remedy: 'Write it down: docket todo add "…".',
        reason: 'The prompt puts something off.',
        context: `The prompt puts something off: "${putOff}". So that it is not lost, suggest to write it down: docket todo add "…".`,
      }),
);

/** Steps of a prompt from which on it is a large one. */
const MANY_STEPS = 5;

const large = ruleAbout('prompt-submit/large', ({ id, data: { topics, steps } }, context) => {
  const limit = typeof context.options['steps'] === 'number' ? context.options['steps'] : MANY_STEPS;
  const isMany = steps >= limit;
  if (!isMany && !topics.includes('large')) return null;
  const what = isMany ? `${counted(steps, 'step')}` : 'work all over the project';
  const { kind } = context.state.session;
  const isAlone = kind === 'headless' || kind === 'spawned';
  const ask = isAlone
    ? 'Nobody can be asked here: say at the start which steps you take on, and leave the rest alone.'
    : 'Before you begin, say which steps you take on and in which order, and let the user confirm that scope.';
  return toldOnce('prompt-submit/large', context, {
    requires: 'scope-of-a-large-task-is-confirmed',
    actual: { steps },
    because: [id],
    remedy: ask,
    reason: `The prompt asks for ${what}.`,
    context: `This asks for ${what}. ${ask}`,
  });
});

const FIRST: readonly Rule[] = [startsWith('prompt-submit/start-context', 'with the first prompt')];
const KEPT: readonly Rule[] = [givesBack('prompt-submit/preserved-context')];
const WORDS: readonly Rule[] = [files, plan, commit, issues, deferred, large];
const RULES: readonly Rule[] = [...FIRST, ...KEPT, ...WORDS];

/** The gate's rules: called where they are needed, since the hook loads them only then. */
export const promptSubmitRules = (): readonly Rule[] => RULES;

/** Those that may say something. */
export const promptSubmitRulesAbout = (isUntold: boolean, isAbout: boolean): readonly Rule[] => [
  ...(isUntold ? FIRST : []),
  ...KEPT,
  ...(isAbout ? WORDS : []),
];
