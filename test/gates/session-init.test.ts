import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compacts, contextOf, starts } from '../kit/contexts.ts';
import { gitProject } from '../kit/git-project.ts';
import { greenRun, prompts, redRun, scenario, stateIn, stops } from '../kit/scenario.ts';

const STRICT = { policy: { preset: 'strict', gates: { 'session-summary': { mode: 'off' } } } };

const PLAN = '# Plan\n\n## Phase 1: Cart\n**Status:** completed\n\n## Phase 2: Checkout\n**Status:** in-progress\n';

describe('as a session starts, the agent is told', () => {
  it('the branch and how much is changed', async () => {
    const p = gitProject(STRICT);
    p.git('app', 'switch', '-q', '-c', 'topic');
    p.write('app/src/a.ts', 'export const a = 1;\n');
    p.write('app/src/new.ts', 'export {};\n');
    p.git('app', 'add', 'src/a.ts');
    // The policy of the project is new as well.
    expect(contextOf(await p.sends(starts()))).toMatch(/Git: on `topic`, 1 file changed \(1 staged\), \d new\./);
  });

  it('how far the branch is from what it follows', async () => {
    const p = gitProject(STRICT);
    p.git('app', 'branch', 'up');
    p.git('app', 'switch', '-q', '-c', 'topic');
    p.git('app', 'branch', '-q', '--set-upstream-to=up');
    p.git('app', 'commit', '-q', '--allow-empty', '-m', 'mine');
    expect(contextOf(await p.sends(starts()))).toContain('1 commit ahead of its upstream');
  });

  it('that source is changed on a protected branch, and how to take it away', async () => {
    const p = gitProject(STRICT);
    p.write('app/src/a.ts', 'export const a = 1;\n');
    const told = contextOf(await p.sends(starts()));
    expect(told).toMatch(/`main` is protected and has uncommitted source changes \(`src\/a\.ts`\).*git switch -c NAME/);
    p.git('app', 'switch', '-q', '-c', 'topic');
    expect(contextOf(await p.sends(starts('resume')))).not.toContain('protected');
  });

  it('the other worktrees, and those that are gone', async () => {
    const p = gitProject(STRICT);
    p.git('app', 'worktree', 'add', '-q', '../topic', '-b', 'topic');
    p.git('app', 'worktree', 'add', '-q', '../gone', '-b', 'gone');
    rmSync(join(p.outer, 'gone'), { recursive: true });
    const told = contextOf(await p.sends(starts()));
    expect(told).toMatch(/Other worktrees: `[^`]*topic` on `topic`\./);
    expect(told).toMatch(/One is gone and still registered \(`[^`]*gone`\): git worktree prune/);
    const inLinked = contextOf(await p.sends({ ...starts('resume'), cwd: join(p.outer, 'topic') }));
    expect(inLinked).toMatch(/linked worktree of `[^`]*app`/);
  });

  it('that another session works in the same worktree, for as long as it may be live', async () => {
    const s = scenario(STRICT);
    await s.given(starts('startup', { session_id: 's0' }), { ...stops(), session_id: 's0' });
    expect(contextOf(await s.when(starts()))).toContain('Another session may be at work in this worktree');
    await s.given({ hook_event_name: 'SessionEnd', reason: 'other', session_id: 's0' });
    expect(contextOf(await s.when(starts('resume')))).not.toContain('Another session');
  });

  it('nothing of a session that gave no sign for two hours: it died', async () => {
    const s = scenario(STRICT);
    await s.given(starts('startup', { session_id: 's0' }));
    const later = Date.UTC(2026, 0, 1, 15);
    expect(contextOf(await s.when(starts(), { now: () => later }))).not.toContain('Another session');
  });

  it('how the plan stands', async () => {
    const s = scenario(STRICT);
    s.write('MASTER_PLAN.md', PLAN);
    expect(contextOf(await s.when(starts()))).toContain(
      'Plan: MASTER_PLAN.md, 2 phases: 1 completed, 1 in progress, 0 planned; now Phase 2: Checkout.',
    );
  });

  it('that the plan is old, by what was committed since', async () => {
    const p = gitProject(STRICT);
    p.write('app/src/a.ts', 'export const a = 1;\n');
    p.git('app', 'commit', '-q', '-am', 'a');
    expect(contextOf(await p.sends(starts()))).toMatch(/Since it was written: 1 commit, \d+ % of the source files\./);
  });

  it('that tests fail, which no session began', async () => {
    const s = scenario(STRICT);
    await s.given(...redRun());
    expect(contextOf(await s.when(starts('resume')))).toMatch(/Tests: they FAIL, 1 failure \(npm test, at .*UTC\)/);
  });

  it('of a pass without a digest only in its own session (seed 001: stale passes are cleared)', async () => {
    const s = scenario(STRICT);
    await s.given(...greenRun());
    expect(contextOf(await s.when(starts('resume')))).toContain('Tests: they pass, and no code was written since');
    expect(contextOf(await s.when(starts('startup', { session_id: 's2' })))).not.toContain('Tests:');
  });

  it('of a pass by the content that it is about, in any session', async () => {
    const p = gitProject(STRICT);
    for (const step of greenRun()) await p.sends(step);
    expect(contextOf(await p.sends(starts('startup', { session_id: 's2' })))).toContain(
      'they pass with exactly this content',
    );
    p.write('app/src/a.ts', 'export const a = 2;\n');
    expect(contextOf(await p.sends(starts('startup', { session_id: 's3' })))).toContain('the code changed since');
  });

  it('what the policy cannot be read for', async () => {
    const s = scenario({ policy: { preset: 'strict', gates: { nonsense: { mode: 'off' } } } });
    expect(contextOf(await s.when(starts()))).toMatch(/The policy has 1 problem: .*nonsense/);
  });

  it('that docket itself failed, for a day', async () => {
    const s = scenario(STRICT);
    await s.given({ type: 'HookFailed', data: { stage: 'observe file', code: 'EIO', message: 'x' } });
    expect(contextOf(await s.when(starts()))).toContain('docket itself failed (observe file, EIO');
    const later = Date.UTC(2026, 0, 3);
    expect(contextOf(await s.when(starts('resume'), { now: () => later }))).not.toContain('docket itself failed');
  });

  it('of a newer docket, once a version', async () => {
    const s = scenario({ policy: { preset: 'standard', gates: { 'session-summary': { mode: 'off' } } } });
    const checked = (newest: string) => ({
      type: 'UpdateChecked',
      data: {
        way: 'registry',
        current: '1.0.0',
        newest,
        outcome: newest === '1.0.0' ? 'current' : 'available',
        reason: 'npm',
      },
    });
    await s.given(checked('1.0.0'));
    expect(contextOf(await s.when(starts()))).not.toContain('docket 1');
    await s.given(checked('1.1.0'));
    expect(contextOf(await s.when(starts('resume')))).toContain(
      'docket 1.1.0 is there, this is 1.0.0: npm. Tell the user.',
    );
    expect(contextOf(await s.when(starts('resume')))).not.toContain('docket 1.1.0');
    await s.given(checked('1.2.0'));
    expect(contextOf(await s.when(starts('resume')))).toContain('docket 1.2.0');
  });

  it('that docket moved, each time, also to a version it was told of, and what is left to do', async () => {
    const s = scenario({ policy: { preset: 'standard', gates: { 'session-summary': { mode: 'off' } } } });
    const checked = (outcome: string) => ({
      type: 'UpdateChecked',
      data: { way: 'checkout', current: '1.0.0', newest: '1.1.0', outcome, reason: 'build it again' },
    });
    await s.given(checked('available'));
    expect(contextOf(await s.when(starts()))).toContain('docket 1.1.0 is there');
    const moved = 'docket moved from 1.0.0 to 1.1.0: build it again. Tell the user.';
    for (const source of ['resume', 'clear']) {
      await s.given(checked('applied'));
      expect(contextOf(await s.when(starts(source)))).toContain(moved);
      expect(contextOf(await s.when(starts('compact')))).not.toContain('docket moved');
    }
  });

  it('what is to be done, and who claims what', async () => {
    const s = scenario(STRICT);
    await s.given(
      { type: 'TodoAdded', data: { todo: 'kq3f', text: 'write the docs', session: null } },
      { type: 'TodoClaimed', data: { todo: '#7', session: 's1' } },
      { type: 'TodoClaimed', data: { todo: '#8', session: null } },
    );
    const told = contextOf(await s.when(starts()));
    expect(told).toContain('1 to-do open (docket todo list): kq3f: write the docs.');
    expect(told).toContain('Claimed by this session: #7.');
    expect(told).toContain('Claimed by others, leave them alone unless the user says otherwise: #8.');
  });

  it.each(['startup', 'resume', 'clear', 'compact', 'fork'])('all that by %s', async (source) => {
    const s = scenario(STRICT);
    expect(contextOf(await s.when(starts(source)))).toMatch(
      /^Where things stand, says docket:\n- Git: on `feature\/x`/,
    );
  });
});

describe('the start context', () => {
  it('is empty where nothing is known', async () => {
    const s = scenario(STRICT);
    rmSync(join(s.project, '.git'), { recursive: true });
    const outcome = await s.when(starts());
    expect(outcome.answer).toBeNull();
    expect(outcome.verdicts).toEqual([]);
  });

  it('is short under standard: what is well is left out', async () => {
    const s = scenario({ policy: { preset: 'standard', gates: { 'session-summary': { mode: 'off' } } } });
    s.write('MASTER_PLAN.md', PLAN);
    await s.given({ type: 'TodoAdded', data: { todo: 'kq3f', text: 'write the docs', session: null } }, ...greenRun());
    const told = contextOf(await s.when(starts()));
    expect(
      told
        .split('\n- ')
        .slice(1)
        .map((line) => line.split(/[ :]/)[0]),
    ).toEqual(['Git', 'Plan']);
    await s.given(...redRun());
    expect(contextOf(await s.when(starts('resume')))).toContain('they FAIL');
  });

  it('is not made under observe: nothing is looked at', async () => {
    const s = scenario({ preset: 'observe' });
    const outcome = await s.when(starts());
    expect(outcome.answer).toBeNull();
    expect(outcome.events.filter(({ type }) => type === 'PlanObserved')).toEqual([]);
  });

  it('is for the main agent', async () => {
    const s = scenario(STRICT);
    expect((await s.when(starts('startup', { agent_id: 'a1' }))).answer).toBeNull();
  });

  it('stays under the limit of the host with everything at its longest, the most important first', async () => {
    const s = scenario(STRICT);
    const long = 'x'.repeat(300);
    s.write('MASTER_PLAN.md', `# Plan\n\n## Phase 1: ${long}\n**Status:** in-progress\n`);
    for (let at = 0; at < 20; at += 1) {
      await s.given(
        { type: 'TodoAdded', data: { todo: `t${at}`, text: long, session: null } },
        { type: 'TodoClaimed', data: { todo: `#${at + 1}`, session: null } },
        {
          type: 'FindingsRecorded',
          data: {
            agent: 'implementer',
            agentId: `a${at}`,
            findings: Array(4).fill({ rule: 'r', text: long }),
            branch: long,
          },
        },
      );
    }
    await s.given(...redRun(), prompts(long), compacts());
    const outcome = await s.when(starts('compact'));
    const told = contextOf(outcome);
    expect(told.length).toBeLessThan(9_500);
    expect(told).not.toContain(' …');
    expect(told).toMatch(/FAIL/);
    expect(told).toContain('What docket kept of this session');
    expect(stateIn(s).preserved.kept).toEqual([]);
  });

  it('comes in bounded time out of a repository with ten thousand worktrees and files', async () => {
    const p = gitProject(STRICT);
    for (let at = 0; at < 200; at += 1) mkdirSync(join(p.path, '.git', 'worktrees', `w${at}`), { recursive: true });
    for (let at = 0; at < 2_000; at += 1) p.write(`app/n/${at}.txt`, '');
    const outcome = await p.sends(starts());
    expect(contextOf(outcome)).toMatch(/2\d\d\d new/);
    const git = outcome.events.find(({ type, data }) => type === 'GitObserved' && data['about'] === 'now');
    expect(JSON.stringify(git).length).toBeLessThan(8_000);
  });
});
