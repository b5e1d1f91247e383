import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runDocket } from '../kit/hook-process.ts';
import { completes, prompts, redRun, scenario } from '../kit/scenario.ts';
import { tempProject } from '../kit/temp-project.ts';
import { asks, closing, failed, importInto, result, said, writeTranscript } from '../kit/transcripts.ts';
import { deniedSession, ESC, filesIn, lastOf, STEERING, segmentOf, widest } from './sessions.ts';

/** Tests fail, and are not run again before a commit: nobody was there to say so. */
const importedSession = () => {
  const project = tempProject();
  writeFileSync(join(project.path, 'docket.config.json'), '{ "preset": "strict" }');
  const lines = [
    said('add a discount'),
    asks('c1', 'Bash', { command: 'npm test' }),
    failed('c1', 'Exit code 1\n\n# tests 2\n# pass 1\n# fail 1'),
    asks('c2', 'Bash', { command: 'git commit -m x' }),
    result('c2', 'done'),
    closing('Committed.'),
  ];
  importInto(project.path, writeTranscript(project.path, 's1.jsonl', lines));
  return project;
};

const jsonLines = (stdout: string): Record<string, unknown>[] =>
  stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('docket replay', () => {
  it('lists the sessions where none is named, and says how to go on', async () => {
    const s = await deniedSession();
    await s.given({ ...prompts('hello'), session_id: 'other' });
    const { stdout, stderr, status } = runDocket(['replay'], s.project);
    expect(status).toBe(0);
    expect(stdout.trim().split('\n')).toHaveLength(2);
    expect(stdout).toMatch(/ s1 .*1 deny/);
    expect(stderr).toContain('docket replay SESSION');
    expect(jsonLines(runDocket(['replay', '--json'], s.project).stdout).map(({ session }) => session)).toEqual([
      's1',
      'other',
    ]);
  });

  it('shows a session with an event or call a row, and what was decided at its end', async () => {
    const s = await deniedSession();
    const { stdout, stderr, status } = runDocket(['replay', 's1'], s.project);
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(stdout).toMatch(/^── 2026-01-01 \(UTC\)$/m);
    expect(stdout).toMatch(/"add a discount"$/m);
    expect(stdout).toMatch(/✗ Bash npm test$/m);
    expect(stdout).toMatch(/▸ Write src\/a\.ts +advise test-gate\/tests-fail$/m);
    expect(stdout).toMatch(/▸ Write src\/b\.ts +deny test-gate\/tests-fail$/m);
    expect(stdout).not.toMatch(/GatesRuled|FileObserved/);
    expect(widest(stdout)).toBeLessThanOrEqual(80);
  });

  it('--steps shows what each event changed in the state', async () => {
    const s = await deniedSession();
    const { stdout } = runDocket(['replay', 's1', '--steps'], s.project);
    expect(stdout).toMatch(/TestRunFinished npm test: fail.*\n(?: {16}.*\n)* {16}tests\.status: null → "fail"$/m);
    expect(stdout).toMatch(/AnswerSent.*\n {16}strikes\.test-gate/m);
    expect(widest(stdout)).toBeLessThanOrEqual(80);
  });

  it('--steps shows what another session changed in between', async () => {
    const s = await deniedSession();
    await s.given({ ...prompts('theirs'), session_id: 'another' }, prompts('go on'));
    const { stdout } = runDocket(['replay', 's1', '--steps'], s.project);
    expect(stdout).toMatch(/another ~ "theirs"$/m);
    expect(runDocket(['replay', 's1'], s.project).stdout).not.toContain('theirs');
  });

  it('--json prints one object a step, with verdicts and changes', async () => {
    const s = await deniedSession();
    const steps = jsonLines(runDocket(['replay', 's1', '--json'], s.project).stdout);
    expect(steps.map(({ number }) => number)).toEqual(expect.arrayContaining([1]));
    expect(steps.find(({ call, type }) => call === 'w2' && type === 'ToolRequested')).toMatchObject({
      session: 's1',
      own: true,
      decision: 'deny',
      answered: true,
      summary: 'Write src/b.ts',
      verdicts: expect.arrayContaining([
        { gate: 'test-gate', rule: 'test-gate/tests-fail', decision: 'deny', mode: 'enforce' },
      ]),
    });
    expect(steps.find(({ type }) => type === 'TestRunFinished')).toMatchObject({
      changes: expect.arrayContaining([{ path: 'tests.status', before: null, after: 'fail' }]),
    });
  });

  it.each([
    [
      ['--gate', 'test-gate'],
      ['w1', 'w2'],
    ],
    [['--gate', 'test-gate', '--last', '1'], ['w2']],
    [['--path', 'b.ts'], ['w2']],
    [['--type', 'GatesRuled', '--last', '1'], ['w2']],
    [['--tool', 'Write', '--last', '1'], ['w2']],
  ])('%j leaves the events that fit', async (filters, calls) => {
    const s = await deniedSession();
    const steps = jsonLines(runDocket(['replay', 's1', '--json', ...filters], s.project).stdout);
    expect(steps.map(({ call }) => call)).toEqual(calls);
  });

  it.each([
    ['recorded', async () => (await deniedSession()).project],
    ['imported', async () => importedSession().path],
  ] as const)('--last leaves the end of what all of a session that was %s looks like', async (_, made) => {
    const project = await made();
    for (const form of [['--json'], ['--json', '--type', 'ToolRequested'], ['--json', '--gate', 'guard']]) {
      const all = jsonLines(runDocket(['replay', 's1', ...form], project).stdout);
      for (const count of [1, 3, all.length, all.length + 1]) {
        const last = jsonLines(runDocket(['replay', 's1', ...form, '--last', String(count)], project).stdout);
        expect({ form, count, last }).toEqual({ form, count, last: all.slice(-count) });
      }
    }
  });

  it('--state shows the state behind an event, which a later one does not change', async () => {
    const s = await deniedSession();
    const red = lastOf(s, 'TestRunFinished');
    await s.given(
      completes('Bash', { command: 'npm test' }, { stdout: '# pass 1\n# fail 0', stderr: '' }, { tool_use_id: 'x' }),
    );
    const { stdout, status } = runDocket(['replay', '--state', red.id], s.project);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^tests\.status: "fail"$/m);
    expect(widest(stdout)).toBeLessThanOrEqual(80);
    const json = JSON.parse(runDocket(['replay', '--state', red.id, '--json'], s.project).stdout);
    expect(json).toMatchObject({
      event: red.id,
      state: { tests: { status: 'fail' }, turn: { prompts: 1 } },
      changes: expect.arrayContaining([{ path: 'tests.status', before: null, after: 'fail' }]),
    });
  });

  it('shows of an imported session what the gates of today would have said, in brackets, and says what those mean', () => {
    const { path } = importedSession();
    const { stdout, status } = runDocket(['replay', 's1'], path);
    expect(status).toBe(0);
    expect(stdout).toMatch(/▸ Bash git commit -m x +\(deny\? guard\/commit-untested \+1\)$/m);
    expect(stdout).toMatch(/✓ Bash git commit -m x$/m);
    expect(stdout.replaceAll('\n', ' ')).toMatch(
      /\(…\) is hypothetical: no gate ruled on it, .* under today's policy\. .* docket why ID explains it\. $/,
    );
    expect(widest(stdout)).toBeLessThanOrEqual(80);
    expect(runDocket(['replay', 's1', '--steps'], path).stdout).toContain('(deny? guard/commit-untested +1)');
  });

  it('--json and --gate have hypothetical verdicts apart from recorded ones, with what nobody recorded', () => {
    const { path } = importedSession();
    const steps = jsonLines(runDocket(['replay', 's1', '--json', '--gate', 'guard', '--last', '1'], path).stdout);
    expect(steps).toEqual([
      expect.objectContaining({
        call: 'c2',
        decision: null,
        verdicts: [],
        hypothetical: {
          decision: 'deny',
          verdicts: expect.arrayContaining([
            { gate: 'guard', rule: 'guard/commit-untested', decision: 'deny', mode: 'enforce' },
          ]),
          policy: { preset: 'strict', fingerprint: 'today' },
          unknown: expect.arrayContaining([{ gate: 'guard', facts: ['git'] }]),
        },
      }),
    ]);
  });

  it('says hypothetically what came of a call whose hook was killed, and nothing of what was ruled on', async () => {
    const s = await deniedSession();
    const killed = { ...lastOf(s, 'ToolRequested'), id: 'killed-before-it-ruled', call: 'k1', delivery: 'k1' };
    appendFileSync(segmentOf(s), `${JSON.stringify(killed)}\n`);
    const steps = jsonLines(runDocket(['replay', 's1', '--json'], s.project).stdout);
    expect(steps.flatMap(({ event, hypothetical }) => (hypothetical === null ? [] : [event]))).toEqual([killed.id]);
    expect(runDocket(['replay', 's1', '--steps'], s.project).stdout).toContain('the policy that was in force');
  });

  it('never lets what was logged steer the terminal', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts(`${ESC}[2J‮evil`), ...redRun());
    for (const args of [['s1'], ['s1', '--steps'], ['--state', lastOf(s, 'PromptSubmitted').id]]) {
      expect(runDocket(['replay', ...args], s.project).stdout).not.toMatch(STEERING);
    }
  });

  it.each([
    [['nothing-so'], 1, 'No session begins with "nothing-so"'],
    [['--state', 'no-such-event'], 1, 'There is no event no-such-event'],
    [['s1', '--session', 's1'], 2, 'Name the session once'],
    [['--steps'], 2, '--steps is about one session'],
    [['--gate', 'test-gate'], 2, '--gate is about one session'],
    [['s1', '--since', 'soon'], 2, '--since takes a time'],
  ])('%j is told with what to do instead', async (args, code, said) => {
    const s = await deniedSession();
    const { stdout, stderr, status } = runDocket(['replay', ...args], s.project);
    expect({ stdout, status }).toEqual({ stdout: '', status: code });
    expect(stderr).toContain(said);
  });

  it('says where there is no log, and writes nothing', () => {
    const project = tempProject();
    const before = filesIn(project.path);
    const { stderr, status } = runDocket(['replay'], project.path);
    expect(status).toBe(1);
    expect(stderr).toContain('There is no log');
    expect(filesIn(project.path)).toEqual(before);
  });
});
