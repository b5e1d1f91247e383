import { type GitProject, gitProject } from './git-project.ts';
import type { Outcome, Payload, ScenarioOptions } from './scenario.ts';

let agents = 0;

/** The id of another subagent. */
export const newAgent = (): string => `agent-${++agents}`;

/** As the client sends it, but for the ids of the session and the prompt. */
export const agentStarts = (type: string, id = newAgent(), more: Payload = {}): Payload => ({
  hook_event_name: 'SubagentStart',
  agent_id: id,
  agent_type: type,
  ...more,
});

/** The same of its end. */
export const agentEnds = (type: string, text: string, id = newAgent(), more: Payload = {}): Payload => ({
  hook_event_name: 'SubagentStop',
  permission_mode: 'default',
  agent_id: id,
  agent_type: type,
  stop_hook_active: false,
  agent_transcript_path: `/t/subagents/agent-${id}.jsonl`,
  last_assistant_message: text,
  background_tasks: [],
  session_crons: [],
  ...more,
});

/** A repository in which nothing is uncommitted, and gates that are judged as the policy of the test says. */
export const agentProject = (
  gates: Readonly<Record<string, unknown>>,
  more: Readonly<Record<string, unknown>> = {},
  deps: ScenarioOptions['deps'] = {},
): GitProject => {
  const p = gitProject({ policy: { preset: 'observe', gates, ...more }, deps });
  p.git('app', 'add', '.');
  p.git('app', 'commit', '--quiet', '-m', 'policy');
  return p;
};

/** What a gate says: the rules that fired, without the gate's name. */
export const rulesOf = ({ verdicts }: Outcome, gate: string): string[] =>
  verdicts
    .filter((verdict) => verdict.gate === gate && verdict.decision !== 'pass')
    .map(({ rule }) => rule.slice(gate.length + 1));

/** What the agent is told as context. */
export const contextIn = ({ answer }: Outcome): string => {
  const output = (answer?.['hookSpecificOutput'] ?? {}) as { additionalContext?: unknown };
  return typeof output.additionalContext === 'string' ? output.additionalContext : '';
};
