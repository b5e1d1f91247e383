import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { HOST_EVENTS, type HostEventName } from '../../src/events/host-events.ts';
import { tempProject } from '../kit/temp-project.ts';
import { eventsOf, importInto } from '../kit/transcripts.ts';

type Payload = Readonly<Record<string, unknown>>;

const capturesOf = (name: string): Payload[] =>
  readFileSync(`fixtures/captures/${name}.ndjson`, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Payload);

/** What hooks were told of that the client writes into no transcript, or only in part. */
const UNTOLD: ReadonlySet<string> = new Set(
  'hook_event_name session_id transcript_path agent_transcript_path prompt_id tool_use_id agent_id agent_type source model duration_ms mcp_server is_interrupt stop_hook_active background_tasks session_crons custom_instructions compact_summary'.split(
    ' ',
  ),
);

/** Events that can be told from a transcript. */
const TOLD: ReadonlySet<unknown> = new Set<HostEventName>([
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'SubagentStart',
  'SubagentStop',
  'Stop',
  'CwdChanged',
  'PreCompact',
  'PostCompact',
]);

const known = (payload: Payload): boolean =>
  // The client's own helper, which leaves no transcript.
  TOLD.has(payload['hook_event_name']) &&
  !(payload['hook_event_name'] === 'SubagentStop' && payload['agent_type'] === '');

const typeOf = (payload: Payload): string => HOST_EVENTS[payload['hook_event_name'] as HostEventName].type;

const labelOf = (type: string, actor: unknown, call: unknown): string =>
  `${type} ${actor ?? 'main'} ${call ?? ''}`.trim();

describe('a session that hooks recorded, imported from its transcript', () => {
  it.each(['edit-test-review-commit', 'headless-permissions', 'interactive-question-compact-clear'])(
    '%s: is told event by event as hooks were told it',
    (name) => {
      const captures = capturesOf(name);
      const session = captures[0]?.['session_id'];
      const project = tempProject();
      importInto(project.path, join(process.cwd(), 'fixtures/client-transcripts', `${name}.jsonl`));
      const events = eventsOf(project.path);
      const types = new Set(captures.filter(known).map(typeOf));
      const wanted = captures.filter((payload) => known(payload) && payload['session_id'] === session);
      const made = events.filter((event) => types.has(event.type) && isToldToHooks(event, events));
      // Of calls that ran beside each other the transcript has another order than the hooks had.
      const labels = made.map(({ type, actor, call }) => labelOf(type, actor.id, call));
      const wantedLabels = wanted.map((payload) =>
        labelOf(typeOf(payload), payload['agent_id'], payload['tool_use_id']),
      );
      expect([...labels].sort()).toEqual([...wantedLabels].sort());
      for (const [at, payload] of wanted.entries()) {
        const place = labels.indexOf(wantedLabels[at] as string);
        labels[place] = '';
        const event = made[place] as Envelope;
        for (const [field, value] of Object.entries(payload)) {
          if (UNTOLD.has(field) || isUntold(field, payload)) continue;
          expect({ type: event.type, field, value: event.data[field] }).toEqual({ type: event.type, field, value });
        }
        if (event.type !== 'CompactionStarted') expect(event.turn).toBe(payload['prompt_id']);
      }
    },
  );
});

/** Hooks are told of a call that the client refused only with its batch. */
const isToldToHooks = ({ type, call }: Envelope, events: readonly Envelope[]): boolean =>
  type !== 'ToolRequested' ||
  !events.some(
    ({ type: other, data }) =>
      other === 'ToolBatchCompleted' &&
      (data['tool_calls'] as Payload[]).some(
        ({ tool_use_id: id, tool_response: said }) => id === call && String(said).startsWith('<tool_use_error>'),
      ),
  );

/** A subagent's transcript says neither its mode nor its results as tools give them; answers are in the result alone. */
const isUntold = (field: string, payload: Payload): boolean =>
  ('agent_id' in payload && (field === 'permission_mode' || field === 'tool_response')) ||
  (payload['hook_event_name'] === 'PostToolUse' &&
    payload['tool_name'] === 'AskUserQuestion' &&
    field === 'tool_input');
