import { describe, expect, it } from 'vitest';
import type { EventDraft } from '../../src/events/envelope.ts';
import { greenRun, type Payload, prompts, redRun, requests, type Scenario, scenario, writes } from '../kit/scenario.ts';
import { explanationOf } from '../replay/read-log.ts';

describe('test-gate', () => {
  it('says nothing while no test run was seen', async () => {
    const s = scenario({ preset: 'strict' });
    const result = await s.when(writes('src/a.ts'));
    expect(result.decision).toBe('none');
    expect(result.answer).toBeNull();
    expect(result.verdicts.find(({ gate }) => gate === 'test-gate')).toMatchObject({
      decision: 'pass',
      because: [],
      conditions: [{ name: 'tests-do-not-fail', holds: true, actual: null, because: [], remedy: null }],
      limits: [],
    });
  });

  it('names the run where the tests pass', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(...greenRun('green'));
    const { verdicts } = await s.when(writes('src/a.ts'));
    expect(verdicts.find(({ gate }) => gate === 'test-gate')).toMatchObject({
      decision: 'pass',
      because: expect.arrayContaining([s.events().find(({ type }) => type === 'TestRunFinished')?.id]),
      conditions: [{ holds: true, actual: { status: 'pass', failures: 0 } }],
    });
  });

  it('says what opens it, and what to do', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(...redRun(), writes('src/a.ts'));
    const { opens, conditions } = explanationOf(s, 'test-gate/tests-fail');
    expect(opens).toEqual([{ todo: ['run the tests, and they pass'], decision: 'pass' }]);
    expect(conditions[0]?.remedy).toBe('Fix the failure (test files are never gated) and run the tests again.');
  });

  it('tells of a failure of which nobody counted what fails', async () => {
    const s = scenario({ preset: 'strict' });
    const data = { runner: 'make check', status: 'fail', failures: null, passed: null, reason: 'exit code 1' };
    await s.given({ type: 'TestRunFinished', data: { ...data, source: 'agent' } });
    const { verdicts } = await s.when(writes('src/a.ts'));
    expect(verdicts.find(({ gate }) => gate === 'test-gate')?.reason).toMatch(
      /^The tests fail \(make check at 2026-01-01 12:00:\d\d UTC\), and this/,
    );
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

  it('asks for the file itself, whichever other gates are on', async () => {
    const s = scenario({ policy: { preset: 'strict', gates: { 'branch-guard': { mode: 'off' } } } });
    await s.given(...redRun());
    const { verdicts } = await s.when(writes('src/a.ts'));
    expect(verdicts).toMatchObject([
      {
        decision: 'advise',
        conditions: [
          { name: 'tests-do-not-fail', actual: { status: 'fail', failures: 1, runner: expect.any(String) } },
        ],
      },
    ]);
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

  describe('where the tests of one package fail', () => {
    const failure = (folder: string): EventDraft => ({
      type: 'TestRunFinished',
      data: {
        ...{ runner: 'vitest', status: 'fail', failures: 2, passed: 1, reason: 'the summary says so', source: 'agent' },
        folder,
      },
    });
    const withFailure = async (preset: 'strict' | 'observe' = 'strict'): Promise<Scenario> => {
      const s = scenario({ preset });
      await s.given(failure('packages/a'));
      return s;
    };
    const decisions = async (s: Scenario, ...calls: readonly Payload[]): Promise<string[]> => {
      const said: string[] = [];
      for (const call of calls) said.push((await s.when(call)).decision);
      return said;
    };

    it('stops writes in that package, after a warning', async () => {
      const s = await withFailure();
      const folder = `${s.project}/packages/a`;
      expect(
        await decisions(s, writes('packages/a/b.ts'), writes(`${folder}/c.ts`), writes('d.ts', { cwd: folder })),
      ).toEqual(['advise', 'deny', 'deny']);
    });

    it('takes a file of which nobody can tell the package for one of it', async () => {
      for (const path of ['/home/dev/loose/a.ts', 'packages/b/../a/c.ts']) {
        expect(await decisions(await withFailure(), writes(path), writes(path)), path).toEqual(['advise', 'deny']);
      }
    });

    it('takes a path for one from the top of the worktree where the host names no folder', async () => {
      const twice = (path: string) => [writes(path, { cwd: undefined }), writes(path, { cwd: undefined })];
      expect(await decisions(await withFailure(), ...twice('packages/a/b.ts'))).toEqual(['advise', 'deny']);
      expect(await decisions(await withFailure(), ...twice('packages/b/a.ts'))).toEqual(['advise', 'none']);
    });

    it('opens wherever it is after a run of all tests', async () => {
      const s = await withFailure();
      await s.given(writes('packages/a/b.ts'), writes('packages/a/b.ts'));
      expect(explanationOf(s, 'test-gate/tests-fail').opens).toMatchObject([{ decision: 'pass' }]);
      await s.given(...greenRun());
      expect(await decisions(s, writes('packages/a/b.ts'))).toEqual(['none']);
    });

    it('warns once of it in another one, and stops nothing there', async () => {
      const s = await withFailure();
      const elsewhere = [writes('packages/b/a.ts'), writes('packages/ab/a.ts'), writes('src/a.ts')];
      const inOther = writes('a.ts', { cwd: `${s.project}/packages/b` });
      expect(await decisions(s, ...elsewhere, inOther)).toEqual(['advise', 'none', 'none', 'none']);
      const { verdicts } = await s.when(writes('packages/b/a.ts'));
      expect(verdicts.find(({ gate }) => gate === 'test-gate')).toMatchObject({
        decision: 'pass',
        limits: [{ name: 'of-this-package-or-not-warned-yet', holds: false, actual: 1, because: [expect.any(String)] }],
      });
      expect(await decisions(s, writes('packages/a/b.ts'))).toEqual(['deny']);
    });

    it('counts the warnings that were only logged', async () => {
      const s = await withFailure('observe');
      const of = async () =>
        (await s.when(writes('packages/b/a.ts'))).verdicts.find(({ gate }) => gate === 'test-gate');
      expect([(await of())?.decision, (await of())?.decision]).toEqual(['advise', 'pass']);
    });

    it('says so of all of them where all were run', async () => {
      const s = scenario({ preset: 'strict' });
      await s.given(failure(''));
      expect(await decisions(s, writes('packages/b/a.ts'), writes('packages/b/a.ts'))).toEqual(['advise', 'deny']);
      const { verdicts } = await s.when(writes('packages/b/a.ts'));
      expect(verdicts.find(({ gate }) => gate === 'test-gate')?.reason).toMatch(
        /^The tests fail \(2 failures, vitest at 2026-01-01 12:0\d:\d\d UTC\), and this would write more source code\.$/,
      );
    });
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
