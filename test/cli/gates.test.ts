import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runDocket } from '../kit/hook-process.ts';
import { completes, type Payload, redRun, requests, type Scenario, scenario, stops, writes } from '../kit/scenario.ts';

import { tempProject } from '../kit/temp-project.ts';
import { git } from '../replay/rule-case.ts';
import { ESC, filesIn, STEERING, widest } from './sessions.ts';

interface Tried {
  readonly decision: string;
  readonly verdicts: readonly {
    readonly gate: string;
    readonly rule: string;
    readonly decision: string;
    readonly mode: string;
    readonly reason: string;
  }[];
  readonly answer: Record<string, unknown> | null;
}

const input = (project: string, payload: Payload): string =>
  JSON.stringify({ session_id: 's1', cwd: project, ...payload });

const gates = (project: string, payload: Payload, ...args: readonly string[]) =>
  runDocket(['gates', '-', '--json', ...args], project, { input: input(project, payload) });

const tried = (project: string, payload: Payload, ...args: readonly string[]): Tried => {
  const { stdout, stderr, status } = gates(project, payload, ...args);
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return JSON.parse(stdout) as Tried;
};

const push = (command: string) => requests('Bash', { command });
const COMMIT = 'guard/commit-on-protected';
const STRICT = ['--preset', 'strict'];
const assume = (...texts: readonly string[]) => [...STRICT, '--assume', ...texts];

describe('docket gates', () => {
  it('lists every gate with its mode under the policy of the project', () => {
    const project = tempProject();
    project.write(
      'docket.config.json',
      JSON.stringify({
        preset: 'strict',
        gates: { 'test-gate': { mode: 'off' }, guard: { rules: { 'not-understood': 'off' } } },
      }),
    );
    const { stdout } = runDocket(['gates', '--json'], project.path);
    const { preset, gates: listed } = JSON.parse(stdout) as {
      preset: string;
      gates: { gate: string; mode: string; rules: { rule: string; mode: string }[] }[];
    };
    expect(preset).toBe('strict');
    expect(listed.map(({ gate, mode }) => [gate, mode])).toEqual([
      ['self-protection', 'enforce'],
      ['guard', 'enforce'],
      ['auto-review', 'enforce'],
      ['llm-review', 'off'],
      ['branch-guard', 'enforce'],
      ['test-gate', 'off'],
      ['mock-gate', 'enforce'],
      ['doc-gate', 'enforce'],
      ['plan-check', 'enforce'],
      ['agent-findings', 'enforce'],
      ['test-runner', 'enforce'],
      ['lint', 'enforce'],
      ['code-review', 'enforce'],
      ['plan-validate', 'enforce'],
      ['question-preference', 'enforce'],
      ['question-fallback', 'enforce'],
      ['stop-guard', 'enforce'],
      ['surface', 'enforce'],
      ['session-summary', 'enforce'],
      ['workflow', 'enforce'],
      ['codegraph-nudge', 'enforce'],
      ['forward-motion', 'enforce'],
      ['session-init', 'enforce'],
      ['prompt-submit', 'enforce'],
      ['compact-preserve', 'enforce'],
      ['subagent-start', 'enforce'],
      ['check-planner', 'enforce'],
      ['check-implementer', 'enforce'],
      ['check-guardian', 'enforce'],
      ['notify', 'enforce'],
      ['update-check', 'off'],
    ]);
    const guard = Object.fromEntries(listed[1]?.rules.map(({ rule, mode }) => [rule, mode]) ?? []);
    expect(guard).toMatchObject({ 'guard/not-understood': 'off', 'guard/force-push-protected': 'enforce' });

    const text = runDocket(['gates'], project.path).stdout;
    expect(text).toMatch(/^test-gate +off {6}Warns on the first source write/m);
    expect(text).toMatch(/^ +off {6}guard\/not-understood$/m);
    expect(widest(text)).toBeLessThanOrEqual(80);
  });

  it('lists what a preset or a policy file would be', () => {
    const project = tempProject();
    project.write('proposed.json', '{"gates": {"stop-guard": {"mode": "enforce"}}}');
    const modes = (...args: string[]) => runDocket(['gates', ...args], project.path).stdout;
    expect(modes()).toMatch(/^preset observe\n(?:.*\n)*stop-guard +monitor/);
    expect(modes('--preset', 'standard')).toMatch(/^preset standard\n(?:.*\n)*stop-guard +off/);
    expect(modes('--policy', 'proposed.json')).toMatch(/^preset observe\n(?:.*\n)*stop-guard +enforce/);
  });
});

describe('docket gates with a hook input', () => {
  it('says what each gate would say, and the answer that the host would get', () => {
    const project = tempProject({ branch: 'main' }).path;
    const { decision, verdicts, answer } = tried(project, writes('src/a.ts'), ...STRICT);
    expect(decision).toBe('deny');
    expect(verdicts.map((verdict) => [verdict.rule, verdict.decision])).toEqual([
      ['branch-guard/protected-branch', 'deny'],
      ['test-gate/tests-fail', 'pass'],
    ]);
    expect(answer).toMatchObject({ hookSpecificOutput: { permissionDecision: 'deny' } });
  });

  it('gives no answer where there is nothing to say', () => {
    const project = tempProject({ branch: 'main' }).path;
    expect(tried(project, writes('README.md'), ...STRICT)).toEqual({ decision: 'none', verdicts: [], answer: null });
    expect(tried(project, writes('src/a.ts'))).toMatchObject({ decision: 'none', answer: null });
  });

  it('judges on the state of the log', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(...redRun(), writes('src/a.ts'));
    expect(tried(s.project, writes('src/b.ts')).decision).toBe('deny');
  });

  it('reads a file as well', () => {
    const project = tempProject();
    project.write('event.json', input(project.path, push('git push -f origin main')));
    const { stdout } = runDocket(['gates', 'event.json', '--json', ...STRICT], project.path);
    expect((JSON.parse(stdout) as Tried).decision).toBe('deny');
  });

  it('judges under a policy file instead of the policy of the project', () => {
    const project = tempProject();
    project.write('docket.config.json', '{"preset": "strict"}');
    project.write('proposed.json', '{"preset": "strict", "gates": {"guard": {"branches": ["release"]}}}');
    const decisions = (branch: string) =>
      tried(project.path, push(`git push -f origin ${branch}`), '--policy', 'proposed.json').decision;
    expect([decisions('main'), decisions('release')]).toEqual(['rewrite', 'deny']);
  });

  it('records nothing, not even a folder for the log', async () => {
    const empty = tempProject({ branch: 'main' });
    const before = filesIn(empty.path);
    expect(tried(empty.path, writes('src/a.ts'), ...STRICT).decision).toBe('deny');
    expect(filesIn(empty.path)).toEqual(before);
    expect(existsSync(join(empty.path, '.docket'))).toBe(false);

    const s = scenario({ preset: 'strict' });
    await s.given(...redRun());
    const log = filesIn(s.root);
    expect(tried(s.project, stops()).decision).toBe('deny');
    expect(filesIn(s.root)).toEqual(log);
  });

  it('shows reasons and remedies to people, within 80 columns and away from the terminal', () => {
    const project = tempProject({ branch: 'main' }).path;
    const path = `src/${ESC}[2J${'漢字'.repeat(60)}.ts`;
    const { stdout } = runDocket(['gates', '-', ...STRICT], project, { input: input(project, writes(path)) });
    const [said, answer] = stdout.split('Answer to the host:');
    expect(said).toContain('branch-guard/protected-branch: deny');
    expect(said).toContain('→ Create a branch');
    expect(stdout).not.toMatch(STEERING);
    expect(widest(said ?? '')).toBeLessThanOrEqual(80);
    expect(answer).toContain('permissionDecision');
  });
});

describe('--assume', () => {
  const inProject = (payload: Payload, ...texts: readonly string[]): Tried =>
    tried(tempProject({ branch: 'feature/x' }).path, payload, ...(texts.length === 0 ? STRICT : assume(...texts)));

  it('branch: where the call works', () => {
    expect(inProject(push('git push -f')).decision).toBe('rewrite');
    expect(inProject(push('git push -f'), 'branch=main').decision).toBe('deny');
    expect(inProject(writes('src/a.ts'), 'branch=main').decision).toBe('deny');
  });

  it('branch: also where there is no repository', () => {
    const project = tempProject().path;
    expect(tried(project, writes('src/a.ts'), ...STRICT).decision).toBe('none');
    expect(tried(project, writes('src/a.ts'), ...assume('branch=main')).decision).toBe('deny');
  });

  it('branch.PATH: of one place alone', () => {
    const project = tempProject({ branch: 'feature/x' });
    project.write('other/.git/HEAD', 'ref: refs/heads/topic\n');
    const other = join(project.path, 'other');
    const decide = (path: string, ...texts: readonly string[]) =>
      tried(project.path, writes(path), ...assume(...texts)).decision;
    expect(decide(join(other, 'src/a.ts'), `branch.${other}=main`)).toBe('deny');
    expect(decide('src/a.ts', `branch.${other}=main`)).toBe('none');
    expect(decide('src/a.ts', `branch.${project.path}=main`)).toBe('deny');
  });

  const denied = (payload: Payload, ...texts: readonly string[]): boolean =>
    inProject(payload, ...texts).verdicts.some(({ rule, decision }) => rule === COMMIT && decision === 'deny');

  it('branch and branch.PATH: of commits in places that are not there', () => {
    const commit = push('cd /nowhere/wt && git commit -m x');
    expect(denied(commit, 'cwd=/nowhere/app', 'branch=main', 'branch./nowhere/wt=topic')).toBe(false);
    expect(denied(commit, 'cwd=/nowhere/app', 'branch=topic', 'branch./nowhere/wt=main')).toBe(true);
  });

  it('dirty: what is changed and staged', () => {
    const commit = push('git commit -am plan');
    expect(denied(commit, 'branch=main')).toBe(true);
    expect(denied(commit, 'branch=main', 'dirty=MASTER_PLAN.md')).toBe(false);
    expect(denied(commit, 'branch=main', 'dirty=MASTER_PLAN.md,src/a.ts')).toBe(true);
    expect(denied(commit, 'branch=main', 'dirty')).toBe(true);
  });

  it('git=missing: nothing is known of any repository', () => {
    const project = tempProject({ branch: 'main' }).path;
    expect(tried(project, writes('src/a.ts'), ...STRICT).decision).toBe('deny');
    expect(tried(project, writes('src/a.ts'), ...assume('git=missing')).decision).toBe('none');
  });

  it('cwd: where the call works', () => {
    const project = tempProject({ branch: 'feature/x' });
    const other = join(project.path, 'worktree');
    mkdirSync(other);
    project.write('.git/worktrees/wt/HEAD', 'ref: refs/heads/main\n');
    project.write('.git/worktrees/wt/commondir', '../..\n');
    project.write('.git/worktrees/wt/gitdir', `${join(other, '.git')}\n`);
    project.write('worktree/.git', `gitdir: ${join(project.path, '.git/worktrees/wt')}\n`);
    expect(tried(project.path, writes('src/a.ts'), ...STRICT).decision).toBe('none');
    expect(tried(project.path, writes('src/a.ts'), ...assume(`cwd=${other}`)).decision).toBe('deny');
  });

  it('tests: pass, fail or missing', async () => {
    expect(inProject(writes('src/a.ts'), 'tests=fail').decision).toBe('advise');
    expect(inProject(stops(), 'tests=fail').decision).toBe('deny');
    const s: Scenario = scenario({ preset: 'strict' });
    await s.given(...redRun());
    const decide = (value: string) => tried(s.project, stops(), '--assume', `tests=${value}`).decision;
    expect([decide('fail'), decide('pass'), decide('missing')]).toEqual(['deny', 'none', 'none']);
  });

  it.each(['git commit -m x', 'git commit -am x', 'git rebase --continue'])(
    'tests and proof are about %s, though nothing is changed here that it could record',
    (command) => {
      const real = tempProject();
      real.write('src/a.ts', 'export {};\n');
      git(real.path, 'init', '--quiet', '--initial-branch=feature/x');
      git(real.path, 'add', '.');
      git(real.path, '-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '--quiet', '-m', 'start');
      const stopped = (...texts: readonly string[]) =>
        tried(real.path, push(command), ...assume(...texts)).verdicts.flatMap(({ rule, decision }) =>
          decision === 'deny' ? [rule] : [],
        );
      expect(stopped('tests=missing', 'proof=verified')).toEqual(['guard/commit-untested']);
      expect(stopped('tests=pass', 'proof=pending')).toEqual(['guard/commit-unproven']);
      expect(stopped('tests=pass', 'proof=verified')).toEqual([]);
      expect(stopped('tests=missing', 'dirty=README.md'), 'documents alone').toEqual([]);
      expect(stopped('strikes.test-gate=0'), 'nothing is said of evidence').toEqual([]);
    },
  );

  const owed = ({ verdicts }: Tried): string[] =>
    verdicts.flatMap(({ rule, decision }) => (decision === 'deny' ? [rule.replace('stop-guard/', '')] : []));
  const CODE = ['code-unreviewed', 'precommit-missing'];
  const stopAfter = (...texts: readonly string[]): string[] => owed(inProject(stops(), ...texts));

  it('dirty: files that the session changed', () => {
    expect(stopAfter('dirty=src/a.ts,README.md')).toEqual([...CODE, 'docs-unreviewed']);
    expect(stopAfter('dirty=README.md')).toEqual(['docs-unreviewed']);
    expect(stopAfter('dirty=debug.log')).toEqual([]);
    expect(stopAfter('dirty')).toEqual(CODE);
    expect(stopAfter('dirty=')).toEqual([]);
  });

  it.each([
    { past: ['review.code=pass', 'precommit=pass'], left: [] },
    { past: ['review.code=fail', 'precommit=pass'], left: ['code-unreviewed'] },
    { past: ['review.code=pass', 'precommit=missing'], left: ['precommit-missing'] },
    { past: ['review.doc=pass'], left: CODE },
  ])('$past: reviews of what is there, whether git can say what that is or not', ({ past, left }) => {
    expect(stopAfter('dirty=src/a.ts', ...past)).toEqual(left);
    expect(stopAfter('dirty=src/a.ts', 'git=missing', ...past)).toEqual(left);
    const real = tempProject();
    git(real.path, 'init', '--quiet');
    expect(owed(tried(real.path, stops(), ...assume('dirty=src/a.ts', ...past)))).toEqual(left);
  });

  it('dirty, head and git: what becomes of changes that were seen', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(completes('Write', { file_path: 'src/a.ts' }, {}));
    const left = (...texts: readonly string[]) => owed(tried(s.project, stops(), ...assume(...texts)));
    expect(left('dirty=src/a.ts')).toEqual(CODE);
    expect(left('dirty=')).toEqual([]);
    expect(left('dirty=', 'head=moved')).toEqual(CODE);
    expect(left('head=moved', 'dirty=', 'review.code=pass')).toEqual(['precommit-missing']);
    expect(left('dirty=', 'git=missing')).toEqual(CODE);
    expect(left('git=missing')).toEqual(CODE);
  });

  it('takes evidence away that the log has', async () => {
    const s = scenario({ preset: 'strict' });
    const review = { plane: 'code', outcome: 'pass', sentinel: null, by: 'x', reason: 'x', standing: 'evidence' };
    await s.given(completes('Write', { file_path: 'src/a.ts' }, {}));
    for (const kind of ['code', 'precommit']) await s.given({ type: 'ReviewRecorded', data: { ...review, kind } });
    expect(owed(tried(s.project, stops()))).toEqual([]);
    expect(owed(tried(s.project, stops(), '--assume', 'precommit=missing'))).toEqual(['precommit-missing']);
    expect(owed(tried(s.project, stops(), '--assume', 'review.code=fail'))).toEqual(['code-unreviewed']);
  });

  it('strikes.GATE: how often it warned', () => {
    const decide = (count: number) =>
      inProject(writes('src/a.ts'), 'tests=fail', `strikes.test-gate=${count}`).decision;
    expect([decide(0), decide(1)]).toEqual(['advise', 'deny']);
  });

  it('kind: who could answer', () => {
    const unreadable = push('git push "origin');
    expect(inProject(unreadable, 'kind=interactive').decision).toBe('ask');
    expect(inProject(unreadable, 'kind=headless').decision).toBe('deny');
    expect(inProject(unreadable, 'kind=spawned').decision).toBe('deny');
  });

  it('now: when it is', () => {
    const { verdicts } = inProject(stops(), 'tests=fail', 'now=2031-02-03T04:05:06Z');
    expect(verdicts[0]?.reason).toContain('2031-02-03 04:05:06 UTC');
  });

  it('takes a list, and is taken again and again', () => {
    const project = tempProject({ branch: 'feature/x' }).path;
    const again = ['--assume', 'tests=fail', '--assume', 'strikes.test-gate=1'];
    expect(tried(project, writes('src/a.ts'), ...STRICT, ...again).decision).toBe('deny');
  });
});

describe('docket gates called in a way that makes no sense', () => {
  const payload = writes('src/a.ts');

  it('names the keys that --assume knows', () => {
    const { stdout, stderr, status } = gates(tempProject().path, payload, '--assume', 'weather=bad');
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
    expect(stderr).toContain('does not know "weather"');
    for (const key of 'branch branch.PATH cwd dirty git head tests proof review.code review.doc precommit'.split(' ')) {
      expect(stderr).toContain(` ${key},`);
    }
    for (const key of 'workflow.NAME strikes.GATE plan churn drift file.PATH kind careful now'.split(' ')) {
      expect(stderr).toContain(` ${key}`);
    }
  });

  it.each([
    [['--assume', 'tests=maybe'], 'it takes pass, fail, missing'],
    [['--assume', 'tests'], 'it takes pass, fail, missing'],
    [['--assume', 'strikes.test-gate=many'], 'it takes a number'],
    [
      ['--assume', 'strikes.nonsense=1'],
      'gates are self-protection, guard, auto-review, llm-review, branch-guard, test-gate, mock-gate, doc-gate, plan-check, agent-findings, test-runner, lint, code-review, plan-validate, question-preference, question-fallback, stop-guard, surface, session-summary, workflow, codegraph-nudge, forward-motion',
    ],
    [['--assume', 'now=soon'], 'takes a time like 2026-01-31T14:00:00Z'],
    [['--assume', 'tests=fail', 'event.json'], 'The hook input goes before --assume'],
    [['--preset', 'nonsense'], 'There is no preset "nonsense". Presets: observe, standard, strict.'],
    [['--preset', 'strict', '--policy', 'x.json'], 'Give --preset or --policy, not both.'],
  ])('%j is misuse', (args, message) => {
    const { stdout, stderr, status } = gates(tempProject().path, payload, ...args);
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
    expect(stderr).toContain(message);
  });

  it('wants an input to assume something about', () => {
    const { stderr, status } = runDocket(['gates', '--assume', 'tests=fail'], tempProject().path);
    expect(status).toBe(2);
    expect(stderr).toContain('--assume needs a hook input');
  });

  it('refuses an input that is no hook payload, and a policy that is none', () => {
    const project = tempProject();
    project.write('broken.json', '{"preset": ');
    for (const text of ['', '{', '[]', '{} {}']) {
      expect(runDocket(['gates', '-'], project.path, { input: text }).status).toBe(2);
    }
    expect(gates(project.path, payload, '--policy', 'broken.json').status).toBe(2);
    const missing = gates(project.path, payload, '--policy', 'missing.json');
    expect(missing.status).toBe(1);
    expect(missing.stderr).toContain('missing.json cannot be read (ENOENT)');
  });

  it('tells of gates that do not exist without letting their names steer the terminal', () => {
    const project = tempProject();
    project.write('docket.config.json', JSON.stringify({ gates: { [`g${ESC}[2J`]: {} } }));
    const { stderr, status } = runDocket(['gates'], project.path);
    expect(status).toBe(0);
    expect(stderr).toContain('does not exist');
    expect(stderr).not.toMatch(STEERING);
  });
});
