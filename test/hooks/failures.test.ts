import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { runDocket, runHook } from '../kit/hook-process.ts';
import { redRun, requests, scenario, writes } from '../kit/scenario.ts';
import { tempProject } from '../kit/temp-project.ts';

const failClosed = { preset: 'strict', gates: { guard: { failClosed: true }, 'branch-guard': { failClosed: true } } };

const failWrites = (code: string) => ({
  fs: {
    ...nodeLogFs,
    writeSync: (() => {
      throw Object.assign(new Error(code), { code });
    }) as typeof nodeLogFs.writeSync,
  },
});

describe('a log that cannot be written', () => {
  it.each(['ENOSPC', 'EDQUOT', 'EIO'])('does not keep a verdict from being answered (%s)', async (code) => {
    const s = scenario({ preset: 'strict', branch: 'main' });
    const result = await s.when(writes('src/a.ts'), failWrites(code));
    expect(JSON.stringify(result.answer)).toContain('"deny"');
    expect(result.stderr).toContain(code);
    expect(result.exitCode).toBe(0);
    expect((await s.when(writes('src/a.ts'))).decision).toBe('deny');
  });

  it('loses the ruling alone when only that append fails, and the request shows that it is missing', async () => {
    const s = scenario({ preset: 'strict', branch: 'main' });
    let writesSeen = 0;
    const fs = {
      ...nodeLogFs,
      // The buffer holds more than what is to be written.
      writeSync: ((fd: number, bytes: Buffer, offset: number, length: number) => {
        writesSeen += 1;
        if (writesSeen === 2) throw Object.assign(new Error('EIO'), { code: 'EIO' });
        return nodeLogFs.writeSync(fd, bytes, offset, length);
      }) as typeof nodeLogFs.writeSync,
    };
    const result = await s.when(writes('src/a.ts'), { fs });
    expect(JSON.stringify(result.answer)).toContain('"deny"');
    expect(s.events().map(({ type }) => type)).toContain('ToolRequested');
    expect(s.events().map(({ type }) => type)).not.toContain('GatesRuled');
  });

  it.each([
    ['a symbolic link', (root: string) => symlinkSync('/tmp', root)],
    ['a file', (root: string) => writeFileSync(root, 'mine')],
  ])('because %s stands in its place is left alone', async (_what, put) => {
    const s = scenario({ preset: 'strict', branch: 'main' });
    put(s.root);
    const result = await s.when(writes('src/a.ts')).catch(() => null);
    expect(result === null || JSON.stringify(result.answer).includes('"deny"')).toBe(true);
    const { stdout, status } = runHook(
      JSON.stringify({ session_id: 's', cwd: s.project, ...writes('src/a.ts') }),
      s.project,
    );
    expect(status).toBe(0);
    expect(stdout).toContain('"deny"');
  });
});

describe('a log that cannot be read', () => {
  const unreadable = () => ({
    fs: {
      ...nodeLogFs,
      readSync: (() => {
        throw Object.assign(new Error('EIO'), { code: 'EIO' });
      }) as typeof nodeLogFs.readSync,
    },
  });

  it('lets gates judge without history, and is an event', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(...redRun());
    const { handle } = await import('../../src/hooks/handle.ts');
    const payload = JSON.stringify({ session_id: 's1', cwd: s.project, ...writes('src/a.ts') });
    const outcome = await handle(Buffer.from(payload), { ...s.deps, ...unreadable() });
    expect(outcome.stdout).toBe('');
  });

  it('denies where the policy fails closed', async () => {
    const s = scenario({ policy: failClosed });
    await s.given(requests('Bash', { command: 'ls' }));
    const { handle } = await import('../../src/hooks/handle.ts');
    const payload = JSON.stringify({ session_id: 's1', cwd: s.project, ...requests('Bash', { command: 'ls' }) });
    const outcome = await handle(Buffer.from(payload), { ...s.deps, ...unreadable() });
    expect(outcome.stdout).toContain('guard/fail-closed');
  });
});

describe('docket’s own failures', () => {
  const broken = { understand: () => Promise.reject(new Error('parser is gone')) };

  it('are recorded and pass by default', async () => {
    const s = scenario({ preset: 'strict' });
    const result = await s.when(requests('Bash', { command: 'git push -f origin main' }), broken);
    expect(result.answer).toBeNull();
    expect(result.events.find(({ type }) => type === 'HookFailed')?.data).toMatchObject({
      stage: 'observe command',
      message: expect.stringContaining('parser is gone'),
    });
  });

  it('deny where the policy fails closed, and say what to do', async () => {
    const s = scenario({ policy: failClosed });
    const result = await s.when(requests('Bash', { command: 'ls' }), broken);
    expect(result.decision).toBe('deny');
    expect(JSON.stringify(result.answer)).toMatch(/guard\/fail-closed/);
  });

  it('do not stop a call when even the policy cannot be loaded', async () => {
    const s = scenario({ preset: 'strict', breaksGates: true });
    const result = await s.when(writes('src/a.ts'), {
      loadPolicy: () => Promise.reject(new Error('policy chunk is gone')),
    });
    expect(result).toMatchObject({ answer: null, exitCode: 0 });
    expect(result.events.map(({ type }) => type)).toContain('HookFailed');
  });

  it('are shown by docket status', async () => {
    const s = scenario({ preset: 'strict' });
    await s.when(requests('Bash', { command: 'ls' }), broken);
    expect(runDocket(['status'], s.project).stdout).toContain('parser is gone');
  });
});

describe('a policy that cannot be used', () => {
  it('leaves the one in force in force, and the next session says why', async () => {
    const s = scenario({ preset: 'strict', branch: 'main' });
    await s.given(writes('src/a.ts'));
    s.write('docket.config.json', '{"preset": "strict",');
    expect((await s.when(writes('src/a.ts'))).decision).toBe('deny');
    const start = await s.when({ hook_event_name: 'SessionStart', source: 'startup' });
    expect(start.answer).toMatchObject({ systemMessage: expect.stringContaining('docket.config.json is not JSON') });
  });

  it('is observe when there was none before', async () => {
    const s = scenario({ branch: 'main' });
    s.write('docket.config.json', '{"preset": "fierce"}');
    expect((await s.when(writes('src/a.ts'))).answer).toBeNull();
    // Where a line ends depends on the folder's name.
    expect(runDocket(['status'], s.project).stdout).toMatch(/does\s+not\s+fit\s+the\s+schema/);
  });
});

describe('a project that cannot be written', () => {
  it.skipIf(process.getuid?.() === 0)('has its log in the state directory', () => {
    const project = tempProject();
    mkdirSync(join(project.path, 'locked'));
    chmodSync(join(project.path, 'locked'), 0o500);
    runHook('{"tool_name":"Read"}', join(project.path, 'locked'), {
      env: { XDG_STATE_HOME: join(project.path, 'state') },
    });
    const { stdout } = runDocket(['log', '--json'], join(project.path, 'locked'), {
      env: { XDG_STATE_HOME: join(project.path, 'state') },
    });
    expect(stdout).toContain('ToolRequested');
  });

  it('has its log in the state directory, also where permissions do not bind the user', async () => {
    const s = scenario({ preset: 'strict', env: { XDG_STATE_HOME: '/nonexistent' } });
    const state = tempProject();
    const fs = {
      ...nodeLogFs,
      mkdirSync: ((path: string, options: object) => {
        if (String(path).startsWith(s.project)) throw Object.assign(new Error('EROFS'), { code: 'EROFS' });
        return nodeLogFs.mkdirSync(path, options);
      }) as typeof nodeLogFs.mkdirSync,
    };
    const { handle } = await import('../../src/hooks/handle.ts');
    const env = { ...s.deps.env, XDG_STATE_HOME: state.path };
    const outcome = await handle(Buffer.from('{"tool_name":"Read"}'), { ...s.deps, fs, env });
    outcome.finish();
    const { stdout } = runDocket(['log', '--json'], s.project, { env: { XDG_STATE_HOME: state.path } });
    expect(stdout).toContain('ToolRequested');
    expect(() => readFileSync(join(s.root, '.gitignore'))).toThrow();

    // Once the project can be written again, nobody would look there.
    await s.given(requests('Read', { file_path: 'a' }));
    const status = runDocket(['status', '--json'], s.project, { env: { XDG_STATE_HOME: state.path } }).stderr;
    const [, elsewhere = ''] = /docket: (\S+) holds what happened/.exec(status) ?? [];
    expect(elsewhere).toContain(state.path);
    expect(runDocket(['log', '--json'], s.project, { env: { DOCKET_DIR: elsewhere } }).stdout).toContain(
      'ToolRequested',
    );
    expect(runDocket(['status', '--json'], s.project).stderr).toBe('');
  });
});
