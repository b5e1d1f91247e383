import type { AgentFindings } from '../projections/findings.ts';
import { condition, counted, type Rule, shortened } from './gate.ts';

const undelivered: Rule = {
  id: 'agent-findings/undelivered',
  decision: 'advise',
  judge: ({ trigger, state }) => {
    const { undelivered: all, forgotten } = state.findings;
    if (all.length === 0) return null;
    const shown = thatFit(all);
    const lines = shown.flatMap((findings) => linesOf(findings, trigger.stream));
    const missed = forgotten === 0 ? [] : [`(${counted(forgotten, 'older report')} had no room.)`];
    const later = all.length - shown.length;
    const rest = later === 0 ? [] : [`(${counted(later, 'further report')} with the next prompt.)`];
    const events = shown.map(({ event }) => event);
    return {
      conditions: [
        condition('findings-about-subagents-are-told', false, {
          actual: { subagents: all.length, told: shown.length },
          because: events,
          remedy: 'See to what was found, or tell the user: it is not told again.',
        }),
      ],
      tells: events,
      reason: `What was found at the end of ${counted(shown.length, 'subagent')} is told.`,
      context: [HEAD, ...lines, ...missed, ...rest].join('\n'),
    };
  },
  ways: ({ trigger, state }) => {
    const findings = state.findings.undelivered.map(({ event }) => event);
    const data = { findings, event: trigger.id };
    return [{ todo: 'the answer that tells of them reaches the agent', events: [{ type: 'FindingsDelivered', data }] }];
  },
};

const RULES: readonly Rule[] = [undelivered];

/** The gate's rules: called where they are needed, since the hook loads them only then. */
export const agentFindingsRules = (): readonly Rule[] => RULES;

const HEAD = '[docket] Found as subagents ended, and not told before. See to it before you go on, or tell the user:';

/** UTF-16 units of all, of one text, and of a name. What is told is not told again, so it has to fit beside what others tell. */
const MOST_TEXT = 4_000;
const LONGEST_TEXT = 500;
const LONGEST_NAME = 100;

const linesOf = ({ agent, agentId, branch, texts, stream }: AgentFindings, own: string): string[] => {
  const id = agentId === 'main' ? '' : ` ${agentId}`;
  const about = [
    branch === null ? null : `on branch ${shortened(branch, LONGEST_NAME)}`,
    stream === own ? null : 'in another session',
  ];
  const where = about.filter((part) => part !== null).join(', ');
  const name = `${shortened(agent, LONGEST_NAME)}${shortened(id, LONGEST_NAME)}`;
  return [`${name}${where === '' ? '' : ` (${where})`}:`, ...texts.map((text) => `- ${shortened(text, LONGEST_TEXT)}`)];
};

/** The oldest first, as many as have room; at least one. */
const thatFit = (all: readonly AgentFindings[]): readonly AgentFindings[] => {
  let size = 0;
  const end = all.findIndex((findings) => {
    size += linesOf(findings, '').join('\n').length;
    return size > MOST_TEXT;
  });
  return end < 0 ? all : all.slice(0, Math.max(1, end));
};
