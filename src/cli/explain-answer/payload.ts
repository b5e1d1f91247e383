import type { HostCall } from '../../hooks/host-outcome/outcome.ts';

/** A payload as the host might send it for an event, with a harmless call: for hooks that are tried out. */
export const madeUpPayload = ({ event, headless }: HostCall, cwd: string): Record<string, unknown> => ({
  session_id: 'docket-explain-answer',
  transcript_path: '/dev/null',
  cwd,
  permission_mode: headless === true ? 'dontAsk' : 'default',
  hook_event_name: event,
  ...FIELDS[event],
});

const CALL = {
  tool_name: 'Bash',
  tool_input: { command: 'echo hello', description: 'Say hello' },
  tool_use_id: 'toolu_made_up',
};

const FIELDS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  SessionStart: { source: 'startup' },
  SessionEnd: { reason: 'other' },
  UserPromptSubmit: { prompt: 'Say hello' },
  BeforeAgent: { prompt: 'Say hello' },
  PreToolUse: CALL,
  BeforeTool: CALL,
  PermissionRequest: CALL,
  PostToolUse: { ...CALL, tool_response: { stdout: 'hello', stderr: '', interrupted: false } },
  AfterTool: { ...CALL, tool_response: { llmContent: 'hello' } },
  PostToolUseFailure: { ...CALL, error: 'Exit code 1' },
  PostToolBatch: { tool_calls: [{ ...CALL, tool_response: 'hello' }] },
  Stop: { stop_hook_active: false, last_assistant_message: 'Hello.', background_tasks: [] },
  SubagentStart: { agent_id: 'agent-1', agent_type: 'general-purpose' },
  SubagentStop: {
    agent_id: 'agent-1',
    agent_type: 'general-purpose',
    stop_hook_active: false,
    last_assistant_message: 'Hello.',
  },
  Notification: { message: 'Claude is waiting for your input', notification_type: 'idle_prompt' },
  PreCompact: { trigger: 'manual', custom_instructions: null },
};
