import { type Envelope, FORMAT_VERSION } from '../events/envelope.ts';
import { HOST_EVENTS, type HostEventName } from '../events/host-events.ts';
import type { Gate } from '../gates/gate.ts';

/** The host's events that a gate judges, found by asking it about one of each. */
export const hostEventsOf = (gate: Gate): HostEventName[] =>
  (Object.keys(HOST_EVENTS) as HostEventName[]).filter((name) =>
    samples(HOST_EVENTS[name].type).some((event) => gate.on(event)),
  );

/** One of each kind of tool, since what a gate judges depends on that. */
const TOOLS = ['Bash', 'Write', 'Read', 'Grep', 'Agent', 'AskUserQuestion', 'mcp__codex__codex', 'mcp__other__tool'];
const ACTORS: readonly Envelope['actor'][] = [
  { id: 'main' },
  ...['planner', 'implementer', 'guardian', 'general-purpose'].map((type) => ({ id: 'agent', type })),
];

const samples = (type: string): Envelope[] =>
  ACTORS.flatMap((actor) => TOOLS.map((tool) => sampleOf(type, actor, tool)));

const sampleOf = (type: string, actor: Envelope['actor'], tool: string): Envelope => ({
  v: FORMAT_VERSION,
  id: 'sample',
  type,
  at: '1970-01-01T00:00:00.000Z',
  stream: 'sample',
  actor,
  host: 'claude-code',
  turn: null,
  cause: null,
  call: 'sample',
  worktree: '/',
  provenance: type === 'PromptSubmitted' ? 'prompt' : 'hook',
  redacted: [],
  delivery: 'sample',
  data: { tool_name: tool, tool_input: { command: 'true', file_path: '/a.ts', pattern: 'a' }, prompt: 'a' },
});
