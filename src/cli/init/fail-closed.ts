import type { Envelope } from '../../events/envelope.ts';
import type { HostEventName } from '../../events/host-events.ts';
import { GATES } from '../../gates/gates.ts';
import type { ResolvedPolicy } from '../../gates/policy-files.ts';

/**
 * The host's events that a policy wants denied rather than unjudged: those that an enforced gate with `failClosed` judges,
 * of the ones on which the host can do so (protocol sheet §1.6). docket itself can only deny what it is called for; where it
 * cannot be started, the host has to.
 */
export const failClosedEvents = ({ policy }: ResolvedPolicy): HostEventName[] => {
  const closed = GATES.filter(({ name }) => {
    const settings = policy.gates[name];
    if (settings?.failClosed !== true || settings.mode === 'off') return false;
    return [settings.mode, ...Object.values(settings.rules)].includes('enforce');
  });
  return CAN_BLOCK.filter(([, type]) => closed.some((gate) => TOOLS.some((tool) => gate.on(call(type, tool))))).map(
    ([event]) => event,
  );
};

const CAN_BLOCK = [
  ['PreToolUse', 'ToolRequested'],
  ['PermissionRequest', 'PermissionRequested'],
  ['UserPromptSubmit', 'PromptSubmitted'],
] as const satisfies readonly (readonly [HostEventName, string])[];

/** One of each kind that gates tell apart. */
const TOOLS = ['Bash', 'Write', 'Read', 'Grep', 'Agent', 'AskUserQuestion', 'mcp__other__tool'];

const call = (type: string, tool: string): Envelope => ({
  v: 1,
  id: '',
  type,
  at: '',
  stream: '',
  actor: { id: 'main' },
  host: 'claude-code',
  turn: null,
  cause: null,
  call: null,
  worktree: null,
  provenance: type === 'PromptSubmitted' ? 'prompt' : 'hook',
  redacted: [],
  data: { tool_name: tool, tool_input: {}, prompt: '' },
});
