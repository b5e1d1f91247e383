import { describe, expect, it } from 'vitest';
import { factsFrom } from '../../src/gates/facts.ts';
import type { Gate } from '../../src/gates/gate.ts';
import { GATES } from '../../src/gates/gates.ts';
import { startFold } from '../../src/projections/fold.ts';
import { readCases, tryInput } from '../features/gate-cases.ts';
import { envelope } from '../kit/envelope.ts';

const INPUTS: readonly unknown[] = [
  ...['guard', 'auto-review'].flatMap(readCases).map(({ command }) => ({ tool_name: 'Bash', tool_input: { command } })),
  { tool_name: 'Bash', tool_input: { command: 7 } },
  { tool_name: 'Write', tool_input: { file_path: 7 } },
  { tool_name: 'Write', tool_input: { file_path: 'src/a.ts', content: 'x' } },
  { tool_name: 'Write', tool_input: { file_path: '.docket/log/000001.ndjson', content: 'x' } },
  { tool_name: 'Edit', tool_input: { file_path: 'docket.config.json', old_string: 'a', new_string: 'b' } },
  { tool_name: 'mcp__files__write', tool_input: { path: '.docket/x' } },
];

/** Rules that a gate leaves out for some facts, and what they would have said. */
const leftOut = async (gate: Gate, input: unknown) => {
  const { ruled } = await tryInput(JSON.stringify(input), 'strict');
  const facts = factsFrom(ruled.observed);
  const data = { ...(input as Record<string, unknown>), cwd: '/home/dev/app' };
  const trigger = envelope('trigger', 'ToolRequested', { data });
  const state = startFold().view(trigger.stream, trigger.worktree, [trigger, ...ruled.observed]);
  const about = gate.rulesAbout?.(facts, state, trigger) ?? gate.rules;
  const context = { trigger, state, facts, options: {}, mayAllow: true, before: [] };
  return gate.rules.filter((rule) => !about.includes(rule)).map((rule) => [rule.id, rule.judge(context)] as const);
};

describe('rules that a gate leaves out', () => {
  const gates = GATES.filter(({ rulesAbout }) => rulesAbout !== undefined);

  it.each(gates.map((gate) => [gate.name, gate] as const))('would have said nothing: %s', async (_name, gate) => {
    let omitted = 0;
    for (const input of INPUTS) {
      for (const [id, said] of await leftOut(gate, input)) {
        omitted += 1;
        expect(said, `${id}: ${JSON.stringify(input)}`).toBeNull();
      }
    }
    expect(omitted).toBeGreaterThan(100);
  });
});
