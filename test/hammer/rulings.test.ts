import { join } from 'node:path';
import { expect, it } from 'vitest';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { readEvents } from '../../src/events/log-reader.ts';
import { logFolder } from '../../src/events/segments.ts';
import { checkRulings } from '../../src/replay/check.ts';
import { verdictsIn } from '../../src/replay/summary.ts';
import { runDocket } from '../kit/hook-process.ts';
import { hookSession } from '../kit/hook-session.ts';
import { patient } from '../kit/patience.ts';

// Hooks of several sessions at once, each event delivered by two registrations at the same moment.

const ROUNDS = 5;
const RED = 'Exit code 1\nnot ok 1 - total\n# tests 1\n# pass 0\n# fail 1';

it('rulings of processes that write at once are the same when they are judged again', {
  timeout: patient(180_000),
}, async () => {
  const s = hookSession({ policy: { preset: 'strict' } });
  const sessions = ['s1', 's2', 's3'].map((id) => s.other(id));
  const call = (id: string, tool: string, input: object) => ({ tool_name: tool, tool_input: input, tool_use_id: id });
  for (let round = 1; round <= ROUNDS; round += 1) {
    const prompt = { hook_event_name: 'UserPromptSubmit', prompt: `round ${round}`, prompt_id: `p${round}` };
    const test = call(`t${round}`, 'Bash', { command: 'npm test' });
    const moments: readonly (readonly object[])[] = [
      [prompt, { hook_event_name: 'PreToolUse', ...test }],
      [{ hook_event_name: 'PostToolUseFailure', ...test, error: RED }],
      [
        {
          hook_event_name: 'PreToolUse',
          ...call(`w${round}`, 'Write', { file_path: `src/n${round}.js`, content: 'x\n' }),
        },
        { hook_event_name: 'PreToolUse', ...call(`r${round}`, 'Bash', { command: 'rm -rf /' }) },
        { hook_event_name: 'Stop', stop_hook_active: false, last_assistant_message: `done ${round}` },
      ],
    ];
    for (const payloads of moments) {
      const twice = [...payloads, ...payloads] as Record<string, unknown>[];
      await Promise.all(sessions.flatMap((session) => twice.map((payload) => session.send(payload))));
    }
    if (round === 2) s.put('docket.config.json', JSON.stringify({ preset: 'standard' }));
  }
  const lines = [...readEvents(logFolder(join(s.path, '.docket'), nodeLogFs))];
  const checked = checkRulings(lines, { most: 3 });
  expect(checked.map(({ divergences }) => divergences)).toEqual(checked.map(() => []));
  expect(checked.map(({ unreplayable }) => unreplayable)).toEqual(checked.map(() => ({})));
  for (const { rulings } of checked) expect(rulings).toBeGreaterThanOrEqual(ROUNDS * 3);
  // Both deliveries were answered alike, each from what it observed itself.
  const said = new Map<unknown, Set<string>>();
  for (const { event } of lines) {
    if (event.type !== 'GatesRuled') continue;
    const { event: judged, decision } = event.data;
    const rules = verdictsIn(event.data).map((verdict) => `${verdict.rule} ${verdict.decision}`);
    said.set(judged, (said.get(judged) ?? new Set()).add(JSON.stringify([decision, rules])));
  }
  expect([...said.values()].filter(({ size }) => size > 1)).toEqual([]);
  expect(runDocket(['check'], s.path)).toMatchObject({ status: 0, stderr: '' });
});
