import { describe, expect, it } from 'vitest';
import type { EventDraft } from '../../src/events/envelope.ts';
import { completes, prompts, requests, SESSION, scenario, stops } from '../kit/scenario.ts';

const result = (status: 'pass' | 'fail' | 'unknown', more: Record<string, unknown> = {}): EventDraft => ({
  type: 'TestRunFinished',
  provenance: 'worker',
  data: {
    runner: 'npm test',
    status,
    failures: status === 'fail' ? 2 : null,
    passed: null,
    reason: `vitest reports ${status}`,
    source: 'runner',
    run: 'r1',
    output: 'FAIL src/a.test.ts\nexpected 1 to be 2',
    ...more,
  },
});

const readA = () => completes('Read', { file_path: 'a.ts' }, 'text', { tool_use_id: 'read' });

const contextIn = (answer: Record<string, unknown> | null): unknown =>
  (answer?.['hookSpecificOutput'] as Record<string, unknown> | undefined)?.['additionalContext'];

/** What else a session is told as it starts is none of this gate's. */
const ALONE = {
  policy: {
    preset: 'strict',
    gates: { 'session-init': { mode: 'off' }, 'prompt-submit': { mode: 'off' }, 'session-summary': { mode: 'off' } },
  },
};

describe('test-runner/result', () => {
  it.each([
    ['a prompt', prompts('go on')],
    ['a tool that ran', readA()],
    ['a tool that failed', { ...readA(), hook_event_name: 'PostToolUseFailure', error: 'x' }],
    ['a session that goes on', { hook_event_name: 'SessionStart', source: 'resume' }],
  ])('is told once, with %s', async (_what, payload) => {
    const s = scenario(ALONE);
    await s.given(prompts('add a discount'), result('pass'));
    const told = await s.when(payload);
    expect(contextIn(told.answer)).toBe(
      'The tests pass (docket ran `npm test`: vitest reports pass). [docket test-runner/result]',
    );
    const finished = s.events().find(({ type }) => type === 'TestRunFinished');
    expect(told.events.find(({ type }) => type === 'AnswerSent')?.data['verdicts']).toMatchObject([
      { gate: 'test-runner', tells: [finished?.id] },
    ]);
    expect((await s.when(prompts('and on'))).answer).toBeNull();
  });

  it('says what failed, with the end of the output and what to do', async () => {
    const s = scenario(ALONE);
    await s.given(result('fail'));
    expect(contextIn((await s.when(prompts('go on'))).answer)).toBe(
      'The tests fail, 2 failures (docket ran `npm test`: vitest reports fail). The end of the output:\n' +
        'FAIL src/a.test.ts\nexpected 1 to be 2\n' +
        ' Fix the failure; docket runs the tests again after the next write of code. [docket test-runner/result]',
    );
  });

  it('says when code was written since, and what came to nothing', async () => {
    const s = scenario(ALONE);
    await s.given(result('unknown', { reason: 'it did not end within 300 seconds', output: '' }));
    const wrote = completes('Write', { file_path: 'src/a.ts', content: '' }, {}, { tool_use_id: 'w' });
    expect(contextIn((await s.when(wrote)).answer)).toBe(
      'The tests came to no result (docket ran `npm test`, before the newest write: it did not end within 300 seconds). [docket test-runner/result]',
    );
  });

  it('is cut to what an answer holds, from the end of the output', async () => {
    const s = scenario(ALONE);
    const output = Array.from({ length: 400 }, (_, i) => `line ${i} ${'x'.repeat(100)}`).join('\n');
    await s.given(result('fail', { output, runner: 'r'.repeat(5_000), reason: 'y'.repeat(5_000) }));
    const context = String(contextIn((await s.when(prompts('go on'))).answer));
    expect(context.length).toBeLessThan(1_300);
    expect(context).toContain('line 399');
  });

  it('is told to the subagent that wrote, or the main agent; not to another subagent, and not to another session', async () => {
    const s = scenario(ALONE);
    const by = (agent: string) => ({ ...readA(), agent_id: agent, tool_use_id: agent });
    await s.given(result('pass'));
    expect((await s.when(by('a2'))).answer).toBeNull();
    expect((await s.when(prompts('go on', { session_id: 'another' }))).answer).toBeNull();
    expect((await s.when(readA())).answer).not.toBeNull();
  });

  it('has nothing to say at the end of a turn, where advice would make the agent go on, nor before a tool', async () => {
    const s = scenario(ALONE);
    await s.given(result('pass'));
    expect((await s.when(stops())).answer).toBeNull();
    expect((await s.when(requests('Read', { file_path: 'a' }))).answer).toBeNull();
    expect((await s.when(readA())).answer).not.toBeNull();
  });

  it('records no ruling where there is nothing to tell', async () => {
    const s = scenario(ALONE);
    await s.given(prompts('go on'));
    const { events } = await s.when(readA());
    expect(events.map(({ type }) => type)).toEqual(['ToolCompleted']);
  });

  it.each(['observe', 'standard'] as const)('is off under %s', async (preset) => {
    const s = scenario({ policy: { ...ALONE.policy, preset } });
    await s.given(result('fail'));
    expect((await s.when(prompts('go on'))).events.map(({ type }) => type)).not.toContain('GatesRuled');
  });

  it('is only logged where the policy watches', async () => {
    const s = scenario({ policy: { preset: 'observe', gates: { 'test-runner': { mode: 'monitor' } } } });
    await s.given(result('fail'));
    const { answer, verdicts } = await s.when(prompts('go on'));
    expect(answer).toBeNull();
    expect(verdicts).toMatchObject([{ rule: 'test-runner/result', decision: 'advise', mode: 'monitor' }]);
  });
});

it('a result counts for the gates about tests like any other', async () => {
  const s = scenario(ALONE);
  await s.given(prompts('add a discount'), result('fail'));
  const { verdicts } = await s.when(stops());
  expect(verdicts).toMatchObject([{ rule: 'stop-guard/tests-fail', decision: 'deny' }]);
  expect(s.events().every(({ stream }) => stream === SESSION)).toBe(true);
});
