import { describe, expect, it } from 'vitest';
import { tempProject } from '../kit/temp-project.ts';
import { eventsOf, importInto, type Line, story, writeTranscript } from '../kit/transcripts.ts';

let second = 0;

const row = (type: string, payload: Line): Line => {
  second += 1;
  return { timestamp: `2026-01-01T00:00:${String(second).padStart(2, '0')}.000Z`, type, payload };
};

const ROLLOUT: Line[] = [
  row('session_meta', {
    id: 'r1',
    cwd: '/home/dev/shop',
    cli_version: '0.171.0',
    originator: 'codex_cli',
    git: { branch: 'main' },
  }),
  row('response_item', {
    type: 'message',
    role: 'user',
    content: [{ type: 'input_text', text: '<environment_context/>' }],
  }),
  row('event_msg', { type: 'user_message', message: 'run the tests' }),
  row('turn_context', { cwd: '/home/dev/shop', model: 'gpt-x', turn_id: 't1' }),
  row('response_item', {
    type: 'function_call',
    name: 'shell',
    call_id: 'c1',
    arguments: '{"command":["bash","-lc","npm test"]}',
  }),
  row('response_item', {
    type: 'function_call_output',
    call_id: 'c1',
    output: '{"output":"# tests 2\\n# pass 2\\n# fail 0","metadata":{"exit_code":0}}',
  }),
  row('response_item', { type: 'custom_tool_call', name: 'apply_patch', call_id: 'c2', input: '*** Begin Patch' }),
  row('response_item', { type: 'custom_tool_call_output', call_id: 'c2', output: 'Done' }),
  row('event_msg', { type: 'token_count', info: { total_token_usage: { output_tokens: 7 } } }),
  row('event_msg', { type: 'token_count', info: { total_token_usage: { output_tokens: 12 } } }),
  row('response_item', { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'They pass.' }] }),
  row('event_msg', { type: 'task_complete', last_agent_message: 'They pass.' }),
  row('hologram', {}),
];

describe('rollouts of Codex', () => {
  it('become the events that its hooks are told', () => {
    const project = tempProject();
    const path = writeTranscript(project.path, 'rollout-1.jsonl', ROLLOUT);
    const report = importInto(project.path, path);
    const events = eventsOf(project.path);
    expect(story(events)).toEqual([
      'SessionStarted',
      'GitObserved',
      'PromptSubmitted run the tests',
      'ToolRequested c1',
      'CommandUnderstood c1',
      'TestRunStarted c1',
      'ToolCompleted c1',
      'TestRunFinished c1',
      'ToolRequested c2',
      'ToolCompleted c2',
      'TurnEnded',
    ]);
    expect(new Set(events.map(({ host, stream }) => `${host} ${stream}`))).toEqual(new Set(['codex r1']));
    expect(events[3]?.data).toMatchObject({ tool_name: 'Bash', tool_input: { command: 'npm test' } });
    expect(events[7]?.data).toMatchObject({ status: 'pass', passed: 2 });
    expect(report).toMatchObject({ calls: 2, messages: 2, outputTokens: 12, unknownTypes: { hologram: 1 } });
    expect(importInto(project.path, path).events).toBe(0);
  });
});
