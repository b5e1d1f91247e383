import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { partRunner } from '../../src/cli/backtest/run-part.ts';
import { cleanEnv, DIST, runDocket } from '../kit/hook-process.ts';
import { patient } from '../kit/patience.ts';
import { completes, prompts, redRun, requests, type Scenario, scenario, writes } from '../kit/scenario.ts';
import { tempProject } from '../kit/temp-project.ts';
import { ESC, STEERING, segmentOf, widest } from './sessions.ts';

const run = (s: { readonly project: string }, ...args: readonly string[]) =>
  runDocket(['backtest', ...args], s.project);

const written = (path: string, call: string) => [
  writes(path, { tool_use_id: call }),
  completes('Write', { file_path: path, content: '' }, {}, { tool_use_id: call }),
];

const watched = async (): Promise<Scenario> => {
  const s = scenario({ preset: 'observe' });
  await s.given(prompts('go'), ...redRun('red'), ...written('src/a.ts', 'w1'), ...written('src/b.ts', 'w2'));
  return s;
};

/** The session over and over, under names of their own. */
const copied = (s: Scenario, times: number): void => {
  const text = readFileSync(segmentOf(s), 'utf8');
  const copies = Array.from({ length: times }, (_, n) =>
    text.replaceAll('"stream":"s1"', `"stream":"copy-${n}"`).replaceAll(/"(e\d+)"/g, `"$1-${n}"`),
  );
  writeFileSync(segmentOf(s), [text, ...copies].join(''));
};

describe('docket backtest --json', () => {
  it('says what flips, in the shape that others rely on', async () => {
    const s = await watched();
    const { stdout, stderr, status } = run(s, '--preset', 'strict', '--gate', 'test-gate', '--json');
    expect({ stderr, status }).toEqual({ stderr: '', status: 1 });
    const report = JSON.parse(stdout) as Record<string, unknown>;
    const rule = {
      gate: 'test-gate',
      rule: 'test-gate/tests-fail',
      origin: 'policy',
      condition: 'tests-do-not-fail',
      unknown: [],
    };
    const flip = {
      session: 's1',
      worktree: s.project,
      type: 'ToolRequested',
      tool: 'Write',
      kind: 'direct',
      certainty: 'certain',
    };
    expect(report).toMatchObject({
      preset: 'strict',
      sessions: 1,
      imported: 0,
      unruled: 0,
      counts: { flips: 2, direct: 2, knockOn: 0, certain: 1, uncertain: 1, unknown: 0, gates: 0 },
      flips: [
        {
          ...flip,
          event: expect.any(String),
          position: expect.stringMatching(/^1:\d+$/),
          ...{ at: expect.any(String), call: 'w1', summary: 'Write src/a.ts', was: 'none', now: 'advise', since: null },
          rules: [{ ...rule, was: 'pass', now: 'advise' }],
        },
        {
          ...{ ...flip, call: 'w2', was: 'none', now: 'deny', certainty: 'uncertain' },
          // Docket would have run the tests itself behind the first write.
          since: s.events().find(({ type, call }) => type === 'ToolCompleted' && call === 'w1')?.id,
          rules: [{ ...rule, origin: 'both', was: 'pass', now: 'deny' }],
        },
      ],
      rules: [
        {
          ...{ gate: 'test-gate', rule: 'test-gate/tests-fail', was: 0, now: 2, watchedBefore: 2, watchedNow: 0 },
          ...{ on: 2, off: 0, changed: 0 },
        },
      ],
      sessionsToLookAt: [{ session: 's1', flips: 2, since: { why: 'prevented' } }],
    });
    expect(Object.keys(report).sort()).toEqual(
      [
        'preset',
        'sessions',
        'imported',
        'judged',
        'unruled',
        'flips',
        'counts',
        'rules',
        'neverFire',
        'rulesNotKnown',
        'doubts',
        'sessionsToLookAt',
        'unknown',
      ].sort(),
    );
  });

  it('takes a policy file, and files with one event a line', async () => {
    const s = await watched();
    s.write(
      'other.json',
      '{ "preset": "observe", "gates": { "test-gate": { "mode": "enforce", "atMost": "advise" } } }',
    );
    s.write('golden.ndjson', runDocket(['log', '--json'], s.project).stdout);
    const flipsOf = (...args: readonly string[]) =>
      (
        JSON.parse(run(s, '--policy', 'other.json', '--json', ...args).stdout) as {
          flips: { call: string; now: string }[];
        }
      ).flips.map(({ call, now }) => `${call} ${now}`);
    expect(flipsOf()).toEqual(['w1 advise']);
    for (const path of ['golden.ndjson', '.docket', '.', '.docket/log'])
      expect(flipsOf(path), path).toEqual(['w1 advise']);
  });

  it('of a golden judges the session that it is about', () => {
    const golden = join(
      import.meta.dirname,
      '../../fixtures/transcripts/what-another-session-tested-holds-for-the-same-code.ndjson',
    );
    const { stdout, status } = run({ project: tempProject().path }, '--preset', 'strict', '--json', golden);
    const report = JSON.parse(stdout) as { unruled: number; flips: { session: string }[] };
    expect({ status, unruled: report.unruled }).toEqual({ status: 1, unruled: 0 });
    expect(report.flips.every(({ session }) => session === 's1')).toBe(true);
  });

  it('keeps logs apart whose sessions are called the same', () => {
    const golden = (name: string) => join(import.meta.dirname, `../../fixtures/transcripts/${name}.ndjson`);
    const tested = golden('writing-is-warned-then-denied-while-tests-fail-and-passes-once-they-pass');
    const reviewed = golden('a-review-is-undone-by-an-edit-and-made-good');
    const project = tempProject().path;
    const report = (...args: readonly string[]) =>
      JSON.parse(run({ project }, '--preset', 'standard', '--json', ...args).stdout) as {
        sessions: number;
        sessionsToLookAt: { log: string; session: string }[];
        flips: { log: string }[];
      };
    const both = report(tested, reviewed);
    const [one, other] = [report(tested), report(reviewed)];
    expect(both.sessions).toBe(2);
    expect(both.flips).toEqual([...one.flips, ...other.flips]);
    expect(new Set(both.flips.map(({ log }) => log))).toEqual(new Set([tested, reviewed]));
    const byLog = (a: { log: string }, b: { log: string }) => (a.log < b.log ? -1 : 1);
    expect([...both.sessionsToLookAt].sort(byLog)).toEqual(
      [...one.sessionsToLookAt, ...other.sessionsToLookAt].sort(byLog),
    );
    const text = run(
      { project: join(tested, '..') },
      '--preset',
      'standard',
      ...[tested, reviewed].map((path) => basename(path)),
    );
    for (const path of [tested, reviewed]) expect(text.stdout).toContain(`  in ${basename(path).slice(0, 40)}`);
    expect(widest(text.stdout)).toBeLessThanOrEqual(80);
  });

  it('says of imported sessions that docket answered nothing there', () => {
    const project = tempProject();
    const line = (type: string, uuid: string, more: object) =>
      JSON.stringify({
        type,
        uuid,
        sessionId: 'old',
        cwd: project.path,
        timestamp: '2026-01-01T12:00:00.000Z',
        ...more,
      });
    const use = { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: { command: 'git reset --hard' } };
    const path = project.write(
      'old.jsonl',
      [
        line('user', 'u1', { message: { role: 'user', content: 'go' } }),
        line('assistant', 'a1', { message: { id: 'm1', role: 'assistant', content: [use] } }),
      ].join('\n'),
    );
    runDocket(['import', path], project.path);
    const under = (...args: readonly string[]) => run({ project: project.path }, '--preset', 'strict', ...args).stdout;
    const report = JSON.parse(under('--json')) as {
      sessions: number;
      imported: number;
      flips: { was: string; now: string }[];
      rules: { was: number; watchedBefore: number }[];
      neverFire: string[];
      unknown: { fired: number; rules: string[] }[];
    };
    expect(report).toMatchObject({ sessions: 1, imported: 1 });
    expect(report.flips.map(({ was }) => was)).not.toContain('deny');
    expect(report.rules.every(({ was, watchedBefore }) => was + watchedBefore === 0)).toBe(true);
    expect(under().replaceAll(/\s+/g, ' ')).toContain(
      '1 of them imported: docket answered nothing there, so what it would have said is hypothetical.',
    );
    // What would fire as far as is known is not among what never does.
    const guessed = report.unknown.flatMap(({ rules }) => rules);
    expect(guessed.length).toBeGreaterThan(0);
    expect(report.neverFire.filter((rule) => guessed.includes(rule))).toEqual([]);
  });

  it('keeps to what is asked for', async () => {
    const s = await watched();
    await s.given(
      prompts('go', { session_id: 'other' }),
      requests('Bash', { command: 'git reset --hard' }, { session_id: 'other' }),
    );
    const flipsOf = (...args: readonly string[]): number =>
      (JSON.parse(run(s, '--preset', 'strict', '--json', ...args).stdout) as { counts: { flips: number } }).counts
        .flips;
    const all = flipsOf();
    expect(flipsOf('--session', 's1') + flipsOf('--session', 'other')).toBe(all);
    expect(flipsOf('--last', '1')).toBe(flipsOf('--session', 'other'));
    expect(flipsOf('--path', 'src/b')).toBe(1);
    expect(flipsOf('--tool', 'Write')).toBe(2);
    expect(flipsOf('--gate', 'guard')).toBe(1);
    expect(flipsOf('--since', '2100-01-01')).toBe(0);
    expect(flipsOf('--until', '2000-01-01')).toBe(0);
  });
});

describe('docket backtest', () => {
  it('sums up first, and says where nobody can know any more', async () => {
    const s = await watched();
    const { stdout, status } = run(s, '--preset', 'strict', '--gate', 'test-gate');
    expect(status).toBe(1);
    expect(stdout).toMatch(
      /^Under preset strict, over 1 session, \d+ judged events\n {2}2 decisions would flip: 2 by the policy itself\.\n/,
    );
    expect(stdout).toMatch(/^ {2}test-gate\/tests-fail +0 +2 +2 +0 +0$/m);
    expect(stdout).toMatch(/^ {4}uncertain from .* e\d+: a call that ran would have been\n {4}stopped$/m);
    expect(stdout).toMatch(
      /^ {4}none → deny {2}Write src\/b\.ts\n {4}test-gate\/tests-fail: pass → deny \(✗ tests-do-not-fail\)$/m,
    );
    expect(widest(stdout)).toBeLessThanOrEqual(80);
  });

  it('under the recorded policy is no flip and exit code 0', async () => {
    const s = await watched();
    const { stdout, status } = run(s, '--preset', 'observe');
    expect({ status, first: stdout.split('\n')[1] }).toEqual({ status: 0, first: '  No decision flips.' });
  });

  it('shows a screenful, and everything when asked', async () => {
    const s = await watched();
    copied(s, 20);
    const bounded = run(s, '--preset', 'strict').stdout;
    expect(bounded).toMatch(/^ {2}… \d+ more flips: --all$/m);
    const all = run(s, '--preset', 'strict', '--all').stdout;
    expect(all).not.toContain('--all');
    expect(all.length).toBeGreaterThan(bounded.length);
  });

  it('keeps logged text away from the terminal', async () => {
    const s = scenario({ preset: 'observe' });
    const evil = { session_id: `${ESC}[2J漢字` };
    await s.given(prompts('go', evil), requests('Bash', { command: `git reset --hard ${ESC}]0;x\u0007` }, evil));
    const { stdout } = run(s, '--preset', 'strict', '--all');
    expect(stdout).toContain('guard/reset-hard');
    expect(stdout).not.toMatch(STEERING);
    expect(widest(stdout)).toBeLessThanOrEqual(80);
  });

  it.each([
    [[], 'Say under which policy'],
    [['--preset', 'none'], 'There is no preset "none"'],
    [['--preset', 'strict', '--policy', 'x.json'], 'not both'],
    [['--policy', 'absent.json'], 'cannot be read'],
    [['--preset', 'strict', '--jobs', '0'], '--jobs takes a whole number from 1'],
    [['--preset', 'strict', '--last', 'x'], '--last takes'],
    [['--preset', 'strict', '--since', 'soon'], '--since takes'],
    [['--preset', 'strict', '--gate', 'test-gat'], 'There is no gate or rule test-gat. Did you mean test-gate?'],
    [['--preset', 'strict', 'absent'], 'absent is not there'],
  ])('is misused with %j', async (args, words) => {
    const s = scenario({ preset: 'observe' });
    await s.given(prompts('go'));
    expect(run(s, ...args)).toMatchObject({ stdout: '', status: 2, stderr: expect.stringContaining(words) });
  });

  it('says what to do where there is nothing to judge', async () => {
    expect(run({ project: tempProject().path }, '--preset', 'strict')).toMatchObject({
      // 1 would say that decisions flip.
      status: 2,
      stderr: expect.stringContaining('docket init'),
    });
    const s = scenario();
    await s.given(prompts('go'));
    s.write('text.txt', 'no events\n');
    expect(run(s, '--preset', 'strict', 'text.txt')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('docket log --json'),
    });
    expect(run(s, '--preset', 'strict', '--until', '2000-01-01').stderr).toContain('no event that gates judge');
  });
});

describe('in threads', () => {
  it('it says the same, to the byte', { timeout: patient(60_000) }, async () => {
    const s = await watched();
    copied(s, 150);
    const [one, four] = ['1', '4'].map((jobs) => run(s, '--preset', 'strict', '--json', '--jobs', jobs));
    expect(four?.status).toBe(1);
    expect(four?.stdout === one?.stdout).toBe(true);
    rmSync(s.root, { recursive: true });
  });

  it('an interrupt ends all of them', { timeout: patient(60_000) }, async () => {
    const s = await watched();
    copied(s, 1_000);
    const child = spawn(process.execPath, [join(DIST, 'docket.cjs'), 'backtest', '--preset', 'strict', '--jobs', '2'], {
      cwd: s.project,
      env: cleanEnv({ HOME: s.project }),
      stdio: 'ignore',
    });
    setTimeout(() => child.kill('SIGINT'), 500);
    expect(await once(child, 'exit')).toEqual([null, 'SIGINT']);
    rmSync(s.root, { recursive: true });
  });
});

describe('a worker', () => {
  const part = {
    path: '',
    limit: 0,
    sessions: [],
    edits: [],
    policy: { preset: 'observe' as const, gates: {} },
    filters: {},
    now: 0,
  };
  const runScript = (script: string) => {
    const project = tempProject();
    return partRunner(project.write('worker.cjs', script), () => {}).run(part);
  };

  it.each([
    [
      'that says what went wrong is believed',
      "require('worker_threads').parentPort.postMessage({ problem: 'no such log' })",
      'no such log',
    ],
    ['that throws is no silence', "throw new Error('broken')", 'broken'],
    ['that ends without a word is no silence', 'process.exit(3)', 'ended with 3'],
  ])('%s', async (_, script, words) => {
    await expect(runScript(script)).rejects.toThrow(words);
  });
});
