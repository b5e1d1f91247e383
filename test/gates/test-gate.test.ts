import { describe, expect, it } from 'vitest';
import { greenRun, prompts, redRun, requests, scenario, writes } from '../kit/scenario.ts';

describe('test-gate', () => {
  it('says nothing while no test run was seen', async () => {
    const s = scenario({ preset: 'strict' });
    const result = await s.when(writes('src/a.ts'));
    expect(result.decision).toBe('none');
    expect(result.answer).toBeNull();
  });

  it('warns on the first source write while tests fail, and denies the next', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(...redRun('red'));

    const first = await s.when(writes('src/a.ts'));
    expect(first.decision).toBe('advise');
    expect(first.answer).toMatchObject({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        additionalContext: expect.stringContaining('The tests fail (1 failure'),
      },
    });
    expect(first.answer).not.toHaveProperty('hookSpecificOutput.permissionDecision');

    const second = await s.when(writes('src/b.ts'));
    expect(second.decision).toBe('deny');
    expect(second.answer).toMatchObject({
      hookSpecificOutput: {
        permissionDecision: 'deny',
        permissionDecisionReason: expect.stringMatching(/run the tests again.*\[docket test-gate\/tests-fail\]/),
      },
    });
  });

  it('names the failing run and the warning as the cause', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(...redRun('red'), writes('src/a.ts'));
    const { verdicts } = await s.when(writes('src/b.ts'));
    const own = verdicts.filter(({ gate }) => gate === 'test-gate');
    const types = own.flatMap(({ because }) => because.map((id) => s.events().find((event) => event.id === id)));
    expect(types.map((event) => event?.type)).toEqual(['TestRunFinished', 'ToolFailed', 'AnswerSent']);
    expect(types[1]?.call).toBe('red');
  });

  it.each(['src/a.test.ts', 'test/a.ts', 'README.md', 'package.json', 'docs/guide.rst', 'tests/test_a.py'])(
    'never gates %s, and it costs no strike',
    async (path) => {
      const s = scenario({ preset: 'strict' });
      await s.given(...redRun(), writes('src/a.ts'));
      expect((await s.when(writes(path))).decision).toBe('none');
    },
  );

  it('opens once the tests pass', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(...redRun(), writes('src/a.ts'), writes('src/b.ts'), ...greenRun());
    expect((await s.when(writes('src/b.ts'))).decision).toBe('none');
  });

  it('starts afresh with any new test run after the warning, also a red one', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(...redRun(), writes('src/a.ts'), ...redRun());
    expect((await s.when(writes('src/b.ts'))).decision).toBe('advise');
    expect((await s.when(writes('src/b.ts'))).decision).toBe('deny');
  });

  it('does not count a warning whose answer never reached the host', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(...redRun());
    const lost = await s.when(writes('src/a.ts'));
    expect(lost.decision).toBe('advise');
    const { handle } = await import('../../src/hooks/handle.ts');
    const t = scenario({ preset: 'strict' });
    await t.given(...redRun());
    // The process died before it could write: nothing was finished.
    const payload = { session_id: 's1', cwd: t.project, ...writes('src/a.ts') };
    await handle(Buffer.from(JSON.stringify(payload)), t.deps);
    expect((await t.when(writes('src/a.ts'))).decision).toBe('advise');
  });

  it('counts strikes by session, and a failure speaks only for the session that saw it', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(...redRun(), writes('src/a.ts'));
    expect((await s.when(writes('src/b.ts', { session_id: 'other' }))).decision).toBe('none');
    expect((await s.when(writes('src/b.ts'))).decision).toBe('deny');
  });

  it('judges a subagent in the same session by the same result', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(...redRun(), writes('src/a.ts', { agent_id: 'a1', agent_type: 'implementer' }));
    expect((await s.when(writes('src/b.ts', { agent_id: 'a1', agent_type: 'implementer' }))).decision).toBe('deny');
  });

  it('goes on after a new prompt', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(...redRun(), writes('src/a.ts'), prompts('go on'));
    expect((await s.when(writes('src/b.ts'))).decision).toBe('deny');
  });

  it('covers every tool that writes files', async () => {
    for (const [tool, field] of [
      ['Write', 'file_path'],
      ['Edit', 'file_path'],
      ['MultiEdit', 'file_path'],
      ['NotebookEdit', 'notebook_path'],
    ]) {
      const s = scenario({ preset: 'strict' });
      await s.given(...redRun());
      const path = tool === 'NotebookEdit' ? 'nb/a.ipynb' : 'src/a.ts';
      expect((await s.when(requests(tool as string, { [field as string]: path }))).decision, tool).toBe('advise');
    }
  });

  describe('under other policies', () => {
    it('only logs what it would have been in monitor mode, strikes included', async () => {
      const s = scenario({ preset: 'observe' });
      await s.given(...redRun());
      const first = await s.when(writes('src/a.ts'));
      const second = await s.when(writes('src/b.ts'));
      expect([first.decision, second.decision]).toEqual(['none', 'none']);
      expect([first.answer, second.answer]).toEqual([null, null]);
      const said = [first, second].map(({ verdicts }) => verdicts.find(({ gate }) => gate === 'test-gate'));
      expect(said.map((verdict) => [verdict?.decision, verdict?.mode])).toEqual([
        ['advise', 'monitor'],
        ['deny', 'monitor'],
      ]);
    });

    it('warns once for each red run and never denies under standard', async () => {
      const s = scenario({ preset: 'standard' });
      await s.given(...redRun());
      const decisions: string[] = [];
      for (const path of ['src/a.ts', 'src/b.ts', 'src/c.ts']) decisions.push((await s.when(writes(path))).decision);
      await s.given(...redRun());
      decisions.push((await s.when(writes('src/d.ts'))).decision);
      expect(decisions).toEqual(['advise', 'none', 'none', 'advise']);
    });

    it('is silent when it is off', async () => {
      const s = scenario({ policy: { preset: 'strict', gates: { 'test-gate': { mode: 'off' } } } });
      await s.given(...redRun(), writes('src/a.ts'));
      const result = await s.when(writes('src/b.ts'));
      expect(result.verdicts.map(({ gate }) => gate)).toEqual(['branch-guard']);
    });

    it('switches a single rule to monitor', async () => {
      const s = scenario({
        policy: { preset: 'strict', gates: { 'test-gate': { rules: { 'tests-fail': 'monitor' } } } },
      });
      await s.given(...redRun());
      const result = await s.when(writes('src/a.ts'));
      expect(result.decision).toBe('none');
      expect(result.verdicts.find(({ gate }) => gate === 'test-gate')).toMatchObject({
        decision: 'advise',
        mode: 'monitor',
      });
    });
  });
});
