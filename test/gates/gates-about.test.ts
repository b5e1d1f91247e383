import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOST_EVENT_TYPES } from '../../src/events/host-event-names.ts';
import type { Policy } from '../../src/events/schemas.ts';
import { GATES } from '../../src/gates/gates.ts';
import { gatesAbout } from '../../src/gates/gates-about.ts';
import { gatesFor } from '../../src/gates/judge.ts';
import { envelope } from '../kit/envelope.ts';

const all = (mode: 'enforce' | 'off'): Policy['gates'] =>
  Object.fromEntries(GATES.map(({ name }) => [name, { mode, rules: {}, options: {}, failClosed: false }]));

const POLICIES: readonly Policy[] = [
  { preset: 'strict', gates: all('enforce') },
  { preset: 'strict', gates: { ...all('enforce'), 'llm-review': { ...all('off')['llm-review'] } } } as Policy,
];

const TOOLS = ['Edit', 'Write', 'NotebookEdit', 'Bash', 'Read', 'Grep', 'Glob', 'Task', 'Agent', 'AskUserQuestion'];

const triggers = fc.record({
  type: fc.constantFrom(...HOST_EVENT_TYPES, 'HostEventReceived', 'HookFailed'),
  tool: fc.oneof(
    fc.constantFrom(...TOOLS, 'mcp__ide__AskUserQuestion', 'mcp__files__write_file', 'shell', 'apply_patch'),
    fc.string(),
    fc.constant(undefined),
  ),
  input: fc.constantFrom(undefined, {}, { file_path: 'src/a.ts' }, { command: 'ls' }, { command: ['rm', '-rf'] }, 'ls'),
  actor: fc.constantFrom('main', 'agent-1'),
  provenance: fc.constantFrom('hook' as const, 'prompt' as const, 'worker' as const),
});

describe('the gates at hand for an event', () => {
  it('are all that judge it, in their order', () => {
    fc.assert(
      fc.property(triggers, fc.constantFrom(...POLICIES), ({ type, tool, input, actor, provenance }, policy) => {
        const data = { tool_name: tool, tool_input: input };
        const trigger = envelope('e', type, { data, provenance, actor: { id: actor, type: 'implementer' } });
        const names = (gates: typeof GATES) => gatesFor(gates, trigger, policy).map(({ name }) => name);
        expect(names(gatesAbout(trigger, policy))).toEqual(names(GATES));
      }),
      { numRuns: 2000 },
    );
  });
});
