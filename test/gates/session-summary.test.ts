import { describe, expect, it } from 'vitest';
import { type Payload, prompts, redRun, stops } from '../kit/scenario.ts';
import { starts, type WorkSession, workSession } from '../kit/work-session.ts';

const RULE = 'session-summary/changed';
const on = { mode: 'enforce' };
const alone = (own: object = on, more: object = {}, rest: object = {}) => ({
  policy: { preset: 'observe', ...rest, gates: { 'session-summary': own, ...more } },
});

const begun = async (options: Parameters<typeof workSession>[0] = alone()): Promise<WorkSession> => {
  const w = await workSession(options);
  await w.sends(starts());
  await w.sends(prompts('go'));
  return w;
};

const summaryOf = async (w: WorkSession, more: Payload = {}): Promise<string | null> => {
  const { answer } = await w.sends(stops(more));
  const text = answer?.['systemMessage'];
  return typeof text === 'string' ? text.replace(` [docket ${RULE}]`, '') : null;
};

/** The tests of what is there now ran outside, by themselves. */
const tested = async (w: WorkSession, status: 'pass' | 'fail', failures: number | null = null): Promise<void> => {
  const { tree } = await w.observed();
  const data = {
    runner: 'npm test',
    status,
    failures,
    passed: null,
    reason: 'summary',
    source: 'agent' as const,
    tree,
  };
  await w.scenario.given({ type: 'TestRunFinished', worktree: w.path, data });
};

const DECIDED =
  '/**\n * @decision DEC-CART-001\n * @title one\n * @status accepted\n * @rationale so\n */\nexport {};\n';

// Seed 001, Stop hooks, session-summary.sh.
describe('session-summary.sh', () => {
  it('counts the unique files that the session changed, source and configuration apart', async () => {
    const w = await begun();
    await w.edits('app/src/b.ts', 'export const b = 1;\n');
    await w.edits('app/src/b.ts', 'export const b = 2;\n');
    await w.edits('app/src/c.ts', 'export const c = 1;\n');
    await w.edits('app/test/b.test.ts', 'it.todo;\n');
    await w.edits('app/tsconfig.json', '{}\n');
    await w.edits('app/docs/b.md', '# B\n');
    await w.edits('beside/notes.txt', 'x');
    expect(await summaryOf(w)).toContain(
      'Changed in this session: 6 files (2 source, 1 test, 1 configuration, 1 documentation, 1 elsewhere).',
    );
  });

  it('names what commands wrote without naming it', async () => {
    const w = await begun();
    await w.ran('npx prettier --write .', () => w.write('app/src/a.ts', 'export const a = 1;\n'));
    expect(await summaryOf(w)).toContain('Changed in this session: what commands wrote.');
  });

  it('counts the decisions that were annotated, and not those that stood there before', async () => {
    const w = await begun();
    await w.edits('app/src/b.ts', DECIDED);
    expect(await summaryOf(w)).toContain('1 file (1 source), 1 decision added.');
    w.git('app', 'add', '.');
    w.git('app', 'commit', '--quiet', '-m', 'decided');
    await w.sends({ ...starts(), session_id: 's2' });
    const second = { session_id: 's2' };
    await w.edits('app/src/b.ts', `${DECIDED}export const b = 1;\n`, second);
    expect(await summaryOf(w, second)).toContain('1 file (1 source). Branch');
    await w.edits('app/src/b.ts', `${DECIDED}${DECIDED.replace('001', '002')}`, second);
    expect(await summaryOf(w, second)).toContain('1 file (1 source), 1 decision added.');
  });

  it('counts the to-dos that are open', async () => {
    const w = await begun();
    await w.edits('app/src/b.ts', 'export {};\n');
    const todo = (id: string) => ({ type: 'TodoAdded' as const, data: { todo: id, text: id, session: null } });
    await w.scenario.given(todo('t1'), todo('t2'), { type: 'TodoDone', data: { todo: 't1', session: null } });
    expect(await summaryOf(w)).toContain('1 to-do open.');
  });

  it('does not count linked worktrees in the worktree as uncommitted', async () => {
    const w = await begun();
    w.git('app', 'worktree', 'add', '--quiet', '.worktrees/mine', '-b', 'mine');
    await w.edits('app/.worktrees/mine/src/b.ts', 'export const b = 1;\n');
    expect(await summaryOf(w)).toContain('Branch work, clean.');
    await w.edits('app/.worktrees/notes.md', '# B\n');
    expect(await summaryOf(w)).toContain('Branch work, 1 path not committed.');
  });

  it('names the branch, and whether it is dirty or clean', async () => {
    const w = await begun();
    await w.edits('app/src/b.ts', 'export const b = 1;\n');
    expect(await summaryOf(w)).toContain('Branch work, 1 path not committed.');
    await w.ran('git add -A && git commit -m b', () => {
      w.git('app', 'add', '.');
      w.git('app', 'commit', '--quiet', '-m', 'b');
    });
    expect(await summaryOf(w)).toContain('Branch work, clean.');
  });

  it.each([
    ['did not run', async () => {}, 'The tests did not run.'],
    ['pass', (w: WorkSession) => tested(w, 'pass'), 'The tests pass.'],
    ['fail', (w: WorkSession) => tested(w, 'fail', 2), 'The tests fail: 2 failures.'],
    [
      'passed before',
      async (w: WorkSession) => {
        await tested(w, 'pass');
        await w.edits('app/src/a.ts', 'export const a = 2;\n');
      },
      'The tests passed before the last change.',
    ],
  ] as const)('tells that the tests %s', async (_what, tests, words) => {
    const w = await begun();
    await w.edits('app/src/a.ts', 'export const a = 1;\n');
    await tests(w);
    expect(await summaryOf(w)).toContain(words);
  });
});

describe('the next action by workflow state', () => {
  const committed = (w: WorkSession): void => {
    w.git('app', 'add', '.');
    w.git('app', 'commit', '--quiet', '-m', 'b');
  };
  const nextOf = async (w: WorkSession): Promise<string | null> =>
    / Next: (.*)\.$/.exec((await summaryOf(w)) ?? '')?.[1] ?? null;
  const changed = async (options?: Parameters<typeof workSession>[0]): Promise<WorkSession> => {
    const w = await begun(options);
    await w.edits('app/src/a.ts', 'export const a = 1;\n');
    return w;
  };

  it('on main without a plan: create a plan', async () => {
    const w = await begun();
    w.git('app', 'switch', '--quiet', 'main');
    w.write('app/MASTER_PLAN.md', '');
    await w.edits('app/src/a.ts', 'export const a = 1;\n');
    expect(await nextOf(w)).toBe('create a plan');
  });

  it('on main with a plan: create worktrees', async () => {
    const w = await begun();
    w.git('app', 'switch', '--quiet', 'main');
    await w.edits('app/src/a.ts', 'export const a = 1;\n');
    expect(await nextOf(w)).toBe('create worktrees for the work');
  });

  it('on main with a plan, and worktrees that are there: go on in one', async () => {
    const w = await begun();
    w.git('app', 'switch', '--quiet', 'main');
    w.git('app', 'worktree', 'add', '--quiet', '../wt', '-b', 'mine');
    await w.edits('wt/src/b.ts', 'export const b = 1;\n');
    expect(await nextOf(w)).toBe('go on in a worktree that is there (git worktree list)');
  });

  it('a plan where the policy says so counts, and a branch that it protects is a main one', async () => {
    const own = { plan: { file: 'PLAN.md' } };
    const w = await begun(alone(on, { 'branch-guard': { mode: 'monitor', branches: ['work'] } }, own));
    await w.edits('app/src/a.ts', 'export const a = 1;\n');
    expect(await nextOf(w)).toBe('create a plan');
    await w.edits('app/PLAN.md', '# Plan\n');
    expect(await nextOf(w)).toBe('create worktrees for the work');
  });

  it('tests that fail: fix them', async () => {
    const w = await changed();
    for (const event of redRun()) await w.sends(event);
    expect(await nextOf(w)).toBe('fix the tests');
  });

  it('no pass of this code: run the tests', async () => {
    expect(await nextOf(await changed())).toBe('run the tests');
  });

  it('a pass, and nobody reviewed it: review the changes', async () => {
    const w = await changed();
    await tested(w, 'pass');
    expect(await nextOf(w)).toBe('review the changes');
  });

  it('reviewed: commit the changes', async () => {
    const w = await changed();
    await tested(w, 'pass');
    await w.reviewed('code');
    expect(await nextOf(w)).toBe('commit the changes');
  });

  it('reviewed, where a commit asks for proof: see that it works', async () => {
    const w = await changed(alone(on, { guard: { mode: 'monitor', rules: { 'commit-unproven': 'enforce' } } }));
    await tested(w, 'pass');
    await w.reviewed('code');
    expect(await nextOf(w)).toBe('see that it works and say so (docket prove)');
  });

  it('documents alone: commit them, since no test is about them', async () => {
    const w = await begun();
    await w.edits('app/docs/b.md', '# B\n');
    expect(await nextOf(w)).toBe('commit the changes');
  });

  it('committed and tested: merge to main', async () => {
    const w = await changed();
    committed(w);
    await tested(w, 'pass');
    expect(await nextOf(w)).toBe('merge to main');
  });

  it('committed, and stop-guard asks for a review that is missing: review the changes', async () => {
    const w = await changed(alone(on, { 'stop-guard': on }));
    committed(w);
    await tested(w, 'pass');
    expect((await w.stop()).decision).toBe('deny');
    expect(await nextOf(w)).toBe('review the changes');
  });

  it('merged: nothing', async () => {
    const w = await changed();
    committed(w);
    await tested(w, 'pass');
    w.git('app', 'branch', '--quiet', '--force', 'main', 'work');
    const text = await summaryOf(w);
    expect(text).toMatch(/The tests pass\.$/);
  });

  it('outside a repository the tests alone', async () => {
    const w = await begun();
    w.breakGit();
    await w.edits('app/src/a.ts', 'export const a = 1;\n');
    const text = await summaryOf(w);
    expect(text).toBe('Changed in this session: 1 file (1 source). The tests did not run. Next: run the tests.');
  });

  it('outside a repository there is nothing to commit', async () => {
    const w = await begun();
    w.breakGit();
    await w.edits('app/docs/b.md', '# B\n');
    expect(await summaryOf(w)).toBe('Changed in this session: 1 file (1 documentation). The tests did not run.');
  });
});

describe('a summary', () => {
  it('is one short message for the person', async () => {
    const w = await begun();
    await w.edits('app/src/a.ts', DECIDED);
    const { answer, verdicts, decision } = await w.sends(stops());
    expect(decision).toBe('advise');
    expect(answer).toEqual({
      systemMessage:
        'Changed in this session: 1 file (1 source), 1 decision added. Branch work, 1 path not committed. ' +
        'The tests did not run. Next: run the tests. [docket session-summary/changed]',
    });
    const own = verdicts.find(({ rule }) => rule === RULE);
    expect(own?.conditions[0]?.actual).toEqual({ tests: 'missing', next: 'run-tests' });
  });

  it('is none for a session that only talks and reads', async () => {
    const w = await begun();
    await w.ran('git status', () => {});
    expect(await summaryOf(w)).toBeNull();
    expect(w.scenario.events().filter(({ type }) => type === 'SummaryObserved')).toEqual([]);
  });

  it('is told once, and again when something changed', async () => {
    const w = await begun();
    await w.edits('app/src/a.ts', 'export const a = 1;\n');
    expect(await summaryOf(w)).not.toBeNull();
    expect(await summaryOf(w)).toBeNull();
    await w.sends(prompts('and then?'));
    expect(await summaryOf(w)).toBeNull();
    await tested(w, 'pass');
    expect(await summaryOf(w)).toContain('The tests pass.');
  });

  it('waits while the turn is held, and while background work will report back', async () => {
    const w = await begun(alone(on, { 'stop-guard': on }));
    await w.edits('app/src/a.ts', 'export const a = 1;\n');
    expect((await w.stop()).answer).toMatchObject({ decision: 'block' });
    expect(await summaryOf(w, { background_tasks: ['agent-1'] })).toBeNull();
    expect(await summaryOf(w)).toContain('1 file');
  });

  it('stands beside a nudge, not in it', async () => {
    const w = await begun(alone(on, { 'forward-motion': on }));
    await w.edits('app/src/a.ts', 'export const a = 1;\n');
    const { answer } = await w.sends(stops({ last_assistant_message: 'Done.' }));
    expect(answer?.['decision']).toBe('block');
    expect(answer?.['reason']).not.toContain(RULE);
    expect(answer?.['systemMessage']).toContain(RULE);
  });

  it('stands behind what surface says and in front of a workflow', async () => {
    const workflow = { mode: 'enforce', workflows: { feature: { phases: ['plan', 'build'] } } };
    const w = await begun(alone(on, { surface: on, workflow }));
    await w.edits('app/src/a.ts', DECIDED);
    const { answer, verdicts } = await w.sends(stops());
    const text = String(answer?.['systemMessage']);
    expect(text.indexOf('surface/')).toBeGreaterThan(-1);
    expect(text.indexOf('surface/')).toBeLessThan(text.indexOf('session-summary/'));
    expect(
      verdicts
        .map(({ gate }) => gate)
        .filter((gate) => gate === 'surface' || gate === 'session-summary')
        .at(-1),
    ).toBe('session-summary');
  });
});

describe('presets', () => {
  it.each([
    ['observe', null],
    ['standard', 'Changed in this session: 1 file (1 source). Branch'],
    ['strict', 'Changed in this session: 1 file (1 source), 1 decision added. Branch'],
  ] as const)('%s', async (preset, words) => {
    const w = await begun({ policy: { preset } });
    await w.edits('app/src/a.ts', DECIDED);
    await tested(w, 'pass');
    for (const kind of ['code', 'precommit'] as const) await w.reviewed(kind);
    const text = await summaryOf(w);
    if (words === null) expect(text).toBeNull();
    else expect(text).toContain(words);
  });
});
