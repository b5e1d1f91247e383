import type { EventDraft } from '../events/envelope.ts';
import type { Condition, EventData } from '../events/schemas.ts';
import type { AgentWork } from '../projections/agent-work.ts';
import type { View } from '../projections/fold.ts';
import { type AgentRole, endedAgent, roleOf } from './agent-roles.ts';
import { ABOUT_NOW, type Fact } from './facts.ts';
import { condition, type GateContext, type Rule, type Way } from './gate.ts';
import { isApprovalLoop, lastMessageOf } from './last-message.ts';

/** A subagent that ended, as a check sees it. */
export interface EndedAgent extends GateContext {
  /** Its last words. */
  readonly text: string;
  readonly work: AgentWork | null;
  readonly git: Fact<EventData<'GitObserved'>> | null;
  readonly plan: Fact<EventData<'PlanObserved'>> | null;
}

/** One point of a check: null where it has nothing to say. */
export interface Check {
  /** `check-…/…` */
  readonly id: string;
  readonly role: AgentRole;
  readonly point: (agent: EndedAgent) => { readonly condition: Condition; readonly reason: string } | null;
  readonly ways: (agent: EndedAgent) => readonly Way[];
}

/** Makes a rule of a point. It advises, and holds no subagent up: what it finds is told with the next prompt. */
export const checkRule = ({ id, role, point, ways }: Check): Rule => ({
  id,
  decision: 'advise',
  judge: (context) => {
    const agent = endedAgent(context.state, context.trigger);
    if (agent === null || roleOf(agent.type, context.state.policy.policy) !== role) return null;
    const found = point(asEnded(context));
    return found === null ? null : { conditions: [found.condition], reason: found.reason };
  },
  ways: (context) => ways(asEnded(context)),
});

const asEnded = (context: GateContext): EndedAgent => {
  const { trigger, facts, stateIn } = context;
  const git = facts.git(ABOUT_NOW);
  const worktree = git?.data.worktree ?? trigger.worktree;
  const { last } = context.state.agents;
  const elsewhere: View | undefined =
    worktree === null || worktree === trigger.worktree ? undefined : stateIn?.(worktree);
  return {
    ...context,
    state: elsewhere ?? context.state,
    text: lastMessageOf(trigger),
    work: last?.end === trigger.id ? last.work : null,
    git,
    plan: facts.plan(),
  };
};

/** That a subagent did not end with a question that nobody answers; `done` are the words for what it was for. */
export const approvalLoop = (id: string, role: AgentRole, done: RegExp, what: string): Check => ({
  id,
  role,
  point: ({ text, trigger }) => ({
    condition: condition('no-approval-loop', !isApprovalLoop(text, done), {
      actual: { end: text.trim().slice(-SHOWN_END) },
      because: [trigger.id],
      remedy: 'Decide it, or ask the user, and give the subagent the answer.',
    }),
    reason: `It ended with a question, and nothing says that ${what}: an approval loop.`,
  }),
  ways: ({ trigger }) => [
    {
      todo: 'the subagent goes on with an answer, and ends saying what it did',
      events: [{ type: 'SubagentStopped', data: { ...trigger.data, last_assistant_message: '' } }],
    },
  ],
});

const SHOWN_END = 200;

/** A way that another look at the plan would be. */
export const planWay = (
  { plan, trigger }: EndedAgent,
  todo: string,
  change: Partial<EventData<'PlanObserved'>>,
): readonly Way[] =>
  plan === null
    ? []
    : [wayOf(todo, { type: 'PlanObserved', worktree: trigger.worktree, data: { ...plan.data, ...change } })];

/** A way that another look at git would be. */
export const gitWay = ({ git }: EndedAgent, todo: string, change: Partial<EventData<'GitObserved'>>): readonly Way[] =>
  git === null ? [] : [wayOf(todo, { type: 'GitObserved', data: { ...git.data, ...change } })];

export const wayOf = (todo: string, event: EventDraft): Way => ({ todo, events: [event] });
