import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadState } from '../../src/hooks/load-state.ts';
import { keepViews } from '../../src/hooks/views/keep-views.ts';
import {
  completes,
  greenRun,
  prompts,
  redRun,
  requests,
  type Scenario,
  type ScenarioOptions,
  scenario,
  stops,
} from '../kit/scenario.ts';
import { tempProject } from '../kit/temp-project.ts';

const withViews = (options: ScenarioOptions = {}): Scenario =>
  scenario({
    policy: { preset: 'observe', views: true },
    ...options,
    deps: { keepViews: (call) => keepViews(call, loadState), ...options.deps },
  });

const read = (s: Scenario, name: string): string | null => {
  const path = join(s.project, name);
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
};

const edit = (s: Scenario, name: string, more = {}) => {
  const input = { file_path: join(s.project, name), old_string: 'a', new_string: 'b' };
  const call = `edit-${name}-${s.events().length}`;
  return [
    requests('Edit', input, { tool_use_id: call, ...more }),
    completes('Edit', input, {}, { tool_use_id: call, ...more }),
  ];
};

const review = (kind: string, outcome: string, worktree: string) => ({
  type: 'ReviewRecorded',
  worktree,
  data: {
    kind,
    plane: kind === 'doc' ? 'docs' : 'code',
    outcome,
    sentinel: null,
    by: 'mcp__codex__codex',
    reason: 'it says so',
    standing: 'evidence',
  },
});

const proof = (worktree: string) => ({
  type: 'ProofRecorded',
  worktree,
  provenance: 'person' as const,
  data: { note: 'saw the cart | total', standing: 'evidence' },
});

const tree = (code: string) => ({ code, docs: 'd' });

const tested = (worktree: string, code: string) => ({
  type: 'TestRunFinished',
  worktree,
  data: {
    runner: 'vitest',
    status: 'pass',
    failures: 0,
    passed: 1,
    reason: 'it says so',
    source: 'agent',
    tree: tree(code),
  },
});

/** Somebody looked at the worktree. */
const looked = (worktree: string, code: string, changed = 1) => ({
  type: 'TreeObserved',
  worktree,
  data: {
    about: 'now',
    worktree,
    head: null,
    tree: tree(code),
    changed: { code: [], docs: [] },
    counts: { code: changed, docs: 0 },
    problem: null,
  },
});

/** Any call: the files are written after its answer. */
const next = () => ({ hook_event_name: 'Notification', message: 'hello' });

const REVIEW_STATE = '.claude_review_state.json';
const reviewState = (s: Scenario) => JSON.parse(read(s, REVIEW_STATE) ?? 'null');

describe('.claude/.test-status', () => {
  it('is result, number of failures and epoch seconds, separated by bars', async () => {
    const s = withViews();
    await s.given(prompts('go'), ...redRun());
    const at = s.events().find(({ type }) => type === 'TestRunFinished')?.at ?? '';
    expect(read(s, '.claude/.test-status')).toBe(`fail|1|${Date.parse(at) / 1000}\n`);
    await s.given(...greenRun());
    expect(read(s, '.claude/.test-status')).toMatch(/^pass\|0\|\d{10}\n$/);
  });

  it('is never `pass` once code was written since, and `fail` whatever was written since', async () => {
    const s = withViews();
    await s.given(...greenRun(), ...edit(s, 'src/a.ts'));
    expect(read(s, '.claude/.test-status')).toMatch(/^stale\|0\|\d{10}\n$/);
    await s.given(...redRun(), ...edit(s, 'src/a.ts'));
    expect(read(s, '.claude/.test-status')).toMatch(/^fail\|1\|\d{10}\n$/);
  });

  it('is about the content that was seen last, whoever changed it', async () => {
    const s = withViews();
    await s.given(next());
    await s.given(tested(s.project, 'a'), looked(s.project, 'b'), next());
    expect(read(s, '.claude/.test-status')).toMatch(/^stale\|0\|/);
    await s.given(looked(s.project, 'a'), next());
    expect(read(s, '.claude/.test-status')).toMatch(/^pass\|0\|/);
    await s.given(...edit(s, 'src/a.ts'));
    expect(read(s, '.claude/.test-status')).toMatch(/^stale\|0\|/);
  });

  it('is not there before tests ran, and goes when a session begins that ran none', async () => {
    const s = withViews();
    await s.given(next());
    expect(read(s, '.claude/.test-status')).toBeNull();
    await s.given(...greenRun());
    await s.given({ hook_event_name: 'SessionStart', source: 'startup', session_id: 's2' });
    expect(read(s, '.claude/.test-status')).toBeNull();
  });
});

describe('.claude/.proof-status', () => {
  it('is `verified` and epoch seconds, and `pending` once sources change', async () => {
    const s = withViews();
    await s.given(next());
    await s.given(proof(s.project), next());
    expect(read(s, '.claude/.proof-status')).toMatch(/^verified\|\d{10}\n$/);
    await s.given(...edit(s, 'README.md'));
    expect(read(s, '.claude/.proof-status')).toMatch(/^verified\|/);
    await s.given(...edit(s, 'src/a.ts'));
    expect(read(s, '.claude/.proof-status')).toMatch(/^pending\|\d{10}\n$/);
    await s.given({ type: 'ProofRevoked', worktree: s.project, data: { note: 'no' } }, next());
    expect(read(s, '.claude/.proof-status')).toBeNull();
  });
});

describe('.claude/.session-changes-ID', () => {
  it('holds the absolute path of each file written, once, one a line, and goes with the session', async () => {
    const s = withViews();
    await s.given(...edit(s, 'src/a.ts'), ...edit(s, 'README.md'), ...edit(s, 'src/a.ts'));
    await s.given(...edit(s, 'src/b.ts', { session_id: 'other' }));
    expect(read(s, '.claude/.session-changes-s1')).toBe(`${s.project}/src/a.ts\n${s.project}/README.md\n`);
    expect(read(s, '.claude/.session-changes-other')).toBe(`${s.project}/src/b.ts\n`);
    await s.given({ hook_event_name: 'SessionEnd', reason: 'exit' });
    expect(read(s, '.claude/.session-changes-s1')).toBeNull();
    expect(read(s, '.claude/.session-changes-other')).not.toBeNull();
  });

  it.each(['../../escaped', 'a/b', '..', 'a\nb'])('is not written for a session called %j', async (id) => {
    const s = withViews();
    await s.given(...edit(s, 'src/a.ts', { session_id: id }));
    expect(reviewState(s)).toMatchObject({ session_id: id, has_code_change: true });
    expect(existsSync(join(s.project, '.claude'))).toBe(false);
    expect(existsSync(join(s.project, '..', 'escaped'))).toBe(false);
  });
});

const audited = (worktree: string, more: Record<string, unknown> = {}) => ({
  type: 'DecisionsAudited',
  worktree,
  data: {
    worktree,
    unplanned: ['DEC-A-001', 'DEC-A-002'],
    unimplemented: ['DEC-B-001'],
    missing: ['src/a.ts'],
    total: 4,
    sourceFilesChanged: 3,
    unaddressedP0: ['REQ-P0-001'],
    noGo: ['REQ-NOGO-001', 'REQ-NOGO-002'],
    problem: null,
    ...more,
  },
});

describe('.claude/.plan-drift', () => {
  it('is the newest audit as lines of key and value, and not there before the first', async () => {
    const s = withViews();
    await s.given(next());
    expect(read(s, '.claude/.plan-drift')).toBeNull();
    await s.given(audited(s.project), next());
    expect(read(s, '.claude/.plan-drift')).toBe(
      [
        `audit_epoch=${Math.floor(Date.parse(s.events().find(({ type }) => type === 'DecisionsAudited')?.at ?? '') / 1000)}`,
        'unplanned_count=2',
        'unimplemented_count=1',
        'missing_decisions=1',
        'total_decisions=4',
        'source_files_changed=3',
        'unaddressed_p0s=1',
        'nogo_count=2',
        '',
      ].join('\n'),
    );
  });

  it('outlives the session, and an audit that could not be made leaves it as it was', async () => {
    const s = withViews();
    await s.given(audited(s.project), next());
    const before = read(s, '.claude/.plan-drift');
    await s.given(audited(s.project, { unplanned: [], problem: 'git took too long' }), next());
    await s.given({ hook_event_name: 'SessionEnd', reason: 'exit' });
    await s.given({ hook_event_name: 'SessionStart', source: 'startup', session_id: 'later' });
    expect(read(s, '.claude/.plan-drift')).toBe(before);
  });

  it('is of the worktree it lies in', async () => {
    const s = withViews();
    await s.given(audited('/work/elsewhere'), next());
    expect(read(s, '.claude/.plan-drift')).toBeNull();
  });
});

describe('.claude/.audit-log', () => {
  it('names decisions that drifted, else files without any', async () => {
    const s = withViews();
    const apart = { unplanned: [], unimplemented: [] };
    await s.given(audited(s.project), audited(s.project, apart), audited(s.project, { ...apart, missing: [] }), next());
    expect((read(s, '.claude/.audit-log') ?? '').split('\n').map((line) => line.slice(20))).toEqual([
      'plan_drift|DEC-A-001 unplanned DEC-A-002 unplanned DEC-B-001 unimplemented',
      'decision_gap|without @decision: src/a.ts',
      '',
    ]);
  });

  it('is time, event and detail of what happened, the last hundred', async () => {
    const s = withViews();
    await s.given({ hook_event_name: 'SessionStart', source: 'startup' }, ...redRun(), proof(s.project), next());
    const lines = (read(s, '.claude/.audit-log') ?? '').split('\n');
    expect(lines.pop()).toBe('');
    expect(lines.map((line) => line.replace(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\|/, ''))).toEqual([
      'session_start|s1',
      'test_fail|1 failed, npm test',
      'proof_verified|saw the cart total',
    ]);
    for (let i = 0; i < 120; i += 1) await s.given(proof(s.project));
    await s.given(next());
    expect((read(s, '.claude/.audit-log') ?? '').match(/\n/g)).toHaveLength(100);
  });

  it('names the rule of what was denied', async () => {
    const s = withViews({ policy: { preset: 'strict', views: true } });
    await s.given(requests('Bash', { command: 'git reset --hard' }));
    expect(read(s, '.claude/.audit-log')).toMatch(/\|gate_deny\|guard\/reset-hard: /);
  });
});

describe(REVIEW_STATE, () => {
  it('has the fields of the file that it stands in for, beside the project’s other files', async () => {
    const s = withViews();
    await s.given(...edit(s, 'src/a.ts'));
    expect(reviewState(s)).toEqual({
      session_id: 's1',
      updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      has_code_change: true,
      has_doc_change: false,
      code_review: { executed: false, passed: false, last_run: '' },
      doc_review: { executed: false, passed: false, last_run: '' },
      precommit: { executed: false, passed: false, last_run: '' },
    });
  });

  it('says that nothing changed once a look showed a clean worktree, and HEAD where it was', async () => {
    const s = withViews();
    await s.given(...edit(s, 'src/a.ts'), looked(s.project, 'a', 0), next());
    expect(reviewState(s)).toMatchObject({ has_code_change: true });
    const clean = looked(s.project, 'a', 0);
    // The commit at which the scenario's repository stands.
    await s.given({ ...clean, data: { ...clean.data, head: '1'.repeat(40) } }, next());
    expect(reviewState(s)).toMatchObject({ has_code_change: false, has_doc_change: false });
    await s.given(...edit(s, 'src/a.ts'));
    expect(reviewState(s)).toMatchObject({ has_code_change: true });
  });

  it('keeps `executed` and `last_run` when an edit undoes a review, by what the edit is about', async () => {
    const s = withViews();
    await s.given(...edit(s, 'src/a.ts'), ...edit(s, 'README.md'));
    await s.given(...['code', 'doc', 'precommit'].map((kind) => review(kind, 'pass', s.project)), next());
    const reviewed = reviewState(s);
    expect(reviewed).toMatchObject({
      code_review: { passed: true },
      doc_review: { passed: true },
      precommit: { passed: true },
    });
    await s.given(...edit(s, 'src/a.ts'));
    const undone = { ...reviewed.code_review, executed: true, passed: false };
    expect(reviewState(s)).toMatchObject({ code_review: undone, precommit: { executed: true, passed: false } });
    expect(reviewState(s).doc_review).toEqual(reviewed.doc_review);
    expect(undone.last_run).toMatch(/Z$/);
    await s.given(...edit(s, 'README.md'));
    expect(reviewState(s).doc_review).toEqual({ ...reviewed.doc_review, passed: false });
  });
});

describe('legacy files', () => {
  it('are not written unless the policy says so', async () => {
    const s = withViews({ policy: { preset: 'strict' } });
    await s.given(...redRun(), ...edit(s, 'src/a.ts'));
    expect(existsSync(join(s.project, '.claude'))).toBe(false);
    expect(existsSync(join(s.project, REVIEW_STATE))).toBe(false);
  });

  it('change nothing when somebody edits them: gates go by the log, and the file stays as it was left', async () => {
    const s = withViews({ policy: { preset: 'strict', views: true } });
    await s.given(prompts('go'), ...redRun());
    writeFileSync(join(s.project, '.claude/.test-status'), 'pass|0|1767268800\n');
    expect((await s.when(stops())).decision).toBe('deny');
    expect(read(s, '.claude/.test-status')).toBe('pass|0|1767268800\n');
  });

  it('are not taken from a person who has a file of that name', async () => {
    const s = withViews();
    s.write('.claude/.proof-status', 'mine\n');
    await s.given(...greenRun(), proof(s.project), next());
    expect(read(s, '.claude/.proof-status')).toBe('mine\n');
    expect(read(s, '.claude/.test-status')).toMatch(/^pass/);
  });

  it.each(['.claude/.test-status', REVIEW_STATE])('are not written through a link at %s', async (name) => {
    const s = withViews();
    const target = join(tempProject().path, 'target');
    writeFileSync(target, 'precious\n');
    mkdirSync(dirname(join(s.project, name)), { recursive: true });
    symlinkSync(target, join(s.project, name));
    await s.given(...redRun(), ...edit(s, 'src/a.ts'));
    expect(readFileSync(target, 'utf8')).toBe('precious\n');
  });

  it('are not written through a link at .claude', async () => {
    const s = withViews();
    const target = tempProject().path;
    symlinkSync(target, join(s.project, '.claude'));
    await s.given(...redRun());
    expect(existsSync(join(target, '.test-status'))).toBe(false);
  });

  it('are written again where somebody removed them', async () => {
    const s = withViews();
    await s.given(...redRun());
    rmSync(join(s.project, '.claude'), { recursive: true });
    await s.given(next());
    expect(read(s, '.claude/.test-status')).toMatch(/^fail\|1\|/);
  });

  it('are no content that tests or reviews are about', async () => {
    const s = withViews();
    await s.given(...greenRun());
    for (const name of ['.claude/.test-status', '.claude/.audit-log', REVIEW_STATE]) await s.given(...edit(s, name));
    expect(read(s, '.claude/.test-status')).toMatch(/^pass/);
  });
});

describe('.claude/.agent-findings', () => {
  const gates = { 'check-planner': { mode: 'enforce' }, 'agent-findings': { mode: 'enforce' } };
  const ended = (type: string, id: string) => ({
    hook_event_name: 'SubagentStop',
    agent_id: id,
    agent_type: type,
    last_assistant_message: 'Shall I go on; or | not?',
  });

  it('is the type and the issues of each subagent, until an answer told of them', async () => {
    const s = withViews({ policy: { preset: 'observe', views: true, gates } });
    await s.given(prompts('go'));
    expect(read(s, '.claude/.agent-findings')).toBeNull();
    await s.given(ended('planner', 'a1'), ended('shop:planner', 'a2'));
    const [first = '', second = '', ...rest] = (read(s, '.claude/.agent-findings') ?? '').split('\n');
    expect(first).toMatch(/^planner\|There is no MASTER_PLAN\.md\. [^|;]+;It ended with a question[^|;]+$/);
    expect(second).toMatch(/^shop:planner\|/);
    expect(rest).toEqual(['']);
    await s.given(prompts('go on'));
    expect(read(s, '.claude/.agent-findings')).toBeNull();
  });
});
