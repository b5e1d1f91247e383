import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { loggedEvents, runDocket, runHook } from '../kit/hook-process.ts';
import { tempProject } from '../kit/temp-project.ts';
import { widest } from './sessions.ts';

const RULE = 'guard/force-push-protected';

const OFF = { mode: 'off' };
const POLICY = { preset: 'strict', gates: { 'auto-review': OFF, 'session-init': OFF, 'prompt-submit': OFF } };

let calls = 0;

/** A project in which the strict policy but for advice holds, and a session began. */
const begun = (): string => {
  const { path, write } = tempProject({ branch: 'feature/x' });
  write('docket.config.json', JSON.stringify(POLICY));
  send(path, { hook_event_name: 'SessionStart', source: 'startup' });
  return path;
};

const send = (project: string, payload: Record<string, unknown>, session = 's1') =>
  runHook(JSON.stringify({ session_id: session, cwd: project, ...payload }), project);

/** What the hook answers to a force push, and the id of the call. */
const push = (project: string, session?: string): { readonly stdout: string; readonly call: string } => {
  const call = `push-${++calls}`;
  const input = { tool_name: 'Bash', tool_use_id: call, tool_input: { command: 'git push --force origin main' } };
  return { stdout: send(project, { hook_event_name: 'PreToolUse', ...input }, session).stdout, call };
};

const waive = (project: string, ...args: readonly string[]) => runDocket(['waive', ...args], project);
const waived = (project: string) => JSON.parse(waive(project, '--list', '--json').stdout) as Record<string, unknown>[];
const json = (project: string, ...args: readonly string[]): Record<string, unknown> =>
  JSON.parse(runDocket(args, project).stdout) as Record<string, unknown>;

describe('docket waive', () => {
  it('lets pass what was denied, until it is revoked, and every explanation says who', () => {
    const project = begun();
    expect(push(project).stdout).toContain('"deny"');
    expect(runDocket(['why'], project).stdout).toContain(`A person may waive it: docket waive ${RULE} --reason WHY`);
    const { stdout, stderr, status } = waive(project, RULE, '--for', '2h', '--reason', 'main is a mirror');
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(stdout).toMatch(/^guard\/force-push-protected until \S+ \S+ UTC: main is a mirror\s\(/);
    const [event] = loggedEvents(project, ['--type', 'WaiverGranted']) as unknown as Envelope[];
    expect(event).toMatchObject({
      ...{ stream: 'terminal', provenance: 'person' },
      data: { rule: RULE, reason: 'main is a mirror', session: null },
    });
    const length = Date.parse(String(event?.data['until'])) - Date.parse(event?.at ?? '');
    expect(Math.abs(length - 7_200_000)).toBeLessThan(60_000);
    const { stdout: answer, call } = push(project);
    expect(answer).toBe('');
    const by = { event: event?.id, by: 'person', would: 'deny', reason: 'main is a mirror' };
    expect(json(project, 'why', '--json', '--call', call)).toMatchObject({
      ...{ gate: 'guard', rule: RULE, decision: 'pass', waived: by },
      conditions: [{ holds: false, waived: by }],
    });
    const words = runDocket(['why', '--call', call], project).stdout;
    expect(words).toMatch(/^guard was waived for Bash git push/);
    expect(words.replaceAll(/\s+/g, ' ')).toContain('Waived by a person at a terminal until');
    expect(words).toMatch(/waived {2}WaiverGranted/);
    expect(widest(words)).toBeLessThanOrEqual(80);
    for (const name of ['guard', RULE]) {
      expect(json(project, 'why-not', '--json', name, '--call', call)).toMatchObject({
        fired: false,
        reason: 'waived',
      });
    }
    expect(runDocket(['why-not', RULE, '--call', call], project).stdout).toContain('did not fire: waived');
    expect(runDocket(['check'], project).status).toBe(0);
    expect(runDocket(['log', '--suspect', '--json'], project).stdout).not.toContain(call);
    expect(runDocket(['log', '--type', 'GatesRuled'], project).stdout).toContain('guard:waived');
    expect(runDocket(['replay', 's1'], project).stdout).toContain(`waived ${RULE}`);
    expect(waive(project, '--revoke', RULE).stdout).toBe('no rule is waived\n');
    expect(push(project).stdout).toContain('"deny"');
    expect(waive(project, '--revoke', RULE)).toMatchObject({
      status: 1,
      stderr: `docket: Nothing here waives ${RULE}; no rule is waived now.\n`,
    });
  });

  it('lists what is waived, in status as well', () => {
    const project = begun();
    expect(waive(project, '--list').stdout).toBe('no rule is waived\n');
    waive(project, RULE, '--session', 's', '--reason', 'x');
    waive(project, 'test-gate', '--for', '30m', '--reason', 'y');
    expect(waived(project)).toEqual([
      expect.objectContaining({ rule: 'test-gate', reason: 'y', by: 'person', session: null }),
      expect.objectContaining({ rule: RULE, reason: 'x', by: 'person', session: 's1', id: expect.any(String) }),
    ]);
    expect(json(project, 'status', '--json')['waivers']).toEqual(waived(project));
    expect(runDocket(['status'], project).stdout).toMatch(/^waived {4}test-gate until/m);
    expect(push(project, 's2').stdout).toContain('"deny"');
    expect(push(project, 's1').stdout).toBe('');
    // The same once more takes the place of the one before.
    waive(project, 'test-gate', '--reason', 'z');
    expect(waived(project).map(({ reason }) => reason)).toEqual(['z', 'x']);
    waive(project, '--revoke', String(waived(project)[0]?.['id']));
    expect(waived(project).map(({ rule }) => rule)).toEqual([RULE]);
  });

  it.each([
    [['guard/rm-root', '--reason', 'x'], 'guard/rm-root cannot be waived: what it stops cannot be undone.'],
    [['self-protection', '--reason', 'x'], 'cannot be waived: without it an agent could write its own waivers.'],
    [['guard/force-push-protect', '--reason', 'x'], 'Did you mean guard/force-push-protected'],
    [[RULE], `Say why: docket waive ${RULE} --reason WHY.`],
    [[RULE, '--reason', ' '], 'Say why'],
    [[RULE, '--reason', 'x', '--for', '31d'], '--for takes minutes, hours or days up to 30d'],
    [[RULE, '--reason', 'x', '--for', '0h'], '--for takes'],
    [[RULE, '--reason', 'x', '--list'], 'one at a time'],
    [['--list', '--revoke', RULE], 'one at a time'],
    [['--reason', 'x'], 'go with a rule'],
  ])('refuses %j', (args, words) => {
    const project = begun();
    const { stdout, stderr, status } = waive(project, ...args);
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
    expect(stderr).toContain(words);
    expect(loggedEvents(project, ['--type', 'WaiverGranted'])).toEqual([]);
  });

  it('refuses agents, at their terminal and in their calls, and lets them read the list', () => {
    const project = begun();
    const env = { CLAUDECODE: '1' };
    for (const args of [[RULE, '--reason', 'x'], ['--revoke', RULE], []]) {
      expect(runDocket(['waive', ...args], project, { env })).toMatchObject({ status: 2, stdout: '' });
    }
    expect(runDocket(['waive', '--list'], project, { env })).toMatchObject({ status: 0, stderr: '' });
    const command = `docket waive ${RULE} --reason x`;
    for (const line of [command, `env -u CLAUDECODE ${command}`, `claude -p 'docket waive ${RULE}: x'`]) {
      const input = { tool_name: 'Bash', tool_use_id: `own-${++calls}`, tool_input: { command: line } };
      expect(send(project, { hook_event_name: 'PreToolUse', ...input }).stdout).toContain('self-protection/command');
    }
  });

  it('counts in a prompt that a person typed', () => {
    const project = begun();
    send(project, {
      hook_event_name: 'UserPromptSubmit',
      prompt: `Push it.\ndocket waive ${RULE}: a mirror`,
      prompt_id: 'p',
    });
    expect(waived(project)).toMatchObject([{ rule: RULE, by: 'prompt', session: 's1', reason: 'a mirror' }]);
    expect(push(project).stdout).toBe('');
    expect(push(project, 's2').stdout).toContain('"deny"');
  });

  it('shows a backtest what it would let through, and which rules are always waived', () => {
    const project = begun();
    push(project);
    waive(project, RULE, '--reason', 'a mirror');
    for (let n = 0; n < 2; n += 1) push(project);
    waive(project, '--revoke', RULE);
    const same = json(project, 'backtest', '--json', '--preset', 'strict', '--gate', 'guard');
    expect(same['doubts']).toMatchObject([{ rule: RULE, why: 'always-waived', count: 2 }]);
    const policy = JSON.stringify({ ...POLICY, waivers: [{ rule: RULE, reason: 'a mirror' }] });
    const file = tempProject().write('proposed.json', policy);
    const { stdout, status } = runDocket(['backtest', '--json', '--policy', file, '--gate', 'guard'], project);
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      counts: { direct: 1 },
      flips: [{ was: 'deny', now: 'none', rules: [{ rule: RULE, was: 'deny', now: 'pass' }] }],
    });
    expect(
      runDocket(['backtest', '--policy', file, '--gate', 'guard'], project).stdout.replaceAll(/\s+/g, ' '),
    ).toContain(`${RULE}: fired 2 times while it was waived, and was waived each time it stopped anything`);
  });
});
