import { describe, expect, it } from 'vitest';
import { scenario, writes } from '../kit/scenario.ts';
import { tempProject } from '../kit/temp-project.ts';

describe('branch-guard', () => {
  it.each(['main', 'master'])('denies writing source on %s', async (branch) => {
    const s = scenario({ preset: 'strict', branch });
    const result = await s.when(writes('src/a.ts'));
    expect(result.decision).toBe('deny');
    expect(result.answer).toMatchObject({
      hookSpecificOutput: { permissionDecisionReason: expect.stringContaining('git switch -c') },
    });
  });

  it.each(['feature/x', 'mainline', 'fix/main'])('lets %s write', async (branch) => {
    const s = scenario({ preset: 'strict', branch });
    expect((await s.when(writes('src/a.ts'))).decision).toBe('none');
  });

  it.each(['README.md', 'src/a.test.ts', 'package.json', 'node_modules/x/index.js', 'dist/a.js'])(
    'leaves %s alone',
    async (path) => {
      const s = scenario({ preset: 'strict', branch: 'main' });
      expect((await s.when(writes(path))).decision).toBe('none');
    },
  );

  it('opens after its own remedy: a branch of one’s own', async () => {
    const s = scenario({ preset: 'strict', branch: 'main' });
    await s.given(writes('src/a.ts'));
    s.write('.git/HEAD', 'ref: refs/heads/mine\n');
    expect((await s.when(writes('src/a.ts'))).decision).toBe('none');
  });

  it('judges the worktree the file is in, not the one the call is made from', async () => {
    const s = scenario({ preset: 'strict', branch: 'main' });
    const linked = tempProject();
    s.write('.git/worktrees/wt/HEAD', 'ref: refs/heads/feature/y\n');
    s.write('.git/worktrees/wt/commondir', '../..\n');
    linked.write('.git', `gitdir: ${s.project}/.git/worktrees/wt\n`);
    expect((await s.when(writes(`${linked.path}/src/a.ts`))).decision).toBe('none');
    expect((await s.when(writes(`${s.project}/src/a.ts`, { cwd: linked.path }))).decision).toBe('deny');
  });

  it('does not bind another repository, nor a file outside any', async () => {
    const s = scenario({ preset: 'strict', branch: 'main' });
    const other = tempProject({ branch: 'main' });
    const loose = tempProject();
    expect((await s.when(writes(`${other.path}/src/a.ts`))).decision).toBe('none');
    expect((await s.when(writes(`${loose.path}/a.ts`))).decision).toBe('none');
  });

  it('says nothing about a detached HEAD', async () => {
    const s = scenario({ preset: 'strict', branch: 'main' });
    s.write('.git/HEAD', `${'a'.repeat(40)}\n`);
    expect((await s.when(writes('src/a.ts'))).decision).toBe('none');
  });

  it('guards a branch without commits', async () => {
    const s = scenario({ preset: 'strict', branch: 'main' });
    s.write('.git/HEAD', 'ref: refs/heads/master\n');
    expect((await s.when(writes('src/a.ts'))).decision).toBe('deny');
  });

  it('takes the protected branches from the policy', async () => {
    const policy = { preset: 'strict', gates: { 'branch-guard': { branches: ['trunk'] } } };
    const trunk = scenario({ policy, branch: 'trunk' });
    expect((await trunk.when(writes('src/a.ts'))).decision).toBe('deny');
    const main = scenario({ policy, branch: 'main' });
    expect((await main.when(writes('src/a.ts'))).decision).toBe('none');
  });

  it('reports together with test-gate: one answer lists all that is wrong', async () => {
    const s = scenario({ preset: 'strict', branch: 'main' });
    const { redRun } = await import('../kit/scenario.ts');
    await s.given(...redRun(), writes('src/a.ts'));
    const { answer, verdicts } = await s.when(writes('src/b.ts'));
    expect(verdicts.map(({ gate, decision }) => `${gate} ${decision}`)).toEqual([
      'branch-guard deny',
      'test-gate deny',
    ]);
    expect(JSON.stringify(answer)).toMatch(/protected branch.*The tests fail/);
  });
});
