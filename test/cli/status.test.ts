import { appendFileSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findLocation, stateLocation } from '../../src/events/location.ts';
import { runDocket } from '../kit/hook-process.ts';
import { completes, prompts, requests, type Scenario, scenario, stops, writes } from '../kit/scenario.ts';
import { deniedPast, deniedSession, ESC, lastOf, STEERING, segmentOf, widest } from './sessions.ts';

const KEYS = [
  'preset',
  'worktree',
  'session',
  'turn',
  'tests',
  'review',
  'brokenReviewer',
  'proof',
  'changes',
  'careful',
  'workflow',
  'plan',
  'agents',
  'questions',
  'strikes',
  'waivers',
  'todos',
  'owed',
];

interface Status {
  readonly session: Record<string, unknown>;
  readonly turn: Record<string, unknown>;
  readonly [key: string]: unknown;
}

const statusOf = (s: Scenario, ...args: readonly string[]): Status => {
  const { stdout, status } = runDocket(['status', '--json', ...args], s.project);
  expect(status).toBe(0);
  return JSON.parse(stdout) as Status;
};

describe('docket status --json', () => {
  it('has the keys that others rely on, and null or nothing for what is unknown', async () => {
    const s = scenario();
    await s.given(prompts('go'));
    const status = statusOf(s);
    expect(Object.keys(status)).toEqual(KEYS);
    expect(status).toMatchObject({
      preset: 'observe',
      worktree: s.project,
      session: { id: 's1', kind: 'interactive', mode: null, branchAtStart: 'feature/x' },
      tests: { status: null, failures: null, at: null, stale: false },
      review: { code: null, doc: null, precommit: null },
      brokenReviewer: null,
      proof: null,
      changes: { code: [], doc: [], other: [] },
      workflow: null,
      plan: null,
      agents: [],
      questions: [],
      strikes: {},
      waivers: [],
      todos: [],
      owed: { stop: [], commit: [] },
    });
  });

  it('says what the session came to', async () => {
    const s = await deniedSession({ permission_mode: 'acceptEdits' });
    await s.given(completes('Write', { file_path: 'src/a.ts' }, {}), completes('Write', { file_path: 'NOTES.md' }, {}));
    const finished = s.events().find(({ type }) => type === 'TestRunFinished');
    const status = statusOf(s);
    expect(status).toMatchObject({
      preset: 'strict',
      session: { mode: 'acceptEdits', calls: { open: ['w1', 'w2'], unknown: 0, deniedButRan: [] } },
      turn: { prompts: 1, tools: 3, stopBlocks: 0, openPoints: [] },
      tests: { status: 'fail', failures: 1, at: finished?.at, stale: true, runner: 'npm test', source: 'agent' },
      strikes: { 'test-gate': 1 },
    });
    expect(status['changes']).toEqual({ code: ['src/a.ts'], doc: ['NOTES.md'], other: [] });
  });

  it('tells on stderr what is wrong with the policy, so that stdout stays one object', async () => {
    const s = scenario({ policy: { preset: 'strict', gates: { [`no${ESC}[2J`]: {} } } });
    await s.given(prompts('go'));
    const { stdout, stderr, status } = runDocket(['status', '--json'], s.project);
    expect(Object.keys(JSON.parse(stdout) as object)).toEqual(KEYS);
    expect(stderr).toMatch(/^docket: policy: .*does not exist/);
    expect(stderr).not.toMatch(STEERING);
    expect(status).toBe(0);
  });
});

describe('the session that docket status is about', () => {
  const idOf = (s: Scenario, ...args: readonly string[]) => statusOf(s, ...args).session['id'];

  it('is the newest live one', async () => {
    const s = scenario();
    await s.given(prompts('a', { session_id: 'older' }), prompts('b', { session_id: 'newer' }));
    expect(idOf(s)).toBe('newer');
    await s.given(prompts('c', { session_id: 'older' }));
    expect(idOf(s)).toBe('older');
    await s.given({ hook_event_name: 'SessionEnd', reason: 'other', session_id: 'older' });
    expect(idOf(s)).toBe('newer');
  });

  it('is the last one that ended when none is live', async () => {
    const s = scenario();
    for (const session_id of ['first', 'last']) {
      await s.given(prompts('a', { session_id }), { hook_event_name: 'SessionEnd', reason: 'other', session_id });
    }
    expect(idOf(s)).toBe('last');
  });

  it('is one of this worktree rather than a newer one of another', async () => {
    const s = scenario();
    const other = join(s.project, 'other');
    mkdirSync(join(other, '.git'), { recursive: true });
    s.write('other/.git/HEAD', 'ref: refs/heads/main\n');
    await s.given(prompts('a', { session_id: 'here' }), prompts('b', { session_id: 'there', cwd: other }));
    expect(idOf(s)).toBe('here');
  });

  it('is the one that was asked for by the beginning of its id', async () => {
    const s = scenario();
    await s.given(prompts('a', { session_id: 'alpha' }), prompts('b', { session_id: 'beta' }));
    expect(idOf(s, '--session', 'al')).toBe('alpha');
    const missing = runDocket(['status', '--session', 'gamma'], s.project);
    expect(missing).toMatchObject({ stdout: '', status: 1 });
    expect(missing.stderr).toContain('No session begins with "gamma"');
  });

  it('is none of several whose ids begin so: the candidates are named', async () => {
    const s = scenario();
    await s.given(...deniedPast({ session_id: 'hotel' }));
    await s.given(prompts('b', { session_id: 'house' }), prompts('c', { session_id: 'ho' }));
    await s.given(prompts('d', { session_id: 'hot' }));
    for (const args of [
      ['status', '--session', 'hote', '--json'],
      ['status', '--session', 'ho', '--json'],
      ['replay', 'hot', '--json'],
    ])
      expect(runDocket(args, s.project)).toMatchObject({ status: 0 });
    for (const args of [
      ['status', '--session', 'h'],
      ['postmortem', 'h'],
      ['replay', 'h'],
      ['golden', 'h', '-o', '-'],
      ['tests', '--session', 'h'],
      ['why', '--session', 'h'],
      ['why-not', 'guard', '--session', 'h'],
    ]) {
      const refused = runDocket(args, s.project);
      expect({ args, ...refused }).toMatchObject({ args, stdout: '', status: 2 });
      expect(refused.stderr).toContain('Several sessions begin with "h": hot, ho, house, hotel.');
    }
  });

  it('is found with its state when so many came later that the snapshot does not hold it', async () => {
    const s = scenario();
    await s.given(prompts('a', { session_id: 'old' }), writes('src/a.ts', { session_id: 'old' }));
    for (let i = 0; i < 40; i += 1) {
      await s.given(prompts('b', { session_id: `later-${i}` }), {
        hook_event_name: 'SessionEnd',
        reason: 'other',
        session_id: `later-${i}`,
      });
    }
    const kept = readFileSync(join(s.root, 'snapshots', 'project.json'), 'utf8');
    expect(kept).toContain('"later-20"');
    // That it did not end is known; its states are not.
    expect(kept.match(/"names":\[[^\]]*\]/)?.[0]).not.toContain('"old"');
    expect(idOf(s, '--session', 'old')).toBe('old');
    // The only live one, although others are more recent.
    expect(idOf(s)).toBe('old');
    expect(statusOf(s, '--session', 'old')).toMatchObject({ turn: { prompts: 1, tools: 1 } });
  });
});

describe('docket status', () => {
  it('shows the same to people', async () => {
    const s = await deniedSession();
    await s.given(stops(), stops({ stop_hook_active: true }));
    const { stdout } = runDocket(['status'], s.project);
    expect(stdout).toMatch(/^preset {4}strict$/m);
    expect(stdout).toMatch(/^session {3}s1 \(interactive, live\)$/m);
    expect(stdout).toMatch(/^turn {6}1 prompt, 3 tool calls since the last, 1 stop block$/m);
    expect(stdout).toMatch(/^tests {5}fail, 1 failure \(npm test, run by the agent, 2026-01-01 12:00:\d\d UTC\)$/m);
    expect(stdout).toMatch(/^warnings {2}test-gate 1$/m);
    // The second write was denied.
    expect(stdout).toMatch(/^running {3}Write since 12:00:\d\d$/m);
    expect(stdout).toMatch(/^left open tests-do-not-fail$/m);
  });

  it('says that the log is not in the project, and why', async () => {
    const s = scenario();
    await s.given(prompts('go'));
    const env = { XDG_STATE_HOME: join(s.project, 'state') };
    const { root } = stateLocation(findLocation({ env, cwd: s.project }), env, 'EACCES');
    mkdirSync(dirname(root), { recursive: true });
    renameSync(s.root, root);
    const { stdout } = runDocket(['status'], s.project, { env });
    expect(stdout).toMatch(/^session {3}s1 /m);
    expect(stdout.replace(/\n! */g, ' ')).toContain('cannot be written');
    const { stderr } = runDocket(['status', '--json'], s.project, { env });
    expect(stderr).toContain(`cannot be written (when it was first used): the log is in ${root}`);
  });

  it('does without what an event promised and does not have', async () => {
    const s = scenario();
    const types = ['PolicyLoaded', 'GatesRuled', 'AnswerSent', 'TestRunFinished', 'CommandUnderstood', 'FileObserved'];
    await s.given(prompts('go'));
    const { id: _id, ...first } = s.events()[0] ?? {};
    const lines = types.map((type) => `\n${JSON.stringify({ ...first, id: `hollow-${type}`, type, data: {} })}\n`);
    appendFileSync(segmentOf(s), lines.join(''));
    for (const command of ['status', 'log']) {
      expect(runDocket([command], s.project), command).toMatchObject({ stderr: '', status: 0 });
    }
  });

  it('tells in one line what the system refused', async () => {
    const s = scenario({ damages: true });
    s.write('.docket/log', 'a file where the folder should be');
    const { stdout, stderr, status } = runDocket(['status'], s.project);
    expect({ stdout, status }).toEqual({ stdout: '', status: 1 });
    expect(stderr).toMatch(/^docket: not a directory, scandir '.*' \(ENOTDIR\)\n$/);
  });

  it('says of tools that look like writers that gates do not see them', async () => {
    const s = scenario();
    await s.given(prompts('go'), requests('mcp__serena__insert_after_symbol', {}));
    const said = 'mcp__serena__insert_after_symbol looks like a tool that writes: gates do not see its writes';
    expect(runDocket(['status'], s.project).stdout.replace(/\n */g, ' ')).toContain(said);
    expect(runDocket(['status', '--json'], s.project).stderr).toBe(`docket: ${said}\n`);
  });

  it('says by what it was told that nobody can answer', async () => {
    const s = scenario({ env: { CLAUDE_CODE_ENTRYPOINT: '', CI: 'true' } });
    await s.given(prompts('go'));
    expect(runDocket(['status'], s.project).stdout).toMatch(/^session {3}s1 \(headless by CI, live\)$/m);
  });

  it('says how many changed files are too old to be remembered', async () => {
    const s = scenario();
    await s.given(completes('Write', { file_path: 'src/0.ts' }, {}));
    const first = lastOf(s, 'ToolCompleted');
    const writes = Array.from({ length: 1002 }, (_, i) => ({
      ...first,
      id: `write-${i + 1}`,
      call: `call-${i + 1}`,
      delivery: `call-${i + 1}`,
      data: { ...first.data, tool_input: { file_path: `src/${i + 1}.ts` } },
    }));
    appendFileSync(segmentOf(s), writes.map((event) => `\n${JSON.stringify(event)}\n`).join(''));
    expect(runDocket(['status'], s.project).stdout.replace(/\n */g, ' ')).toContain('; before these 3 more');
  });

  it('says which linters are configured and say nothing', async () => {
    const s = scenario({ preset: 'strict', env: { PATH: '/nowhere' } });
    s.write('.oxlintrc.json', '{}');
    s.write('src/a.ts', '');
    await s.given(completes('Write', { file_path: 'src/a.ts' }, {}));
    expect(runDocket(['status'], s.project).stdout).toContain('! lint: oxlint is configured and not installed');
    expect(statusOf(s)['changes']).toEqual({ code: ['src/a.ts'], doc: [], other: [] });
  });

  it('shows a call that was denied and ran all the same', async () => {
    const s = await deniedSession();
    await s.given(completes('Write', { file_path: 'src/b.ts' }, {}, { tool_use_id: 'w2' }));
    expect(runDocket(['status'], s.project).stdout).toContain('call w2 was denied and ran all the same');
  });

  it('keeps within 80 columns and away from the terminal, whatever the host sent', async () => {
    const s = scenario({ policy: { preset: 'strict', gates: { [`gate${ESC}]0;x${'y'.repeat(100)}`]: {} } } });
    const evil = { session_id: `${ESC}[31m${'漢字'.repeat(50)}`, permission_mode: `\r${ESC}[2J` };
    const path = `src/${ESC}[1A${'long/'.repeat(30)}a.ts`;
    await s.given(...deniedPast(evil), requests(`Tool${ESC}[0m`, {}, evil));
    await s.given(completes('Write', { file_path: path }, {}, evil), writes(path, evil));
    const { stdout } = runDocket(['status'], s.project);
    expect(stdout).toContain('␛[31m');
    expect(stdout).not.toMatch(STEERING);
    expect(widest(stdout)).toBeLessThanOrEqual(80);
  });
});
