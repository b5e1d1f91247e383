import { execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { isLogLine, readLines } from '../../src/events/log-reader.ts';
import { openLogWriter } from '../../src/events/log-writer.ts';
import { logFolder } from '../../src/events/segments.ts';
import { handle } from '../../src/hooks/handle.ts';
import { envelope } from '../kit/envelope.ts';
import { cleanEnv, DIST, loggedEvents, runDocket, runHook } from '../kit/hook-process.ts';
import { requests, scenario, writes } from '../kit/scenario.ts';
import { tempProject } from '../kit/temp-project.ts';

// What went wrong with logs and state files elsewhere (DESIGN.md §8), each as a test of this log.

const line = (id: string): string => JSON.stringify(envelope(id, 'NotificationShown'));

const logIn = (project: string) => logFolder(join(project, '.docket'), nodeLogFs);

const idsIn = (project: string): string[] =>
  [...readLines(logIn(project))].map((read) => (isLogLine(read) ? read.event.id : `!${read.reason}`));

/** A hook process, not waited for. */
const startHook = (project: string, payload: object): Promise<{ stdout: string; code: number | null }> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(DIST, 'hook.cjs'), '--host', 'claude-code'], {
      cwd: project,
      env: cleanEnv({ CLAUDE_PROJECT_DIR: project, HOME: project }),
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    let stdout = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk;
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ stdout, code }));
    child.stdin.end(JSON.stringify({ session_id: 's1', cwd: project, ...payload }));
  });

/** A project on its protected branch, where a write of source is denied. */
const strictProject = () => {
  const project = tempProject({ branch: 'main' });
  project.write('docket.config.json', '{"preset":"strict"}');
  return project;
};

const writeOf = (call: string) => ({
  hook_event_name: 'PreToolUse',
  tool_name: 'Write',
  tool_input: { file_path: 'src/a.ts', content: '' },
  tool_use_id: call,
});

const hookOn = (project: string) =>
  runHook(JSON.stringify({ session_id: 's1', cwd: project, ...writeOf('c') }), project);

const failing = (code: string) => ({
  fs: {
    ...nodeLogFs,
    writeSync: (() => {
      throw Object.assign(new Error(`${code}: no`), { code });
    }) as typeof nodeLogFs.writeSync,
  },
});

describe('a torn line', () => {
  it('li-torn-utf8: cut inside a character, is damage of its own, and what stands before it is read', () => {
    const { path } = tempProject();
    const whole = Buffer.from(`${line('one')}\n`);
    mkdirSync(logIn(path).path, { recursive: true });
    // {"s":"日 without its last byte
    writeFileSync(
      join(logIn(path).path, '000001.ndjson'),
      Buffer.concat([whole, Buffer.from('7b2273223a22e697', 'hex')]),
    );
    expect(idsIn(path)).toEqual(['one']);
    openLogWriter(logIn(path)).append([line('next')]);
    expect(idsIn(path)).toEqual(['one', '!not-utf8', 'next']);
  });

  it('li-interleaved: two writers’ lines, one inside the other, are damage and hide no other line', () => {
    const { path } = tempProject();
    openLogWriter(logIn(path)).append([line('before')]);
    appendFileSync(join(logIn(path).path, '000001.ndjson'), '\n{"at":1,"text":"go{"at":2,"text":"y"}ing"}\n');
    openLogWriter(logIn(path)).append([line('behind')]);
    expect(idsIn(path)).toEqual(['before', '!not-json', 'behind']);
  });

  it('li-partial-batch: a write that stopped in its second event leaves the first, and a fresh line for the next', () => {
    const { path } = tempProject();
    const [a, b] = [line('a'), line('b')];
    const short = {
      ...nodeLogFs,
      writeSync: ((fd: number, bytes: Buffer) =>
        nodeLogFs.writeSync(fd, bytes, 0, a.length + 4 + (b.length >> 1))) as typeof nodeLogFs.writeSync,
    };
    expect(() => openLogWriter({ ...logIn(path), fs: short }).append([a, b])).toThrow(/bytes were written/);
    openLogWriter(logIn(path)).append([line('c')]);
    expect(idsIn(path)).toEqual(['a', '!not-json', 'c']);
  });
});

describe('many at once', () => {
  it('li-sixty-writers: sixty hook calls leave sixty records', async () => {
    const { path } = tempProject();
    const calls = Array.from({ length: 60 }, (_, i) => `call-${i}`);
    const ended = await Promise.all(
      calls.map((call) => startHook(path, { hook_event_name: 'PostToolUse', tool_name: 'Read', tool_use_id: call })),
    );
    expect(ended.filter(({ code }) => code !== 0)).toEqual([]);
    const recorded = loggedEvents(path, ['--type', 'ToolCompleted']).map(({ call }) => call);
    expect(recorded.sort()).toEqual(calls.sort());
  });

  it('li-unlocked-start: a session that starts beside calls that record takes nothing away', async () => {
    const { path } = tempProject();
    const starts = Array.from({ length: 6 }, (_, i) => ({ hook_event_name: 'SessionStart', session_id: `s${i}` }));
    const results = Array.from({ length: 12 }, (_, i) => ({
      hook_event_name: 'PostToolUse',
      tool_name: 'Edit',
      tool_use_id: `c${i}`,
    }));
    await Promise.all([...results.slice(0, 6), ...starts, ...results.slice(6)].map((one) => startHook(path, one)));
    expect(loggedEvents(path, ['--type', 'SessionStarted'])).toHaveLength(6);
    expect(loggedEvents(path, ['--type', 'ToolCompleted'])).toHaveLength(12);
  });

  it('li-torn-cache: ten sessions that start on a half-written snapshot all get their answer', async () => {
    const { path } = strictProject();
    const notes = Array.from({ length: 20 }, (_, i) => ({ hook_event_name: 'Notification', message: `${i}` }));
    for (const note of notes) await startHook(path, note);
    await startHook(path, { hook_event_name: 'Stop' });
    const snapshot = join(path, '.docket', 'snapshots', 'project.json');
    const whole = readFileSync(snapshot);
    writeFileSync(snapshot, whole.subarray(0, whole.length * 0.4));
    writeFileSync(join(dirname(snapshot), 'killed.tmp'), whole.subarray(0, 100));
    const ended = await Promise.all(
      Array.from({ length: 10 }, (_, i) => startHook(path, { ...writeOf(`c${i}`), session_id: `s${i}` })),
    );
    for (const { stdout, code } of ended) expect([code, stdout.includes('"deny"')]).toEqual([0, true]);
    expect(
      loggedEvents(path, ['--type', 'GatesRuled']).filter(({ data }) => JSON.stringify(data).includes('deny')),
    ).toHaveLength(10);
    expect(loggedEvents(path, ['--type', 'HookFailed'])).toEqual([]);
  });

  it('li-same-ms: events of one millisecond keep the order they were appended in', async () => {
    const s = scenario({ deps: { now: () => 7 } });
    const names = ['first', 'second', 'third', 'fourth'];
    for (const message of names) await s.given({ hook_event_name: 'Notification', message });
    const shown = loggedEvents(s.project, ['--type', 'NotificationShown']);
    expect(new Set(shown.map(({ at }) => at)).size).toBe(1);
    expect(shown.map(({ data }) => (data as { message: string }).message)).toEqual(names);
  });
});

describe('a disk that takes nothing', () => {
  it('li-enospc: the gate still decides, and the loss is told by the next call that can', async () => {
    const s = scenario({ preset: 'strict', branch: 'main' });
    const full = await s.when(writes('src/a.ts'), failing('ENOSPC'));
    expect(JSON.stringify(full.answer)).toContain('"deny"');
    expect(full.stderr).toContain('ENOSPC');
    expect(full.events).toEqual([]);
    const next = await s.when(requests('Read', { file_path: 'a' }));
    const told = next.events.filter(({ type }) => type === 'HookFailed');
    expect(told.map(({ data }) => data)).toEqual([
      {
        stage: 'record',
        code: 'ENOSPC',
        message: expect.stringMatching(/^events could not be written to the log \(first at \d{4}-.*Z\)$/),
      },
    ]);
    expect((await s.when(requests('Read', { file_path: 'b' }))).events.map(({ type }) => type)).not.toContain(
      'HookFailed',
    );
    expect(runDocket(['status'], s.project).stdout).toMatch(/hook failed \(record\): ENOSPC/);
    expect(readdirSync(join(s.root, 'log'))).toEqual(['000001.ndjson']);
  });

  it('li-edquot: a session starts all the same', async () => {
    const s = scenario({ preset: 'strict' });
    const outcome = await s.when({ hook_event_name: 'SessionStart', source: 'startup' }, failing('EDQUOT'));
    expect(outcome).toMatchObject({ answer: null, exitCode: 0, stderr: expect.stringContaining('EDQUOT') });
  });

  it('a loss that nobody could leave word of is said on standard error alone', async () => {
    const s = scenario({ preset: 'strict', branch: 'main' });
    const fs = Object.fromEntries(
      Object.keys(nodeLogFs).map((name) => [
        name,
        () => {
          throw Object.assign(new Error('EIO'), { code: 'EIO' });
        },
      ]),
    ) as unknown as typeof nodeLogFs;
    const outcome = await handle(Buffer.from(JSON.stringify({ session_id: 's', ...writes('src/a.ts') })), {
      ...s.deps,
      fs,
    });
    expect(outcome.stdout).toContain('"deny"');
    expect(outcome.stderr).toContain('EIO');
    expect(() => outcome.finish()).not.toThrow();
  });
});

describe('what somebody put in the place of the log', () => {
  it('li-symlink-file: a link is not written through, and the hook says so', () => {
    const { path, write } = strictProject();
    const target = write('home/.bashrc', 'mine\n');
    mkdirSync(logIn(path).path, { recursive: true });
    symlinkSync(target, join(logIn(path).path, '000001.ndjson'));
    const { stdout, stderr, status } = hookOn(path);
    expect({ status, isDenied: stdout.includes('"deny"') }).toEqual({ status: 0, isDenied: true });
    expect(stderr).toContain('SYMLINK');
    expect(readFileSync(target, 'utf8')).toBe('mine\n');
  });

  it.each(['.docket', '.docket/log', '.docket/blobs', '.docket/snapshots'])(
    'li-symlink-dir: a link to a folder at %s is not written through, and the hook says so',
    (name) => {
      const { path } = strictProject();
      const elsewhere = tempProject().path;
      mkdirSync(dirname(join(path, name)), { recursive: true });
      symlinkSync(elsewhere, join(path, name));
      const { stdout, stderr, status } = hookOn(path);
      expect({ status, isDenied: stdout.includes('"deny"') }).toEqual({ status: 0, isDenied: true });
      expect(stderr).toMatch(/cannot be written.*link/);
      expect(readdirSync(elsewhere)).toEqual([]);
    },
  );

  it.each([
    '.docket',
    '.docket/log',
    '.docket/log/000001.ndjson',
    '.docket/snapshots',
    '.docket/snapshots/project.json',
  ])('li-fifo: a pipe at %s hangs nobody', (name) => {
    const { path } = strictProject();
    mkdirSync(dirname(join(path, name)), { recursive: true });
    execFileSync('mkfifo', [join(path, name)]);
    const { stdout, stderr, status } = hookOn(path);
    expect({ status, isDenied: stdout.includes('"deny"') }).toEqual({ status: 0, isDenied: true });
    if (!name.endsWith('project.json')) expect(stderr).toMatch(/cannot be written/);
    expect(runDocket(['status'], path, { env: { CLAUDE_PROJECT_DIR: path } }).status).not.toBeNull();
  });

  it('li-stale-lock: a lock of a dead process holds nobody, since there is none to take', () => {
    const { path } = strictProject();
    mkdirSync(logIn(path).path, { recursive: true });
    const locks = ['.docket/lock', '.docket/log/000001.ndjson.lock', '.docket/log/lock'].map((name) =>
      join(path, name),
    );
    for (const lock of locks) {
      writeFileSync(lock, '{"pid":999999}');
      utimesSync(lock, 1, 1);
    }
    expect(hookOn(path)).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining('"deny"') });
    expect(loggedEvents(path, ['--type', 'GatesRuled'])).toHaveLength(1);
    expect(locks.every((lock) => existsSync(lock))).toBe(true);
  });

  it('is gone on without when it is taken away between two calls', () => {
    const { path } = strictProject();
    hookOn(path);
    rmSync(join(path, '.docket'), { recursive: true });
    expect(hookOn(path).stdout).toContain('"deny"');
    expect(loggedEvents(path, ['--type', 'GatesRuled'])).toHaveLength(1);
  });
});
