import { gitWords, planWords, protocolLines, testsWords, worktreeWarning } from './agent-context.ts';
import { roleOf } from './agent-roles.ts';
import { ABOUT_NOW } from './facts.ts';
import { condition, type GateContext, type Rule, shortened } from './gate.ts';
import { planPlaceOf } from './plan-place.ts';

const context: Rule = {
  id: 'subagent-start/context',
  decision: 'advise',
  judge: (given) => {
    const { trigger, state, facts } = given;
    const type = trigger.actor.type ?? '';
    const role = roleOf(type, state.policy.policy);
    const told = state.agents.running.find(({ id }) => id === trigger.actor.id)?.told ?? null;
    const seen = [facts.git(ABOUT_NOW)?.id, facts.plan()?.id, facts.tree(ABOUT_NOW)?.id].filter(
      (id) => id !== undefined,
    );
    return {
      conditions: [
        condition('the-subagent-was-told-where-it-works', told !== null, {
          actual: { agent: shortened(type, LONGEST_TYPE), role },
          because: told === null ? [trigger.id, ...seen] : [told],
          remedy: 'Nothing is to be done: this answer tells it.',
        }),
      ],
      reason: `The subagent ${shortened(type, LONGEST_TYPE)} is told where it works and what is asked of it.`,
      context: textFor(role, given),
    };
  },
  ways: ({ trigger }) => {
    const verdicts = [{ gate: 'subagent-start', rule: 'subagent-start/context', decision: 'advise' }];
    const data = { event: trigger.id, decision: 'advise', verdicts };
    return [{ todo: 'the answer reaches the subagent', events: [{ type: 'AnswerSent', data }] }];
  },
};

const RULES: readonly Rule[] = [context];

/** The gate's rules: called where they are needed, since the hook loads them only then. */
export const subagentStartRules = (): readonly Rule[] => RULES;

const LONGEST_TYPE = 100;

type Line = string | null;

const textFor = (role: ReturnType<typeof roleOf>, given: GateContext): string => {
  const isShort = role === 'light' || given.options['detail'] === 'short';
  const lines: readonly Line[] = [
    gitWords(given, isShort),
    planWords(given, isShort),
    ...forRole(role, given, isShort),
  ];
  return ['[docket] For this subagent:', ...lines.flatMap((line) => (line === null ? [] : [`- ${line}`]))].join('\n');
};

const forRole = (role: ReturnType<typeof roleOf>, given: GateContext, isShort: boolean): readonly Line[] => {
  switch (role) {
    case 'implementer':
      return [worktreeWarning(given), testsWords(given), ...protocolLines(given, isShort)];
    case 'guardian':
      return [testsWords(given), planRule(given, isShort)];
    case 'planner':
      return [researchWords(given)];
    default:
      return [];
  }
};

/** Seed 001: the plan is the record of phases, and a guardian that touches it with each commit makes it one of commits. */
const planRule = ({ facts, state }: GateContext, isShort: boolean): string => {
  const path = facts.plan()?.data.path ?? planPlaceOf(state.policy.policy ?? {}).file;
  const rule = `The plan: change ${path} only where a merge completes a phase, not with other commits and merges.`;
  return isShort
    ? rule
    : `${rule} Then set the phase's status to completed, write its decision log, and do so before you end: the merge of a phase whose plan was left as it was is reported.`;
};

const researchWords = ({ facts, state }: GateContext): Line => {
  const plan = facts.plan();
  if (plan === null) return null;
  const { exists, entries } = plan.data.research;
  const places = planPlaceOf(state.policy.policy ?? {}).research.join(' or ');
  return exists
    ? `Research log: ${entries} ${entries === 1 ? 'entry' : 'entries'} (${places}). Read what concerns the plan, and add what you find out.`
    : `Research log: none yet (${places}). Write down what you find out.`;
};
