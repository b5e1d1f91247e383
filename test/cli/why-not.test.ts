import { describe, expect, it } from 'vitest';
import { runDocket } from '../kit/hook-process.ts';
import { prompts, requests, type Scenario, scenario, writes } from '../kit/scenario.ts';
import { tempProject } from '../kit/temp-project.ts';
import { deniedSession, ESC, lastOf, STEERING, widest } from './sessions.ts';

const whyNot = (s: Pick<Scenario, 'project'>, ...args: readonly string[]) =>
  runDocket(['why-not', ...args], s.project, { env: { HOME: s.project } });
const whyNotJson = (s: Scenario, ...args: readonly string[]): Record<string, unknown> => {
  const { stdout, stderr, status } = whyNot(s, '--json', ...args);
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return JSON.parse(stdout) as Record<string, unknown>;
};

describe('docket why-not --json', () => {
  it('has the shape that others rely on', async () => {
    const s = await deniedSession();
    const { id } = lastOf(s, 'ToolRequested');
    expect(whyNotJson(s, 'branch-guard', id)).toEqual({
      gate: 'branch-guard',
      rule: null,
      event: id,
      position: expect.stringMatching(/^1:\d+$/),
      fired: false,
      reason: 'condition-held',
      detail: expect.stringContaining('What it requires held: '),
      mode: 'enforce',
      policy: {
        preset: 'strict',
        fingerprint: expect.any(String),
        event: lastOf(s, 'PolicyLoaded').id,
        sources: [`${s.project}/docket.config.json`],
      },
      decision: 'pass',
      conditions: [expect.objectContaining({ holds: true })],
      lastRan: expect.objectContaining({ event: id, decision: 'pass', mode: 'enforce' }),
      lastFired: null,
      registered: [{ event: 'PreToolUse', files: [] }],
    });
  });

  it('without an event takes the last one that the gate could have judged', async () => {
    const s = await deniedSession();
    const request = lastOf(s, 'ToolRequested').id;
    await s.given(prompts('thanks'));
    expect(whyNotJson(s, 'test-gate')).toMatchObject({ event: request, fired: true, reason: 'fired' });
    expect(whyNotJson(s, 'test-gate', '--session', 's1')).toMatchObject({ event: request });
  });

  it('takes a rule, a call, a ruling, and says when it last fired', async () => {
    const s = await deniedSession();
    const ruling = lastOf(s, 'GatesRuled');
    const judged = ruling.data['event'];
    expect(whyNotJson(s, 'test-gate/tests-fail', ruling.id)).toMatchObject({
      event: judged,
      fired: true,
      decision: 'deny',
    });
    const found = whyNotJson(s, 'guard', '--call', 'red');
    expect(found).toMatchObject({ reason: 'condition-held', lastFired: null });
    expect(whyNotJson(s, 'test-gate', '--call', 'red')).toMatchObject({
      reason: 'not-about',
      lastFired: { event: judged, ruling: ruling.id, rule: 'test-gate/tests-fail', decision: 'deny', mode: 'enforce' },
    });
  });

  it('says of a gate whose event never came whether a hook is registered for it', async () => {
    const s = await deniedSession();
    expect(whyNotJson(s, 'stop-guard')).toMatchObject({
      event: null,
      position: null,
      fired: false,
      reason: 'not-registered',
      detail: expect.stringContaining('docket init'),
      policy: null,
    });
    const handler = { type: 'command', command: 'docket hook --host claude-code' };
    const file = s.write('.claude/settings.json', JSON.stringify({ hooks: { Stop: [{ hooks: [handler] }] } }));
    expect(whyNotJson(s, 'stop-guard')).toMatchObject({
      reason: 'never-happened',
      registered: [{ event: 'Stop', files: [file] }],
    });
    s.write(
      '.claude/settings.json',
      JSON.stringify({ disableAllHooks: true, hooks: { Stop: [{ hooks: [handler] }] } }),
    );
    expect(whyNotJson(s, 'stop-guard')).toMatchObject({ reason: 'not-registered' });
  });

  it('says of a gate whose events came, and none that it is about', async () => {
    const s = await deniedSession();
    expect(whyNotJson(s, 'question-preference')).toMatchObject({ event: null, reason: 'not-about' });
  });
});

describe('docket why-not', () => {
  it('reads in 80 columns', async () => {
    const s = await deniedSession();
    const { stdout } = whyNot(s, 'branch-guard');
    expect(stdout).toMatch(
      /^branch-guard did not fire: its conditions held\n {2}on ToolRequested Write src\/b\.ts\n {2}event e\d+ · 2026-01-01 12:00:16 UTC\n/,
    );
    expect(stdout.replace(/\n\s*/g, ' ')).toContain('Policy then: preset strict, enforce here (PolicyLoaded');
    expect(stdout).toContain('branch-guard never fired in this log.');
    expect(stdout).toContain('The settings of the host name no hook of docket for it now.');
    expect(widest(stdout)).toBeLessThanOrEqual(80);
  });

  it('lets nothing of the log steer the terminal', async () => {
    const s = scenario({ preset: 'strict', branch: 'main' });
    const path = `src/${ESC}[1A\r${'very-long-name'.repeat(20)}.ts`;
    await s.given(prompts('go'), requests('Write', { file_path: path, content: '' }));
    for (const gate of ['branch-guard', 'test-gate', 'guard']) {
      const { stdout } = whyNot(s, gate);
      expect(stdout).not.toMatch(STEERING);
      expect(widest(stdout)).toBeLessThanOrEqual(80);
    }
  });

  it.each([
    [['nonsense-gate'], 2, 'There is no gate or rule nonsense-gate.'],
    [['tests-fial'], 2, 'Did you mean test-gate/tests-fail or stop-guard/tests-fail or '],
    [['guard', 'nonsense'], 1, 'There is no event nonsense in the log'],
    [['guard', 'x', '--call', 'y'], 2, 'Give an event id or --call, not both.'],
    [[], 2, "missing required argument 'gate'"],
  ])('%j ends with %i', async (args, status, message) => {
    const s = await deniedSession();
    expect(whyNot(s, ...args)).toMatchObject({ stdout: '', status, stderr: expect.stringContaining(message) });
  });

  it('of a fact says what to ask for', async () => {
    const s = await deniedSession();
    const { id, cause } = lastOf(s, 'FileObserved');
    const { stderr, status } = whyNot(s, 'guard', id);
    expect({ stderr, status }).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`docket why-not guard ${cause}`),
    });
  });

  it('without a log says how to get one', () => {
    const project = tempProject();
    expect(whyNot({ project: project.path }, 'guard')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('docket init'),
    });
  });

  it('is explained for every gate on whatever was judged', async () => {
    const s = await deniedSession();
    await s.given(writes('src/c.ts'));
    const { stdout } = runDocket(['gates', '--json'], s.project);
    const { gates } = JSON.parse(stdout) as { gates: { gate: string }[] };
    for (const { gate } of gates.slice(0, 6)) expect(whyNotJson(s, gate, '--call', 'w2')).toMatchObject({ gate });
  });
});
