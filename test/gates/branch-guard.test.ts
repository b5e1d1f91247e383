import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { GATES } from '../../src/gates/gates.ts';
import { gitProject } from '../kit/git-project.ts';
import { scenario, writes } from '../kit/scenario.ts';
import { tempProject } from '../kit/temp-project.ts';
import { explanationOf } from '../replay/read-log.ts';

/** No other gate asks for anything. */
const ALONE = {
  preset: 'strict',
  gates: Object.fromEntries(
    GATES.filter(({ name }) => name !== 'branch-guard').map(({ name }) => [name, { mode: 'off' }]),
  ),
};

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

  it('asks for the file itself, whichever other gates are on, and names what it saw of the repository', async () => {
    const s = scenario({ policy: { preset: 'strict', gates: { 'test-gate': { mode: 'off' } } }, branch: 'main' });
    const { verdicts, events } = await s.when(writes(`src/${'d/'.repeat(200)}a.ts`));
    const seen = events.findLast(({ type }) => type === 'GitObserved')?.id;
    expect(verdicts).toMatchObject([{ decision: 'deny', because: expect.arrayContaining([seen]) }]);
    expect(verdicts[0]?.conditions).toMatchObject([{ actual: 'main', because: [seen] }]);
    expect(verdicts[0]?.conditions[0]?.remedy).toMatch(/^Create a branch/);
    expect(verdicts[0]?.reason).toHaveLength(200 + ' is source code, and main is a protected branch.'.length);
  });

  it('opens after its own remedy: a branch of one’s own', async () => {
    const s = scenario({ preset: 'strict', branch: 'main' });
    await s.given(writes('src/a.ts'));
    s.write('.git/HEAD', 'ref: refs/heads/mine\n');
    expect((await s.when(writes('src/a.ts'))).decision).toBe('none');
  });

  it('says of a branch that is free which one it saw, and where', async () => {
    const s = scenario({ preset: 'strict', branch: 'feature/x' });
    const { verdicts, events } = await s.when(writes('src/a.ts'));
    const seen = events.findLast(({ type }) => type === 'GitObserved')?.id;
    expect(verdicts.find(({ gate }) => gate === 'branch-guard')).toMatchObject({
      decision: 'pass',
      because: [seen],
      conditions: [{ name: 'branch-is-not-protected', holds: true, actual: 'feature/x', remedy: null }],
    });
  });

  it('has no opinion where it is about no source, no branch, or no branch of the project', async () => {
    const s = scenario({ preset: 'strict', branch: 'main' });
    const other = tempProject({ branch: 'main' });
    const gatesOf = async (path: string) => (await s.when(writes(path))).verdicts.map(({ gate }) => gate);
    expect(await gatesOf('README.md')).not.toContain('branch-guard');
    expect(await gatesOf(`${other.path}/src/a.ts`)).not.toContain('branch-guard');
    s.write('.git/HEAD', `${'a'.repeat(40)}\n`);
    expect(await gatesOf('src/a.ts')).not.toContain('branch-guard');
  });

  it('looks at the repository for source alone, and at its branches only where one is protected', async () => {
    const seenFor = async (branch: string, path: string) => {
      const { events } = await scenario({ policy: ALONE, branch }).when(writes(path));
      const about = events.filter(({ type, data }) => type === 'GitObserved' && data['about'] === 'target');
      return about.map(({ data }) => 'isNew' in data);
    };
    expect(await seenFor('main', 'README.md')).toEqual([]);
    expect(await seenFor('feature/x', 'src/a.ts')).toEqual([false]);
    expect((await seenFor('main', 'src/a.ts')).slice(-1)).toEqual([true]);
  });

  it('says what opens it', async () => {
    const s = scenario({ preset: 'strict', branch: 'main' });
    await s.given(writes('src/a.ts'));
    expect(explanationOf(s, 'branch-guard/protected-branch').opens).toEqual([
      { todo: ['switch to a branch of your own: git switch -c NAME'], decision: 'pass' },
    ]);
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
    expect((await s.when(writes('/home/dev/loose/a.ts'))).decision).toBe('none');
  });

  it('says nothing about a detached HEAD', async () => {
    const s = scenario({ preset: 'strict', branch: 'main' });
    s.write('.git/HEAD', `${'a'.repeat(40)}\n`);
    expect((await s.when(writes('src/a.ts'))).decision).toBe('none');
  });

  it('guards a branch without commits beside one that has some', async () => {
    const s = scenario({ preset: 'strict', branch: 'main' });
    s.write('.git/HEAD', 'ref: refs/heads/master\n');
    expect((await s.when(writes('src/a.ts'))).decision).toBe('deny');
  });

  it('leaves the first commit to any branch: there is none to branch from', async () => {
    const p = gitProject();
    rmSync(join(p.path, '.git'), { recursive: true });
    p.git('app', 'init', '--quiet', '--initial-branch=main');
    expect((await p.sends(writes('src/a.ts'))).decision).toBe('none');
    p.git('app', 'add', 'src');
    p.git('app', 'commit', '--quiet', '-m', 'start');
    expect((await p.sends(writes('src/a.ts'))).decision).toBe('deny');
  });

  it.each([
    ['merge', ['rebase', 'main'], 'feature/x', 'none'],
    ['apply', ['rebase', '--apply', 'main'], 'feature/x', 'none'],
    ['merge', ['rebase', 'feature/x'], 'main', 'deny'],
    ['apply', ['rebase', '--apply', 'feature/x'], 'main', 'deny'],
  ] as const)(
    'judges a rebase (%s: git %j) by the branch that is rebased, %s: %s',
    async (_how, args, branch, decision) => {
      const p = gitProject();
      p.git('app', 'switch', '--quiet', '-c', 'feature/x');
      p.write('app/src/a.ts', 'export const mine = 1;\n');
      p.git('app', 'commit', '--quiet', '-am', 'mine');
      p.git('app', 'switch', '--quiet', 'main');
      p.write('app/src/a.ts', 'export const theirs = 2;\n');
      p.git('app', 'commit', '--quiet', '-am', 'theirs');
      p.git('app', 'switch', '--quiet', branch);
      expect(() => p.git('app', ...args)).toThrow();
      const { decision: seen, verdicts } = await p.sends(writes('src/a.ts'));
      expect(seen).toBe(decision);
      if (decision === 'none') return;
      const [verdict] = verdicts.filter(({ gate }) => gate === 'branch-guard');
      expect(verdict?.reason).toBe('src/a.ts is source code, and main is a protected branch, which is being rebased.');
      expect(verdict?.conditions[0]?.remedy).toMatch(/^End the rebase first \(git rebase --abort\)\. Create a branch/);
      expect(explanationOf(p.scenario, 'branch-guard/protected-branch').opens).toMatchObject([{ decision: 'pass' }]);
      p.git('app', 'rebase', '--abort');
      p.git('app', 'switch', '--quiet', '-c', 'mine');
      expect((await p.sends(writes('src/a.ts'))).decision).toBe('none');
    },
  );

  it('does not bind a repository in the project, which has branches of its own', async () => {
    const p = gitProject();
    p.git('app', 'switch', '--quiet', '-c', 'mine');
    p.write('app/deps/lib/src/b.ts', 'export {};\n');
    p.git('app/deps/lib', 'init', '--quiet', '--initial-branch=main');
    expect((await p.sends(writes('deps/lib/src/b.ts'))).decision).toBe('none');
    p.git('app', 'switch', '--quiet', 'main');
    p.git('app/deps/lib', 'switch', '--quiet', '-c', 'other');
    expect((await p.sends(writes('deps/lib/src/b.ts'))).decision).toBe('none');
    expect((await p.sends(writes('deps/b.ts'))).decision).toBe('deny');
  });

  it('leaves the repository that keeps the host’s configuration alone, as commits there are', async () => {
    const p = gitProject();
    p.write('.claude/hooks/a.sh', 'true\n');
    p.git('.claude', 'init', '--quiet', '--initial-branch=main');
    p.git('.claude', 'add', 'hooks');
    p.git('.claude', 'commit', '--quiet', '-m', 'start');
    const project = join(p.outer, '.claude');
    p.write('.claude/docket.config.json', '{ "preset": "strict" }');
    const decisionAt = async (home: string): Promise<string> => {
      const env = { ...p.scenario.deps.env, HOME: home, CLAUDE_PROJECT_DIR: project, DOCKET_DIR: p.scenario.root };
      return (await p.scenario.when(writes('src/a.ts', { cwd: project }), { cwd: project, env })).decision;
    };
    expect(await decisionAt(p.outer)).toBe('none');
    expect(await decisionAt(join(p.outer, 'app'))).toBe('deny');
  });

  it('protects branches by pattern', async () => {
    const policy = { preset: 'strict', gates: { 'branch-guard': { branches: ['release/*'] } } };
    const release = scenario({ policy, branch: 'release/1.2' });
    expect((await release.when(writes('src/a.ts'))).decision).toBe('deny');
    const topic = scenario({ policy, branch: 'topic/release' });
    expect((await topic.when(writes('src/a.ts'))).decision).toBe('none');
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
