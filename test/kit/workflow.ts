import type { WorkflowRun } from '../../src/projections/workflow.ts';
import { completes, type Payload, requests, type Scenario, stateIn } from './scenario.ts';

/** A project under strict that declares a workflow with the shipped phases. */
export const WITH_FEATURE = { preset: 'strict', workflows: { feature: {} } };

let count = 0;

/** An agent of a type is about to be started. */
export const asksFor = (type: string, more: Payload = {}): Payload =>
  requests('Agent', { description: 'd', prompt: 'p', subagent_type: type }, more);

/** A subagent that ends. */
export const finishes = (type: string, words = 'Done.', more: Payload = {}): Payload => ({
  hook_event_name: 'SubagentStop',
  agent_id: `agent-${++count}`,
  agent_type: type,
  last_assistant_message: words,
  ...more,
});

/** A foreground subagent as the host tells of it: the call, its end, and the call's result. */
export const worksAs = (type: string, words = 'Done.', more: Payload = {}): Payload[] => {
  const agent = `agent-${++count}`;
  const input = { description: 'd', prompt: 'p', subagent_type: type };
  const call = { tool_use_id: `call-of-${agent}`, ...more };
  const result = { status: 'completed', agentId: agent, content: [{ type: 'text', text: words }] };
  return [
    requests('Agent', input, call),
    finishes(type, words, { agent_id: agent, ...more }),
    completes('Agent', input, result, call),
  ];
};

/** What brings the workflow as far as to a person's approval, and beyond it. */
export const planned = (): Payload[] => [...worksAs('analyzer'), ...worksAs('planner')];

export const APPROVAL: Payload = { hook_event_name: 'UserPromptSubmit', prompt: 'docket approve feature' };

export const executed = (): Payload[] => [...planned(), APPROVAL, ...worksAs('executor')];

/** `feature in approval`, of every run, oldest first. */
export const phasesIn = (s: Scenario): string[] =>
  stateIn(s).workflow.runs.map(({ workflow, phase }) => `${workflow} in ${phase}`);

export const runsIn = (s: Scenario): readonly WorkflowRun[] => stateIn(s).workflow.runs;

export const doneIn = (s: Scenario): string[] =>
  runsIn(s)
    .at(-1)
    ?.done.map(({ phase }) => phase) ?? [];
