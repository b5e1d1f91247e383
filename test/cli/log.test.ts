import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { envelope } from '../kit/envelope.ts';
import { cleanEnv, DIST, runDocket } from '../kit/hook-process.ts';
import { prompts, requests, type Scenario, scenario, stops } from '../kit/scenario.ts';
import { tempProject } from '../kit/temp-project.ts';
import { deniedPast, deniedSession, ESC, grow, STEERING, segmentOf, widest } from './sessions.ts';

const logged = (s: Scenario, ...args: readonly string[]): Envelope[] => {
  const { stdout, status } = runDocket(['log', '--json', ...args], s.project);
  expect(status).toBe(0);
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Envelope);
};

const ids = (events: readonly Envelope[]): string[] => events.map(({ id }) => id);
const idsWhere = (s: Scenario, keep: (event: Envelope) => boolean): string[] => ids(s.events().filter(keep));

const start = (s: Scenario, ...args: readonly string[]) => {
  const child = spawn(process.execPath, [join(DIST, 'docket.cjs'), 'log', ...args], {
    cwd: s.project,
    env: cleanEnv({ HOME: s.project }),
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => {
    said.out += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    said.err += chunk.toString();
  });
  const until = async (text: string): Promise<void> => {
    while (!said.out.includes(text)) await once(child.stdout, 'data');
  };
  return { child, said, until };
};

describe('docket log', () => {
  it('prints the whole log as it stands there, one envelope a line', async () => {
    const s = await deniedSession();
    expect(logged(s)).toEqual(s.events());
  });

  it('prints a line an event for people, under the day', async () => {
    const s = await deniedSession();
    const { stdout } = runDocket(['log'], s.project);
    const [day, ...lines] = stdout.trimEnd().split('\n');
    expect(day).toBe('── 2026-01-01 (UTC)');
    expect(lines).toHaveLength(s.events().length);
    expect(stdout).toMatch(/^\d\d:\d\d:\d\d e\d+ +s1 +ToolRequested +Write src\/b\.ts$/m);
    expect(stdout).toMatch(/GatesRuled +deny test-gate:deny branch-guard:p…$/m);
  });

  it('keeps within 80 columns and away from the terminal, whatever the host sent', async () => {
    const s = scenario({ preset: 'strict' });
    const evil = { session_id: `${ESC}[31m漢字漢字`, agent_id: `${ESC}]0;x`, agent_type: `bad${ESC}[2J` };
    await s.given(prompts(`clear ${ESC}[2J \u202e${'漢字🚀 '.repeat(40)}`, { session_id: evil.session_id }));
    await s.given(requests('Bash', { command: `echo ${ESC}[1A\u009b2J${'x'.repeat(200)}` }, evil));
    await s.given(requests(`T${ESC}[0m`, { file_path: `src/\r${ESC}c.ts` }, evil));
    const { stdout } = runDocket(['log'], s.project);
    expect(stdout.split('\n').length).toBeGreaterThan(5);
    expect(stdout).not.toMatch(STEERING);
    expect(widest(stdout)).toBeLessThanOrEqual(80);
  });

  describe('filters', () => {
    const twoSessions = async (): Promise<Scenario> => {
      const s = await deniedSession();
      await s.given(
        ...deniedPast({ session_id: 'other-session', tool_use_id: 'x' }),
        stops({ session_id: 'other-session' }),
      );
      return s;
    };

    it('--session takes the beginning of an id', async () => {
      const s = await twoSessions();
      const expected = idsWhere(s, ({ stream }) => stream === 'other-session');
      expect(expected.length).toBeGreaterThan(3);
      expect(ids(logged(s, '--session', 'oth'))).toEqual(expected);
    });

    it('--type takes several', async () => {
      const s = await twoSessions();
      const expected = idsWhere(s, ({ type }) => type === 'GatesRuled' || type === 'ToolFailed');
      expect(ids(logged(s, '--type', 'GatesRuled', 'ToolFailed'))).toEqual(expected);
      expect(ids(logged(s, '--type', 'GatesRuled', '--type', 'ToolFailed'))).toEqual(expected);
    });

    it('--gate keeps the verdicts and answers of a gate', async () => {
      const s = await twoSessions();
      const found = logged(s, '--gate', 'stop-guard');
      expect(found.map(({ type }) => type)).toEqual(['GatesRuled', 'AnswerSent']);
      expect(found[0]?.data['verdicts']).toMatchObject([
        { gate: 'stop-guard', decision: 'deny' },
        { gate: 'session-summary' },
      ]);
    });

    it('--tool keeps the calls of a tool', async () => {
      const s = await twoSessions();
      const expected = idsWhere(s, ({ data }) => data['tool_name'] === 'Write');
      expect(expected.length).toBeGreaterThan(2);
      expect(ids(logged(s, '--tool', 'Write'))).toEqual(expected);
    });

    it('--path keeps what is about a file', async () => {
      const s = await twoSessions();
      const types = logged(s, '--path', 'src/b').map(({ type }) => type);
      expect(new Set(types)).toEqual(new Set(['ToolRequested', 'FileObserved']));
    });

    it('--since and --until take times', async () => {
      const s = await twoSessions();
      const [from, to] = [s.events()[3]?.at ?? '', s.events()[9]?.at ?? ''];
      const expected = idsWhere(s, ({ at }) => at >= from && at <= to);
      expect(ids(logged(s, '--since', from, '--until', to))).toEqual(expected);
    });

    it('--since and --until take ages', async () => {
      const s = await deniedSession();
      expect(logged(s, '--since', '36500d')).toHaveLength(s.events().length);
      expect(logged(s, '--until', '36500d')).toEqual([]);
    });

    it('--last keeps the newest of what the others let through', async () => {
      const s = await twoSessions();
      expect(ids(logged(s, '--last', '2'))).toEqual(ids(s.events()).slice(-2));
      const rulings = idsWhere(s, ({ type }) => type === 'GatesRuled');
      expect(ids(logged(s, '--type', 'GatesRuled', '--last', '2'))).toEqual(rulings.slice(-2));
      expect(logged(s, '--last', '1000')).toHaveLength(s.events().length);
    });

    it('that let nothing through are told on stderr', async () => {
      const s = await deniedSession();
      expect(runDocket(['log', '--tool', 'Nothing'], s.project)).toEqual({
        stdout: '',
        stderr: 'docket: no event of the log fits these filters\n',
        status: 0,
      });
    });

    it.each([
      [['--last', '0'], '--last takes a whole number from 1'],
      [['--last', 'many'], 'not "many"'],
      [['--since', 'yesterday'], '--since takes a time like 2026-01-31T14:00:00Z or an age like 15m'],
      [['--until', '5y'], '--until takes a time'],
    ])('that make no sense are misuse: %j', async (args, message) => {
      const s = await deniedSession();
      const { stdout, stderr, status } = runDocket(['log', ...args], s.project);
      expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
      expect(stderr).toContain(message);
    });
  });

  describe('--sessions', () => {
    const twoSessions = async (): Promise<Scenario> => {
      const s = await deniedSession();
      await s.given(prompts('another', { session_id: `other${ESC}[2J` }));
      await s.given({ hook_event_name: 'SessionEnd', reason: 'exit', session_id: `other${ESC}[2J` });
      return s;
    };

    it('lists the sessions for people, the most recently active one last', async () => {
      const s = await twoSessions();
      const { stdout, stderr, status } = runDocket(['log', '--sessions'], s.project);
      expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
      const [first = '', second = ''] = stdout.split('\n');
      const count = s.events().filter(({ stream }) => stream === 's1').length;
      expect(first).toMatch(/^2026-01-01 12:\d\d:\d\d s1 live, /);
      expect(first).toContain(`live, ${count} events, 1 advise, 1 deny`);
      expect(second).toContain('other␛[2J ended, ');
      expect(stdout).not.toMatch(STEERING);
      expect(widest(stdout)).toBeLessThanOrEqual(80);
    });

    it('prints one object a session with --json, of those that --session and --last let through', async () => {
      const s = await twoSessions();
      const list = (...args: readonly string[]): Record<string, unknown>[] =>
        logged(s, '--sessions', ...args) as unknown as Record<string, unknown>[];
      expect(list().map(({ session }) => session)).toEqual(['s1', `other${ESC}[2J`]);
      expect(list('--last', '1').map(({ session }) => session)).toEqual([`other${ESC}[2J`]);
      const own = s.events().filter(({ stream }) => stream === 's1');
      expect(list('--session', 's')).toEqual([
        {
          session: 's1',
          host: 'claude-code',
          worktree: s.project,
          firstAt: own[0]?.at,
          lastAt: own.at(-1)?.at,
          endedAt: null,
          imported: false,
          events: own.length,
          rulings: expect.objectContaining({ advise: 1, deny: 1 }),
        },
      ]);
    });

    it('says so when no session fits, and when a filter is about events', async () => {
      const s = await twoSessions();
      expect(runDocket(['log', '--sessions', '--session', 'zzz'], s.project)).toEqual({
        stdout: '',
        stderr: 'docket: no session of the log fits\n',
        status: 0,
      });
      const misused = runDocket(['log', '--sessions', '--type', 'GatesRuled'], s.project);
      expect(misused).toMatchObject({ stdout: '', status: 2 });
      expect(misused.stderr).toContain('not with --type');
    });
  });

  it('sees what was appended behind the index, and works without being able to keep one', async () => {
    const s = await deniedSession();
    expect(ids(logged(s, '--session', 's1'))).toEqual(ids(s.events()));
    expect(existsSync(join(s.root, 'index', 'streams.json'))).toBe(true);
    await s.given(...deniedPast({ session_id: 'new' }), prompts('go on'));
    for (const session of ['s1', 'new']) {
      const expected = idsWhere(s, ({ stream }) => stream === session);
      expect(ids(logged(s, '--session', session))).toEqual(expected);
    }
    rmSync(join(s.root, 'index'), { recursive: true });
    writeFileSync(join(s.root, 'index'), 'in the way');
    expect(ids(logged(s, '--session', 'new'))).toEqual(idsWhere(s, ({ stream }) => stream === 'new'));
  });

  describe('of a damaged log', () => {
    it('reports of one session what is damaged of it, and exits with 1 only then', async () => {
      const s = await deniedSession();
      await s.given(prompts('another', { session_id: 'other' }));
      const torn = JSON.stringify(s.events().at(-1)).slice(0, -5);
      appendFileSync(segmentOf(s), `\nnonsense\n\n${torn}\n`);
      expect(runDocket(['log', '--session', 's1'], s.project)).toMatchObject({ stderr: '', status: 0 });
      const other = runDocket(['log', '--session', 'other'], s.project);
      expect(other.status).toBe(1);
      expect(other.stderr.trimEnd().split('\n')).toEqual([
        expect.stringMatching(/^docket: \d+ bytes at .*not-json/),
        expect.stringContaining('docket verify'),
      ]);
    });

    it('reports what it cannot read, with its place, and prints the rest', async () => {
      const s = await deniedSession();
      const before = s.events();
      appendFileSync(segmentOf(s), '\n{"v":1,"torn\n\n\u0000\u0000\n\n{"no":"event"}\n');
      appendFileSync(segmentOf(s), Buffer.from([0x0a, 0x22, 0xff, 0x22, 0x0a]));
      await s.given(prompts('go on'));
      const { stdout, stderr, status } = runDocket(['log', '--json'], s.project);
      expect(status).toBe(1);
      expect(stdout.trimEnd().split('\n').length).toBeGreaterThan(before.length);
      expect(
        stdout
          .trimEnd()
          .split('\n')
          .map((line) => (JSON.parse(line) as Envelope).id),
      ).toEqual(ids(s.events()));
      const [hint, ...others] = stderr.trimEnd().split('\n').reverse();
      const complaints = others.reverse();
      expect(hint).toContain('docket verify');
      expect(complaints.map((line) => /\((.*)\)/.exec(line)?.[1])).toEqual([
        'not-json',
        'not-json',
        'not-an-event',
        'not-utf8',
      ]);
      expect(complaints[0]).toMatch(/^docket: 12 bytes at 1:\d+ cannot be read/);
    });
  });

  it('of a log with many lines that cannot be read counts what it does not list', async () => {
    const s = await deniedSession();
    appendFileSync(segmentOf(s), '\nnonsense\n'.repeat(25));
    const { stderr } = runDocket(['log', '--json'], s.project);
    expect(stderr.trimEnd().split('\n')).toHaveLength(12);
    expect(stderr).toContain('and 15 more');
  });

  it('waits for a slow reader of its pipe instead of keeping all in memory', async () => {
    const { path } = tempProject();
    const line = JSON.stringify(envelope('e', 'NotificationShown', { data: { message: 'x'.repeat(8000) } }));
    mkdirSync(join(path, '.docket', 'log'), { recursive: true });
    writeFileSync(join(path, '.docket', 'log', '000001.ndjson'), `\n${line}\n`.repeat(8000));
    const child = spawn(process.execPath, ['--max-old-space-size=48', join(DIST, 'docket.cjs'), 'log', '--json'], {
      cwd: path,
      env: cleanEnv({ HOME: path }),
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const exit = once(child, 'exit');
    // What is not read is not taken from the process: with all in memory it would be dead by then.
    await Promise.race([exit, delay(2000)]);
    let lines = 0;
    for await (const chunk of child.stdout) lines += String(chunk).split('\n').length - 1;
    expect(lines).toBe(8000);
    expect(await exit).toEqual([0, null]);
  });

  describe('--follow', () => {
    it('prints the past, then what is appended, and ends with 0 on an interrupt', async () => {
      const s = await deniedSession();
      const { child, said, until } = start(s, '--json', '--follow', '--last', '1');
      await until('\n');
      expect((JSON.parse(said.out) as Envelope).id).toBe(s.events().at(-1)?.id);
      await s.given(prompts('something new'));
      await until('something new');
      child.kill('SIGINT');
      expect(await once(child, 'exit')).toEqual([0, null]);
      expect(said.err).toBe('');
    });

    it('goes on with a new log when `.docket` is removed', async () => {
      const s = await deniedSession();
      const { child, said, until } = start(s, '--json', '--follow');
      await until(s.events().at(-1)?.id as string);
      const before = s.events();
      rmSync(s.root, { recursive: true });
      while (!said.err.includes('removed')) await once(child.stderr, 'data');
      await s.given(prompts('after'));
      await until('"prompt":"after"');
      child.kill('SIGINT');
      expect(await once(child, 'exit')).toEqual([0, null]);
      expect(said.err).toBe('docket: the log was removed; waiting for a new one\n');
      const printed = said.out.trimEnd().split('\n');
      expect(printed.length).toBeGreaterThan(before.length);
      expect(new Set(printed).size).toBe(printed.length);
    });

    it('says in one line that the log was cut, and goes on', async () => {
      const s = await deniedSession();
      const { child, said, until } = start(s, '--json', '--follow', '--last', '1');
      await until('\n');
      truncateSync(segmentOf(s));
      while (!said.err.includes('\n')) await once(child.stderr, 'data');
      await s.given(prompts('after'));
      await until('"prompt":"after"');
      child.kill('SIGINT');
      expect(await once(child, 'exit')).toEqual([0, null]);
      expect(said.err).toMatch(/^docket: what was read of the log is not there any more: .* going on at 1:0\n$/);
      expect(said.out.trimEnd().split('\n').length).toBeGreaterThan(1);
    });

    it('ends with 0 while it waits for a log, and when nobody reads any more', async () => {
      const s = scenario();
      const waiting = start(s, '--follow');
      while (!waiting.said.err.includes('yet; waiting for one')) await once(waiting.child.stderr, 'data');
      waiting.child.kill('SIGINT');
      expect(await once(waiting.child, 'exit')).toEqual([0, null]);

      const unread = start(s, '--follow', '--json');
      await s.given(prompts('first'));
      await unread.until('first');
      unread.child.stdout.destroy();
      const end = once(unread.child, 'exit');
      await s.given(prompts('second'), prompts('third'));
      expect(await end).toEqual([0, null]);
    });

    it('filters what is appended, and reports damage without ending', async () => {
      const s = await deniedSession();
      const { child, said, until } = start(s, '--json', '--follow', '--type', 'PromptSubmitted');
      await until('add a discount');
      appendFileSync(segmentOf(s), '\nnonsense\n');
      await s.given(requests('Bash', { command: 'ls' }), prompts('the end'));
      await until('the end');
      child.kill('SIGINT');
      expect(await once(child, 'exit')).toEqual([0, null]);
      expect(said.out.trimEnd().split('\n')).toHaveLength(2);
      expect(said.err).toContain('(not-json)');
    });
  });

  it('ends in peace when the reader has enough', async () => {
    const s = await deniedSession();
    grow(s, 400);
    const { child, said } = start(s, '--json');
    await once(child.stdout, 'data');
    child.stdout.destroy();
    expect(await once(child, 'exit')).toEqual([0, null]);
    expect(said.err).toBe('');
  });
});
