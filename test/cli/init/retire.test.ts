import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, utimesSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Project, temporaryProject } from '../../hooks/install/project.ts';
import { cleanEnv, loggedEvents, runDocket } from '../../kit/hook-process.ts';
import { init, LOCAL, SHARED, uninstall } from './setup.ts';

/** As seed 001 registers its scripts, with hooks of somebody else between them and a comment. */
const OLD = `{
\t// ours
\t"hooks": {
\t\t"PreToolUse": [
\t\t\t{ "matcher": "Bash", "hooks": [
\t\t\t\t{ "type": "command", "command": "$HOME/.claude/hooks/guard.sh", "timeout": 5 },
\t\t\t\t{ "type": "command", "command": "./audit.sh" },
\t\t\t\t{ "type": "command", "command": "bash \\"$HOME/.claude/hooks/auto-review.sh\\"" }
\t\t\t] },
\t\t\t{ "matcher": "Task", "hooks": [
\t\t\t\t{ "type": "command", "command": "test -f .feature-plan-approved || (echo 'Gate violation' && exit 1)" }
\t\t\t] }
\t\t],
\t\t"Stop": [ { "hooks": [ { "type": "command", "command": "$HOME/.claude/hooks/surface.sh" } ] } ]
\t}
}\r
`;

const withOld = (): Project => {
  const project = temporaryProject();
  project.write(SHARED, OLD);
  return project;
};

describe('docket init beside shell hooks from before', () => {
  it('says which there are, where, and how to take them out, and leaves them', async () => {
    const project = withOld();
    const { out, err } = await init(project, { yes: true, scope: 'project' });
    expect(err).toContain('shell hooks that docket does the work of (guard, auto-review, workflow markers, surface)');
    expect(err).toContain('"docket init --scope project --retire"');
    expect(out).toContain('kept 5 hooks of yours');
    expect(project.read(SHARED)).toContain('guard.sh');
    expect((await init(project, { yes: true })).err).toContain('"docket init --scope project --retire"');
  });

  it('--retire takes exactly those out; uninstall gives the file back byte for byte', async () => {
    const project = withOld();
    const { code, out, err } = await init(project, { yes: true, scope: 'project', retire: true });
    expect(code).toBe(0);
    // Of the hooks that may rewrite the same calls, only the one that stays.
    expect(err).toContain('PreToolUse (Bash): ./audit.sh');
    expect(err).not.toContain('guard.sh');
    expect(out).toContain('takes out guard, auto-review, workflow markers, surface: the scripts stay');
    expect(out).toContain('kept 1 hook of yours');
    const text = project.read(SHARED);
    expect(text).toContain('// ours');
    expect(text).toContain('./audit.sh');
    expect(text).not.toMatch(/hooks\/(guard|auto-review|surface)\.sh|plan-approved/);
    expect((await uninstall(project, { yes: true, scope: 'project' })).code).toBe(0);
    expect(project.read(SHARED)).toBe(OLD);
  });

  it('undoes both steps where the hooks were taken out later than docket came', async () => {
    const project = withOld();
    await init(project, { yes: true, scope: 'project' });
    await init(project, { yes: true, scope: 'project', retire: true });
    expect(project.read(SHARED)).not.toContain('guard.sh');
    await init(project, { yes: true, scope: 'project' });
    expect(project.read(SHARED)).not.toContain('guard.sh');
    await uninstall(project, { yes: true, scope: 'project' });
    expect(project.read(SHARED)).toBe(OLD);
  });

  it('puts them back into a file that somebody changed meanwhile, once, and keeps their change', async () => {
    const project = withOld();
    await init(project, { yes: true, scope: 'project', retire: true });
    const surface = { hooks: [{ type: 'command', command: '$HOME/.claude/hooks/surface.sh' }] };
    const changed = project
      .read(SHARED)
      .replace('// ours', '"model": "opus", // ours')
      .replace('"Stop": [', `"Stop": [${JSON.stringify(surface)},`);
    project.write(SHARED, changed);
    const { out } = await uninstall(project, { yes: true, scope: 'project' });
    expect(out).toContain('puts back PreToolUse: $HOME/.claude/hooks/guard.sh');
    const after = project.read(SHARED);
    expect(after).toContain('"model": "opus", // ours');
    expect(after).not.toContain('--host claude-code');
    for (const script of ['guard', 'auto-review', 'surface']) {
      expect(after.split(`hooks/${script}.sh`), script).toHaveLength(2);
    }
    const { hooks } = JSON.parse(after.replace(/\/\/.*/g, '')) as { hooks: { PreToolUse: { matcher: string }[] } };
    expect(hooks.PreToolUse.map(({ matcher }) => matcher)).toEqual(['Bash', 'Bash', 'Bash', 'Task']);
  });

  it('leaves what only looks like them', async () => {
    const project = temporaryProject();
    const lines = [
      './scripts/guard.sh',
      '$HOME/.claude/hooks/guard.sh && ./mine.sh',
      '$HOME/.claude/hooks/my-guard.sh',
      'touch .feature-plan-approved; curl http://localhost/x',
      "echo '.feature-plan-approved'",
    ];
    const hooks = {
      PreToolUse: lines.map((command) => ({ hooks: [{ type: 'command', command }] })),
      // The name of one that was never registered for this event.
      SessionEnd: [{ hooks: [{ type: 'command', command: '$HOME/.claude/hooks/guard.sh' }] }],
    };
    project.write(LOCAL, JSON.stringify({ hooks }));
    const { out } = await init(project, { yes: true, retire: true });
    expect(out).toContain('no shell hooks that docket does the work of');
    for (const command of lines) expect(project.read(LOCAL)).toContain(JSON.stringify(command));
    expect(project.read(LOCAL)).toContain('SessionEnd');
  });
});

describe('docket init --retire and the state files of those scripts', () => {
  const HOUR = 3_600;
  const said = Math.floor(Date.UTC(2026, 0, 1, 12) / 1000);

  const withState = (): Project => {
    const project = temporaryProject();
    const files = {
      '.claude/.test-status': `pass|0|${said}\n`,
      '.claude/.proof-status': `verified|${said}\n`,
      '.claude_review_state.json': JSON.stringify({
        updated_at: '2026-01-01T11:00:00Z',
        code_review: { executed: true, passed: true, last_run: '2026-01-01T11:00:00Z' },
        doc_review: { executed: true, passed: false },
        precommit: { executed: false, passed: false },
      }),
      '.claude/.test-gate-strikes': '1\n',
      '.feature-plan-approved': '',
    };
    for (const [name, text] of Object.entries(files)) {
      const path = project.write(name, text);
      utimesSync(path, said + HOUR, said + HOUR);
    }
    return project;
  };

  it('are kept once, each as a claim with its age, and stay where they are', async () => {
    const project = withState();
    const { out } = await init(project, { yes: true, retire: true });
    expect(out).toMatch(/keeps \.claude\/\.test-status as a claim: pass, 0 failed, \d+ days old; it opens no gate/);
    const events = loggedEvents(project.cwd);
    const imported = events.filter(({ type }) => type === 'StateFileImported');
    expect(imported.map(({ data }) => data)).toEqual([
      expect.objectContaining({
        path: '.claude/.test-status',
        says: 'pass, 0 failed',
        said: '2026-01-01T12:00:00.000Z',
      }),
      expect.objectContaining({ path: '.claude/.proof-status', says: 'verified', said: '2026-01-01T12:00:00.000Z' }),
      expect.objectContaining({
        path: '.claude_review_state.json',
        says: 'code passed, doc not passed',
        said: '2026-01-01T11:00:00.000Z',
      }),
      expect.objectContaining({ path: '.claude/.test-gate-strikes', says: '1', said: '2026-01-01T13:00:00.000Z' }),
      expect.objectContaining({ path: '.feature-plan-approved', says: 'it is there' }),
    ]);
    for (const { data } of imported) expect((data as { age: number }).age).toBeGreaterThan(86_400);
    const claims = events.filter(({ type }) => type !== 'StateFileImported');
    expect(
      claims.map(({ type, data, cause }) => [type, data as { source?: string; standing?: string }, cause]),
    ).toEqual([
      ['TestRunFinished', expect.objectContaining({ status: 'pass', source: 'claim' }), imported[0]?.['id']],
      ['ProofRecorded', expect.objectContaining({ standing: 'claim' }), imported[1]?.['id']],
      [
        'ReviewRecorded',
        expect.objectContaining({ kind: 'code', outcome: 'pass', standing: 'claim' }),
        imported[2]?.['id'],
      ],
      [
        'ReviewRecorded',
        expect.objectContaining({ kind: 'doc', outcome: 'unclear', standing: 'claim' }),
        imported[2]?.['id'],
      ],
    ]);
    for (const { provenance } of events) expect(provenance).toBe('import');
    expect(project.read('.claude/.test-status')).toBe(`pass|0|${said}\n`);
    expect(project.exists('.feature-plan-approved')).toBe(true);
  });

  it('are not kept again by a second init, nor without --retire, nor on a dry run', async () => {
    const project = withState();
    await init(project, { yes: true });
    await init(project, { yes: true, retire: true, dryRun: true });
    expect(loggedEvents(project.cwd)).toEqual([]);
    await init(project, { yes: true, retire: true });
    const before = loggedEvents(project.cwd);
    expect(before).toHaveLength(9);
    const again = await init(project, { yes: true, retire: true });
    expect(again.out).toContain('nothing to write');
    expect(loggedEvents(project.cwd)).toEqual(before);
  });

  it('satisfy no gate: a commit is as untested, unproven and unreviewed as before', async () => {
    const project = withState();
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: project.cwd, env: cleanEnv({ HOME: project.home }) });
    rmSync(project.path('.git'), { recursive: true });
    project.write('src/cart.js', 'export const total = 1;\n');
    git('init', '--quiet', '--initial-branch', 'feature');
    git('add', '.');
    git('-c', 'user.name=Dev', '-c', 'user.email=dev@example.com', 'commit', '--quiet', '-m', 'Start');
    project.write('src/cart.js', 'export const total = 2;\n');
    await init(project, { yes: true, retire: true, preset: 'strict' });
    expect(loggedEvents(project.cwd).map(({ type }) => type)).toContain('ProofRecorded');

    const commit = { tool_name: 'Bash', tool_input: { command: 'git commit -am x' }, cwd: project.cwd };
    const { stdout } = runDocket(['gates', '--json', '-'], project.cwd, { input: JSON.stringify(commit) });
    const { decision, verdicts } = JSON.parse(stdout) as { decision: string; verdicts: { rule: string }[] };
    expect(decision).toBe('deny');
    expect(verdicts.map(({ rule }) => rule)).toEqual(
      expect.arrayContaining(['guard/commit-untested', 'guard/commit-unproven']),
    );
    const status = JSON.parse(runDocket(['status', '--json'], project.cwd).stdout) as Record<string, unknown>;
    expect(status['tests']).toMatchObject({ status: null });
    expect(status['proof']).toBeNull();
  });

  it('are read whatever is in them, and a folder or a huge file of such a name is passed over', async () => {
    const project = temporaryProject();
    for (const name of ['.claude/.test-status', '.claude/.proof-status', '.claude_review_state.json']) {
      project.write(name, '\u0000\uFFFF|x|99999999999\n{');
    }
    mkdirSync(project.path('.claude/.plan-drift'), { recursive: true });
    project.write('.claude/.agent-findings', 'x'.repeat(10_000_000));
    const { code, out } = await init(project, { yes: true, retire: true });
    expect(code).toBe(0);
    expect(out).not.toContain('\u0000');
    const paths = loggedEvents(project.cwd).flatMap(({ data }) => (data as { path?: string }).path ?? []);
    expect(paths).toEqual(['.claude/.test-status', '.claude/.proof-status', '.claude_review_state.json']);
  });
});
