import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  completes,
  greenRun,
  type Outcome,
  type Payload,
  redRun,
  requests,
  type Scenario,
  type ScenarioOptions,
  scenario,
  writes,
} from '../kit/scenario.ts';
import { explained } from '../replay/read-log.ts';

const careful = (s: Scenario, isOn = true): string =>
  s.write('.config/docket/preferences.json', JSON.stringify({ projects: { [s.project]: { careful: isOn } } }));

const project = (options: ScenarioOptions = {}): Scenario => scenario({ preset: 'strict', ...options });

const bash = (command: string): Payload => requests('Bash', { command });
const asked = () => bash('git push --force origin "$BRANCH"');
const rewritten = () => bash('git push --force origin feature/x');

const fired = ({ verdicts }: Outcome, rule: string) => verdicts.find((verdict) => verdict.rule === rule);

describe('careful mode', () => {
  it('denies what guard would ask about, says so, and what ends it', async () => {
    const s = project();
    careful(s);
    const outcome = await s.when(asked());
    const loaded = outcome.events.find(({ type }) => type === 'PreferencesLoaded');
    expect(outcome.decision).toBe('deny');
    expect(fired(outcome, 'guard/force-push-unbounded')).toMatchObject({
      decision: 'deny',
      conditions: [
        { name: 'a-force-push-names-its-branches', holds: false },
        { name: 'careful-mode-is-off', holds: false, actual: 'on', because: [loaded?.id] },
      ],
    });
    expect(JSON.stringify(outcome.answer)).toContain('docket careful off');
  });

  it('denies what guard would rewrite, and changes nothing', async () => {
    const s = project();
    careful(s);
    const outcome = await s.when(rewritten());
    const verdict = fired(outcome, 'guard/force-push-lease');
    expect(verdict).toMatchObject({ decision: 'deny', reason: expect.stringContaining('would change this command') });
    expect(verdict).not.toHaveProperty('edits');
    expect(outcome.answer).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
    expect(outcome.answer).not.toHaveProperty('hookSpecificOutput.updatedInput');
    // What the agent is told to write itself runs.
    expect((await s.when(bash('git push --force-with-lease origin feature/x'))).decision).not.toBe('deny');
  });

  it('denies at the first offence where a gate would only warn, also where the policy says at most advise', async () => {
    for (const options of [{ preset: 'strict' }, { preset: 'standard' }] as const) {
      const s = project(options);
      careful(s);
      await s.given(...redRun());
      expect((await s.when(writes('src/a.ts'))).decision).toBe('deny');
      expect((await s.when(writes('src/a.ts'))).decision).toBe('deny');
      await s.given(...greenRun());
      expect((await s.when(writes('src/a.ts'))).decision).toBe('none');
    }
  });

  it('leaves no question and no rewrite of guard, whatever a command is made of', async () => {
    const s = project();
    careful(s);
    const part = fc.constantFrom(
      'git push --force origin feature/x',
      'git push --force origin "$BRANCH"',
      'git status',
      'rm -rf "$WORK"',
      'rm -rf .git/rebase-merge',
      'echo x > /tmp/x',
      'git clean -n',
      'npm run build',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(part, { minLength: 1, maxLength: 4 }), async (parts) => {
        const { verdicts, answer } = await s.when(bash(parts.join(' && ')));
        expect(verdicts.filter(({ decision }) => decision === 'ask' || decision === 'rewrite')).toEqual([]);
        expect(JSON.stringify(answer)).not.toContain('updatedInput');
      }),
      { numRuns: 40 },
    );
  });

  it('leaves allowing and plain advice as they are', async () => {
    const s = project();
    careful(s);
    expect((await s.when(bash('git status'))).decision).toBe('allow');
    expect((await s.when(bash("sed -i '1d' names.txt"))).decision).toBe('advise');
  });

  it('ends with the next call that depends on it', async () => {
    const s = project();
    careful(s);
    expect((await s.when(asked())).decision).toBe('deny');
    careful(s, false);
    const outcome = await s.when(asked());
    expect(outcome.decision).toBe('ask');
    expect(outcome.events.filter(({ type }) => type === 'PreferencesLoaded')).toHaveLength(1);
    // Not again where nothing changed.
    expect((await s.when(asked())).events.filter(({ type }) => type === 'PreferencesLoaded')).toEqual([]);
  });

  it('stops nothing where a gate is only watched, or off', async () => {
    const watched = scenario({ preset: 'observe' });
    careful(watched);
    const outcome = await watched.when(asked());
    expect(outcome).toMatchObject({ decision: 'none', answer: null });
    expect(fired(outcome, 'guard/force-push-unbounded')).toMatchObject({ decision: 'deny', mode: 'monitor' });
    const off = scenario({ policy: { preset: 'strict', gates: { guard: { mode: 'off' } } } });
    careful(off);
    expect((await off.when(rewritten())).verdicts.filter(({ gate }) => gate === 'guard')).toEqual([]);
  });

  it('is about what the policy names, by gate or rule', async () => {
    const s = scenario({ policy: { preset: 'strict', careful: { rules: ['guard/force-push-unbounded'] } } });
    careful(s);
    expect((await s.when(asked())).decision).toBe('deny');
    expect((await s.when(rewritten())).decision).toBe('rewrite');
    await s.given(...redRun());
    expect((await s.when(writes('src/a.ts'))).decision).toBe('advise');

    const all = scenario({ policy: { preset: 'strict', careful: { rules: ['auto-review'] } } });
    careful(all);
    expect((await all.when(bash("sed -i '1d' names.txt"))).decision).toBe('deny');
    expect(fired(await all.when(asked()), 'guard/force-push-unbounded')?.decision).toBe('ask');
  });

  it('makes no denial of advice where there is no call to stop', async () => {
    const s = scenario({ policy: { preset: 'strict', careful: { rules: ['test-runner'] } } });
    careful(s);
    await s.given({
      type: 'TestRunFinished',
      provenance: 'worker',
      data: { runner: 'npm test', status: 'fail', failures: 1, passed: 0, reason: 'x', source: 'runner', run: 'r1' },
    });
    const { verdicts } = await s.when(completes('Read', { file_path: 'a.ts' }, 'x', { tool_use_id: 'read' }));
    expect(fired({ verdicts } as Outcome, 'test-runner/result')?.decision).toBe('advise');
  });

  it('says which names of the policy nobody knows', async () => {
    const s = scenario({ policy: { preset: 'strict', careful: { rules: ['guard', 'gaurd/x'] } } });
    const { events } = await s.when(bash('ls'));
    const policy = events.find(({ type }) => type === 'PolicyLoaded');
    expect(policy?.data['problems']).toEqual([expect.stringContaining('"gaurd/x"')]);
  });

  it('is told to the person as a session begins, and a broken file too', async () => {
    const s = project();
    careful(s);
    const starts = { hook_event_name: 'SessionStart', source: 'startup' };
    expect(JSON.stringify((await s.when(starts)).answer)).toContain('careful mode is on');
    s.write('.config/docket/preferences.json', '{');
    const { answer } = await s.when({ ...starts, source: 'resume' });
    expect(JSON.stringify(answer)).toMatch(/preferences have problems.*careful mode is on/);
  });

  it('gives another delivery of a call the same answer', async () => {
    const s = project();
    careful(s);
    const call = asked();
    const first = await s.when(call);
    careful(s, false);
    expect((await s.when(call)).answer).toEqual(first.answer);
  });

  it('is explained: by whom it was denied, and that it is a question out of careful mode', async () => {
    const s = project();
    careful(s);
    await s.when(asked());
    const { explanations } = explained(s);
    const found = explanations.find(({ rule }) => rule === 'guard/force-push-unbounded');
    expect(found).toMatchObject({ decision: 'deny' });
    expect(found?.opens).toEqual([
      { todo: [expect.stringContaining('name the branch')], decision: 'pass' },
      { todo: ['the user ends careful mode: docket careful off'], decision: 'ask' },
    ]);
  });

  it('has nothing to add to what is denied already', async () => {
    const s = project();
    careful(s);
    const { verdicts, events } = await s.when(bash('git push --force origin main'));
    expect(fired({ verdicts } as Outcome, 'guard/force-push-protected')?.conditions).toHaveLength(1);
    expect(events.some(({ type }) => type === 'PreferencesLoaded')).toBe(false);
  });
});
