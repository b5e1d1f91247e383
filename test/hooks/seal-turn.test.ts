import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type LogFs, nodeLogFs } from '../../src/events/log-fs.ts';
import { readSealKey } from '../../src/events/seal-key.ts';
import { sealTurn } from '../../src/hooks/seal-turn.ts';
import { loggedEvents, runDocket, runHook } from '../kit/hook-process.ts';
import { prompts, redRun, scenario, stops, writes } from '../kit/scenario.ts';
import { tempProject } from '../kit/temp-project.ts';

const send = (project: string, payload: Record<string, unknown>, env: Record<string, string> = {}) => {
  const result = runHook(JSON.stringify({ session_id: 's1', cwd: project, ...payload }), project, { env });
  expect(result.status).toBe(0);
  return result;
};

const verify = (project: string, ...args: readonly string[]) =>
  JSON.parse(runDocket(['verify', '--json', ...args], project).stdout) as {
    ok: boolean;
    seals: number;
    unsealed: number;
  };

const types = (project: string): unknown[] => loggedEvents(project).map(({ type }) => type);

describe('the hook seals', () => {
  it.each([
    ['a turn', { hook_event_name: 'Stop' }, 'TurnEnded'],
    ['a turn that failed', { hook_event_name: 'StopFailure', error: 'overloaded' }, 'TurnFailed'],
    ['a session', { hook_event_name: 'SessionEnd', reason: 'exit' }, 'SessionEnded'],
  ])('at the end of %s, behind everything else', (_what, payload, type) => {
    const { path } = tempProject({ branch: 'main' });
    send(path, { hook_event_name: 'UserPromptSubmit', prompt: 'go on' });
    expect(types(path)).not.toContain('LogSealed');
    send(path, payload);
    const events = loggedEvents(path);
    const seal = events.at(-1) as { type: string; stream: string; provenance: string; cause: string };
    expect(seal).toMatchObject({ type: 'LogSealed', stream: 's1', provenance: 'hook' });
    expect(seal.cause).toBe(events.find((event) => event['type'] === type)?.['id']);
    expect(verify(path)).toMatchObject({ ok: true, seals: 1, unsealed: 0 });
  });

  it('once when the same end is delivered twice', () => {
    const { path } = tempProject({ branch: 'main' });
    const stop = { hook_event_name: 'Stop', stop_hook_active: false, last_assistant_message: 'Done.' };
    send(path, stop);
    send(path, stop);
    expect(types(path).filter((type) => type === 'LogSealed')).toHaveLength(1);
  });

  it('also under a host that is only recorded', () => {
    const { path } = tempProject({ branch: 'main' });
    const stop = JSON.stringify({ hook_event_name: 'stop', conversation_id: 'c1', cursor_version: '1.7.0' });
    runHook(stop, path, { args: ['--host', 'claude-code'] });
    runHook(JSON.stringify({ hook_event_name: 'Stop', session_id: 's1', cursor_version: '1.7.0' }), path);
    expect(verify(path).ok).toBe(true);
  });

  it('with the key of the user where there is one, and verify --key sees it', () => {
    const { path } = tempProject({ branch: 'main' });
    send(path, { hook_event_name: 'Stop' });
    expect(runDocket(['seal', '--key'], path).status).toBe(0);
    send(path, { hook_event_name: 'Stop', last_assistant_message: 'more' });
    expect(loggedEvents(path).at(-1)).toMatchObject({ type: 'LogSealed', data: { signature: expect.any(String) } });
    expect(verify(path, '--key').ok).toBe(true);
  });

  it('without a signature when the key cannot be used, and says so in the log', () => {
    const { path } = tempProject({ branch: 'main' });
    mkdirSync(join(path, '.config', 'docket'), { recursive: true });
    writeFileSync(join(path, '.config', 'docket', 'seal-key.pem'), 'nonsense', { mode: 0o600 });
    const { stdout, stderr } = send(path, { hook_event_name: 'Stop' });
    expect([stdout, stderr]).toEqual(['', '']);
    const failure = loggedEvents(path).find(({ type }) => type === 'HookFailed');
    expect(failure?.['data']).toMatchObject({ stage: 'seal', code: 'KEY' });
    expect(verify(path)).toMatchObject({ ok: true, seals: 1, unsealed: 0 });
    expect(() => readSealKey({ HOME: path }, nodeLogFs)).toThrow('not an Ed25519 private key');
  });

  it('and answers all the same when it cannot', () => {
    const { path } = tempProject({ branch: 'main' });
    send(path, { hook_event_name: 'Stop' });
    mkdirSync(join(path, '.docket', 'head.d'));
    writeFileSync(join(path, '.docket', 'head'), 'no JSON');
    expect(send(path, { hook_event_name: 'Stop', last_assistant_message: 'again' }).stderr).toBe('');
    expect(verify(path)).toMatchObject({ ok: true, seals: 2 });
  });

  it('or says in the log why not, and answers all the same', async () => {
    const fs = {
      ...nodeLogFs,
      writeSync: (fd: number, bytes: Buffer, from: number, length: number) => {
        if (bytes.includes('"type":"LogSealed"')) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
        return nodeLogFs.writeSync(fd, bytes, from, length);
      },
    } as unknown as LogFs;
    const s = scenario({ preset: 'strict', deps: { fs, sealTurn } });
    await s.given(...redRun());
    const { decision, events } = await s.when(stops());
    expect(decision).toBe('deny');
    expect(events.map(({ type }) => type).slice(-2)).toEqual(['AnswerSent', 'HookFailed']);
    expect(events.at(-1)?.data).toMatchObject({ stage: 'seal', code: 'ENOSPC' });
  });

  it('the demo session, which verifies', () => {
    const { path } = tempProject();
    const { stdout } = runDocket(['demo', '--keep'], path, { env: { TMPDIR: path } });
    const project = /Project: (\S+)/.exec(stdout)?.[1] ?? '';
    expect(types(project).filter((type) => type === 'LogSealed').length).toBeGreaterThan(0);
    expect(verify(project)).toMatchObject({ ok: true, damage: [], unsealed: 0 });
  });
});

describe('fsync', () => {
  const synced = async (fsync: string | undefined) => {
    let count = 0;
    const fs = {
      ...nodeLogFs,
      fsyncSync: () => {
        count += 1;
      },
    };
    const s = scenario({ policy: { preset: 'strict', ...(fsync === undefined ? {} : { fsync }) }, deps: { fs } });
    const seen: boolean[] = [];
    const noteSync = (_call: unknown, _deps: unknown, isSynced: boolean): void => {
      seen.push(isSynced);
    };
    await s.given(prompts('go on'), ...redRun());
    const afterWork = count;
    await s.given(writes('src/a.ts'));
    await s.when(writes('src/b.ts'));
    const afterDeny = count;
    await s.when(stops(), { sealTurn: noteSync });
    return { work: afterWork > 0, deny: afterDeny > afterWork, seal: seen };
  };

  it.each([
    [undefined, { work: false, deny: true, seal: [true] }],
    ['seals', { work: false, deny: true, seal: [true] }],
    ['always', { work: true, deny: true, seal: [true] }],
    ['never', { work: false, deny: false, seal: [false] }],
  ])('by the policy: %s', async (fsync, expected) => {
    expect(await synced(fsync)).toEqual(expected);
  });
});
