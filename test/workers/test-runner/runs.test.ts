import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../../src/events/envelope.ts';
import { RED, runnerProject, wroteFile } from '../../kit/runner-project.ts';
import { prompts, redRun, writes } from '../../kit/scenario.ts';

const contextOf = (answer: Record<string, unknown> | null): string =>
  String((answer?.['hookSpecificOutput'] as Record<string, unknown> | undefined)?.['additionalContext'] ?? '');

describe('a write of code', () => {
  it('starts the tests behind the answer, and the hook does not wait for them', async () => {
    const p = runnerProject();
    p.plan({ waits: true });
    expect(await p.hook(wroteFile(join(p.path, 'src/a.ts')))).toBeNull();
    const [started] = await p.until('TestRunStarted');
    expect(p.events().some(({ type }) => type === 'TestRunFinished')).toBe(false);
    p.go();
    const [finished] = await p.until('TestRunFinished');
    const [written] = await p.until('ToolCompleted');
    const run = started?.data['run'];
    expect(run).toEqual(expect.any(String));
    expect(started).toMatchObject({ cause: written?.id, provenance: 'worker', stream: 's1', worktree: p.path });
    expect(finished).toMatchObject({
      cause: written?.id,
      provenance: 'worker',
      stream: 's1',
      worktree: p.path,
      call: null,
      data: { status: 'pass', passed: 1, source: 'runner', run, tree: started?.data['tree'] },
    });
    expect(finished?.data['tree']).toMatchObject({ code: expect.any(String) });
    expect(finished?.data['output']).toContain('# pass 1');
    await p.idle();
    expect(p.events().filter(({ type }) => type === 'TestRunStarted')).toHaveLength(1);
  });

  it('has its result told once, by the next answer that reaches the agent', async () => {
    const p = runnerProject();
    await p.hook(wroteFile(join(p.path, 'src/a.ts')));
    await p.until('TestRunFinished');
    const told = contextOf(await p.hook(prompts('go on')));
    expect(told).toMatch(/^The tests pass \(docket ran `.*tests\.cjs`: .*1 passed.*\[docket test-runner\/result\]$/s);
    expect(contextOf(await p.hook(prompts('and on')))).toBe('');
  });

  it('that broke the tests is told with the end of the output, and holds for test-gate', async () => {
    const p = runnerProject();
    p.plan({ code: 1, output: RED });
    await p.hook(wroteFile(join(p.path, 'src/a.ts')));
    await p.until('TestRunFinished');
    const warned = contextOf(await p.hook(writes('src/b.ts')));
    expect(warned).toContain('[docket test-gate/tests-fail]');
    const told = contextOf(await p.hook(prompts('go on')));
    expect(told).toContain('The tests fail, 1 failure');
    expect(told).toContain('not ok 1 - total');
    expect(told).toContain('Fix the failure');
  });

  it('that leaves them red does not take test-gate back to its first warning', async () => {
    const p = runnerProject();
    p.plan({ code: 1, output: RED });
    for (const payload of redRun()) await p.hook(payload);
    await p.hook(writes('src/a.ts'));
    await p.hook(wroteFile(join(p.path, 'src/a.ts')));
    await p.until('TestRunFinished', 2);
    const answer = await p.hook(writes('src/b.ts'));
    expect(answer?.['hookSpecificOutput']).toMatchObject({ permissionDecision: 'deny' });
  });

  it.each([
    ['a document', (path: string) => join(path, 'docs/guide.md')],
    ['another repository', (path: string) => join(path, '../other/src/a.ts')],
    ['nothing of a project', () => '/nowhere/a.ts'],
    ['a vendored file', (path: string) => join(path, 'node_modules/x/a.js')],
  ])('starts nothing for %s', async (_what, at) => {
    const p = runnerProject();
    p.write('other/src/a.ts', '');
    p.git('other', 'init', '--quiet');
    await p.hook(wroteFile(at(p.path)));
    expect(p.runners()).toEqual([]);
    expect(p.worker()).toBe(0);
  });

  it('starts nothing where the policy switched it off, and where it only watches says once what it would run', async () => {
    const off = runnerProject({ mode: 'off' });
    await off.hook(wroteFile(join(off.path, 'src/a.ts')));
    expect(off.events().some(({ type }) => type === 'TestRunSkipped')).toBe(false);
    const watched = runnerProject({ mode: 'monitor' });
    for (let i = 0; i < 2; i += 1) await watched.hook(wroteFile(join(watched.path, 'src/a.ts')));
    const [skipped, ...more] = await watched.until('TestRunSkipped');
    expect(skipped?.data).toEqual({ reason: 'monitor', would: expect.stringContaining('tests.cjs') });
    expect(more).toEqual([]);
    expect([...off.runners(), ...watched.runners()]).toEqual([]);
    expect([off.worker(), watched.worker()]).toEqual([0, 0]);
  });

  it('in a project without tests says so once a session', async () => {
    const p = runnerProject();
    p.write('app/docket.config.json', JSON.stringify({ preset: 'strict' }));
    for (let i = 0; i < 2; i += 1) await p.hook(wroteFile(join(p.path, 'src/a.ts')));
    await p.hook(wroteFile(join(p.path, 'src/a.ts'), { session_id: 's2' }));
    const skipped = await p.until('TestRunSkipped', 2);
    expect(skipped.map(({ stream, data }) => [stream, data['reason']])).toEqual([
      ['s1', 'no-command'],
      ['s2', 'no-command'],
    ]);
    expect(p.runners()).toEqual([]);
    expect(p.worker()).toBe(0);
  });

  it('in a linked worktree runs them there, also when the session works elsewhere', async () => {
    const p = runnerProject({ options: { command: 'pwd; echo "# pass 1"' } });
    p.git('app', 'worktree', 'add', '--quiet', '../linked', '-b', 'linked');
    await p.hook(wroteFile(join(p.outer, 'linked/src/a.ts')));
    const [finished] = await p.until('TestRunFinished');
    expect(finished?.worktree).toBe(join(p.outer, 'linked'));
    expect(finished?.data['output']).toContain(join(p.outer, 'linked'));
  });
});

it('writes in several packages have a result for each, and what is red is run again', async () => {
  const p = runnerProject({ options: { command: undefined, debounce: 0.6 } });
  const declared = (test: string): string => JSON.stringify({ scripts: { test } });
  p.write('app/packages/a/package.json', declared('echo "# pass 1"'));
  p.write('app/packages/b/package.json', declared('echo "# fail 1"; exit 1'));
  const writeIn = (name: string) => p.hook(wroteFile(join(p.path, 'packages', name, 'x.js')));
  await writeIn('b');
  await writeIn('a');
  const results = (events: readonly Envelope[]) =>
    events.map(({ data }) => [data['folder'], data['status'], data['runner']]);
  expect(results(await p.until('TestRunFinished', 2))).toEqual([
    ['packages/b', 'fail', 'npm test'],
    ['packages/a', 'pass', 'npm test'],
  ]);
  expect(contextOf(await p.hook(prompts('go on')))).toContain('docket ran `npm test` in packages/b');
  await p.idle();
  p.write('app/packages/b/package.json', declared('echo "# pass 1"'));
  await writeIn('a');
  expect(results(await p.until('TestRunFinished', 4)).slice(2)).toEqual([
    ['packages/a', 'pass', 'npm test'],
    ['packages/b', 'pass', 'npm test'],
  ]);
});

describe('the tests', () => {
  it('run without the secrets of hooks, and with what says whose they are', async () => {
    const env = { CLAUDE_CODE_MESSAGING_TOKEN: 'hush', CLAUDE_ENV_FILE: '/x', CLAUDECODE: '1', OWN_TOKEN: 'kept' };
    const p = runnerProject({ env, options: { command: 'env' } });
    await p.hook(wroteFile(join(p.path, 'src/a.ts')));
    const [finished] = await p.until('TestRunFinished');
    const output = String(finished?.data['output']);
    expect(output).not.toMatch(/MESSAGING_TOKEN|CLAUDE_ENV_FILE/);
    expect(output).toContain('CLAUDECODE=1');
    expect(output).toContain('OWN_TOKEN=');
    expect(output).toMatch(/^CI=1$/m);
    expect(output).toContain(`DOCKET_TEST_RUN=${finished?.data['run']}`);
  });

  it('may print much: the end is kept in a blob, without secrets', async () => {
    const p = runnerProject();
    const lines = Array.from({ length: 3000 }, (_, i) => `line ${i} and some more text`).join('\n');
    p.plan({ output: `${lines}\nAPI_KEY=sk-live-${'a1b2c3d4'.repeat(4)}\n# pass 1\n# fail 0` });
    await p.hook(wroteFile(join(p.path, 'src/a.ts')));
    const [finished] = await p.until('TestRunFinished');
    const output = finished?.data['output'] as { $blob: string; tail: string };
    const blob = readFileSync(join(p.path, '.docket/blobs', output.$blob.slice(0, 2), output.$blob), 'utf8');
    expect(finished?.redacted.length).toBeGreaterThan(0);
    expect(blob).not.toContain('a1b2c3d4a1b2');
    expect(blob.length).toBeLessThan(40_000);
    expect(blob).toContain('# pass 1');
  });

  it('that call hooks start no tests, and are no writes of the agent', async () => {
    const p = runnerProject();
    const hook = { session_id: 's1', cwd: p.path, ...wroteFile(join(p.path, 'src/a.ts')) };
    p.plan({ hook });
    await p.hook(wroteFile(join(p.path, 'src/a.ts')));
    await p.until('TestRunFinished');
    await p.idle();
    const [, inside] = await p.until('ToolCompleted', 2);
    expect(inside?.provenance).toBe('worker');
    expect(
      p
        .events()
        .filter(({ type }) => type.startsWith('TestRun'))
        .map(({ type }) => type),
    ).toEqual(['TestRunStarted', 'TestRunFinished']);
  });
});
