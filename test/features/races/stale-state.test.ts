import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { registration } from '../../hooks/install/project.ts';
import { loggedEvents, runDocket } from '../../kit/hook-process.ts';
import { hookSession } from '../../kit/hook-session.ts';
import { cart, POLICY, WITH_PROOF } from './policy.ts';

describe('state that would be stale in a file', () => {
  it('a session is not held up by what another session left undone', async () => {
    const killed = hookSession({ policy: POLICY });
    await killed.prompt('Add a discount');
    await killed.edit('src/cart.js', cart(2));
    await killed.redRun();
    const next = killed.other('s2');
    await next.prompt('What does the cart do?');
    await next.bash('cat src/cart.js');
    expect((await next.stop()).decision).toBe('none');
    expect((await killed.stop()).decision).toBe('block');
  });

  it('no state file, snapshot or cache that says otherwise releases a session', async () => {
    const s = hookSession({ policy: { ...POLICY, views: true } });
    await s.prompt('Add a discount');
    await s.edit('src/cart.js', cart(2));
    const passed = { executed: true, passed: true, last_run: '2026-01-01T12:00:00Z' };
    const state = { session_id: 's1', has_code_change: false, code_review: passed, precommit: passed };
    s.put('.claude_review_state.json', JSON.stringify(state));
    s.put('.claude/.test-status', 'pass|0|1767268800\n');
    s.put('.claude/.proof-status', 'verified|1767268800\n');
    rmSync(join(s.path, '.docket/snapshots'), { recursive: true, force: true });
    rmSync(join(s.path, '.docket/views'), { recursive: true, force: true });
    expect((await s.stop()).decision).toBe('block');
  });

  it('an edit that races a commit takes proof from other content than it was about, and never for good', async () => {
    const s = hookSession({ policy: WITH_PROOF });
    await s.prompt('Add a discount');
    await s.edit('src/cart.js', cart(2));
    await s.greenRun();
    await s.prompt('docket prove: the cart shows the discount');
    await Promise.all([s.edit('src/tax.js', cart(3)), s.bash('git add src/cart.js', { stdout: '' })]);
    s.git('add', 'src');
    expect((await s.bash('git commit --quiet -m "Add a discount"')).said).toMatch(/commit-unproven/);
    s.git('rm', '--quiet', '-f', 'src/tax.js');
    expect((await s.bash('git commit --quiet -m "Add a discount"')).decision).not.toBe('deny');
    expect(s.git('log', '--oneline').trim().split('\n')).toHaveLength(2);
  });

  it('evidence is worth as much after the commit as before it', async () => {
    const s = hookSession({ policy: WITH_PROOF });
    await s.prompt('Add a discount');
    await s.edit('src/cart.js', cart(2));
    await s.greenRun();
    await s.prompt('docket prove: the cart shows the discount');
    await s.bash('git commit --quiet -am "Add a discount"');
    expect((await s.bash('git commit --quiet --amend -m "Add the discount"')).decision).not.toBe('deny');
    await s.bash('git checkout --quiet main');
    expect((await s.bash('git merge --quiet feature/x')).decision).not.toBe('deny');
    expect(s.git('log', '--oneline', 'main').trim().split('\n')).toHaveLength(2);
  });

  it('what a subagent writes is owed by the session, and makes its tests older', async () => {
    const s = hookSession({ policy: POLICY });
    await s.prompt('Add a discount');
    await s.greenRun();
    const input = { file_path: join(s.path, 'src/cart.js'), content: cart(2) };
    const call = {
      tool_name: 'Write',
      tool_input: input,
      tool_use_id: 'sub',
      agent_id: 'a1',
      agent_type: 'implementer',
    };
    await s.send({ hook_event_name: 'PreToolUse', ...call });
    s.put('src/cart.js', cart(2));
    await s.send({ hook_event_name: 'PostToolUse', ...call, tool_response: {} });
    expect((await s.bash('git commit --quiet -am x')).said).toMatch(/commit-untested/);
    expect((await s.stop()).said).toMatch(/code review/);
  });
});

describe('processes that work at once', () => {
  it('fire a gate each time, and lose no record of it', async () => {
    const s = hookSession({ policy: POLICY });
    await s.prompt('Add a discount');
    await s.redRun();
    expect((await s.edit('src/warned.js', cart(0))).decision).not.toBe('deny');
    const names = Array.from({ length: 12 }, (_, i) => `src/more-${i}.js`);
    const answers = await Promise.all(names.map((name) => s.edit(name, cart(1))));
    expect(answers.map(({ decision }) => decision)).toEqual(names.map(() => 'deny'));
    expect(names.filter((name) => existsSync(join(s.path, name)))).toEqual([]);
    const events = loggedEvents(s.path);
    expect(events.filter(({ type }) => type === 'GatesRuled').length).toBeGreaterThanOrEqual(names.length);
    expect(JSON.parse(runDocket(['verify', '--json'], s.path).stdout)).toMatchObject({ ok: true, quarantined: [] });
  });

  it('judge sessions by their own results', async () => {
    const red = hookSession({ policy: POLICY });
    const green = red.other('s2');
    await Promise.all([red.redRun(), green.greenRun()]);
    await red.edit('src/warned.js', cart(0));
    const [denied, written] = await Promise.all([red.edit('src/a.js', cart(1)), green.edit('src/b.js', cart(1))]);
    expect([denied.decision, written.decision]).toEqual(['deny', 'none']);
  });

  it('give one event one answer, however many of them get it', async () => {
    const s = hookSession({ policy: POLICY });
    await s.prompt('Publish it');
    const call = { tool_name: 'Bash', tool_input: { command: 'git push -f origin feature/x' }, tool_use_id: 'push' };
    const answers = await Promise.all([1, 2, 3, 4].map(() => s.send({ hook_event_name: 'PreToolUse', ...call })));
    const [first, ...others] = answers.map(({ stdout }) => stdout);
    expect(first).toContain('--force-with-lease');
    expect(others).toEqual([first, first, first]);
  });

  it('count one end of a turn once, however many of them get it', async () => {
    const s = hookSession({ policy: POLICY });
    await s.prompt('Add a discount');
    await s.redRun();
    const end = {
      hook_event_name: 'Stop',
      stop_hook_active: false,
      last_assistant_message: 'Done.',
      background_tasks: [],
    };
    const answers = await Promise.all([1, 2, 3].map(() => s.send(end)));
    expect(answers.map(({ decision }) => decision)).toEqual(['block', 'block', 'block']);
    const status = JSON.parse(runDocket(['status', '--json'], s.path).stdout) as { turn: { stopBlocks: number } };
    expect(status.turn.stopBlocks).toBe(1);
  });

  it('keep what each session recorded', async () => {
    const one = hookSession({ policy: POLICY });
    const sessions = [one, ...['s2', 's3', 's4', 's5'].map(one.other)];
    await Promise.all(sessions.map((s) => s.redRun()));
    const results = loggedEvents(one.path, ['--type', 'TestRunFinished']);
    expect(results.map(({ stream }) => stream).sort()).toEqual(['s1', 's2', 's3', 's4', 's5']);
  });

  it('leave legacy files that are those of the log', async () => {
    const s = hookSession({ policy: { ...POLICY, views: true } });
    await Promise.all(Array.from({ length: 10 }, (_, i) => s.edit(`src/more-${i}.js`, cart(i))));
    const written = JSON.parse(runDocket(['views', 'write', '--json'], s.path).stdout) as { outcome: string }[];
    expect(written.length).toBeGreaterThan(1);
    expect(written.filter(({ outcome }) => outcome !== 'same')).toEqual([]);
  });
});

describe('several hooks of one event', () => {
  it('are none of docket’s: one process gets the input, judges all gates and answers', () => {
    const entries = Object.values(registration('2.1.332')).map(({ hooks }) => hooks.length);
    expect(entries.length).toBeGreaterThan(20);
    expect(new Set(entries)).toEqual(new Set([1]));
  });
});
