import type { Envelope, EventDraft } from '../events/envelope.ts';
import type { Verdict } from '../events/schemas.ts';
import { endedAgent } from '../gates/agent-roles.ts';
import { shortened } from '../gates/gate.ts';
import type { View } from '../projections/fold.ts';

const CHECKS: readonly string[] = ['check-planner', 'check-implementer', 'check-guardian'];
/** UTF-16 units. */
const LONGEST_TEXT = 400;

/**
 * What the checks found of a subagent that ended, for the next prompt; nothing where they found nothing and nothing about it
 * waits to be told. `facts` are the facts that they judged from.
 */
export const foundAtEnd = (
  trigger: Envelope,
  verdicts: readonly Verdict[],
  facts: readonly Envelope[],
  state: Pick<View, 'agents' | 'findings'>,
): EventDraft[] => {
  const agent = endedAgent(state, trigger);
  if (agent === null) return [];
  const { stream } = trigger;
  const own = verdicts.filter(({ gate, mode }) => mode === 'enforce' && CHECKS.includes(gate));
  const found = own.filter(({ decision }) => decision === 'advise');
  const waits = state.findings.undelivered.some((each) => each.stream === stream && each.agentId === agent.id);
  if (found.length === 0 && !(waits && own.length > 0 && agent.id !== 'main')) return [];
  const branch = facts.findLast(({ type, data }) => type === 'GitObserved' && data['about'] === 'now')?.data['branch'];
  const findings = found.map((verdict) => ({ rule: verdict.rule, text: textOf(verdict) }));
  const data = { agent: agent.type, agentId: agent.id, findings, branch: typeof branch === 'string' ? branch : null };
  return [{ type: 'FindingsRecorded', call: null, data }];
};

const textOf = ({ reason, conditions, rule }: Verdict): string => {
  const remedies = conditions.flatMap(({ holds, remedy }) => (holds || remedy === null ? [] : [remedy]));
  return `${shortened([reason, ...remedies].join(' '), LONGEST_TEXT)} [docket ${rule}]`;
};

/** The findings that an answer told. */
export const toldIn = (trigger: Envelope, answered: readonly Verdict[]): EventDraft[] => {
  const findings = answered.flatMap(({ gate, tells }) => (gate === 'agent-findings' ? (tells ?? []) : []));
  return findings.length === 0
    ? []
    : [{ type: 'FindingsDelivered', call: null, data: { findings, event: trigger.id } }];
};
