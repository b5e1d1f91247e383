import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cleanEnv, runDocket, runHook } from '../kit/hook-process.ts';
import { tempProject } from '../kit/temp-project.ts';

/** A repository in which a session wrote a source file. */
const projectWithSession = () => {
  const project = tempProject();
  execFileSync('git', ['init', '--quiet', '--initial-branch=main'], { cwd: project.path, env: cleanEnv() });
  const call = (payload: Record<string, unknown>, env: Record<string, string> = {}) =>
    runHook(JSON.stringify({ session_id: 's1', cwd: project.path, ...payload }), project.path, { env });
  const edit = (name: string) =>
    call({
      hook_event_name: 'PostToolUse',
      tool_name: 'Write',
      tool_use_id: `call ${name}`,
      tool_input: { file_path: join(project.path, name), content: '' },
      tool_response: {},
    });
  edit('src/a.ts');
  const docket = (...args: string[]) => runDocket(args, project.path);
  const read = (name: string): string | null =>
    existsSync(join(project.path, name)) ? readFileSync(join(project.path, name), 'utf8') : null;
  return { ...project, call, edit, docket, read };
};

const CHANGES = '.claude/.session-changes-s1';

describe('docket views', () => {
  it('lists the files, and what each holds', () => {
    const p = projectWithSession();
    const { stdout, status } = p.docket('views');
    expect(status).toBe(0);
    expect(stdout).toContain('off: nothing is written');
    expect(stdout).toContain('none      .claude/.test-status: result|fail_count|epoch');
    expect(stdout).toContain('none      .claude/.agent-findings: agent_type|issue1;issue2');
    expect(p.read(CHANGES)).toBeNull();
  });

  it('write: writes them once, and the hook leaves them as they are', () => {
    const p = projectWithSession();
    expect(p.docket('views', 'write').stdout).toContain(`wrote ${CHANGES}`);
    p.edit('src/b.ts');
    expect(p.read(CHANGES)).toBe(`${p.path}/src/a.ts\n`);
    expect(p.docket('views', 'write').stdout).toContain(`wrote ${CHANGES}`);
    expect(p.read(CHANGES)).toBe(`${p.path}/src/a.ts\n${p.path}/src/b.ts\n`);
    expect(p.docket('views', 'write').stdout).toContain(`unchanged ${CHANGES}`);
  });

  it('write: leaves a file that is not docket’s, says so, and replaces it when it is told to', () => {
    const p = projectWithSession();
    p.write('.claude_review_state.json', '{}');
    const left = p.docket('views', 'write');
    expect(left.status).toBe(1);
    expect(left.stderr).toContain('.claude_review_state.json is not as docket left it');
    expect(p.read('.claude_review_state.json')).toBe('{}');
    expect(p.docket('views').stdout).toContain('foreign   .claude_review_state.json');
    expect(p.docket('views', 'write', '--force').status).toBe(0);
    expect(p.read('.claude_review_state.json')).toContain('"session_id": "s1"');
  });

  it('on: the hook keeps them, they are no untracked files, and off takes all of that back', () => {
    const p = projectWithSession();
    p.write('docket.config.local.json', '{ "preset": "strict" }\n');
    p.write('.git/info/exclude', '# mine\n');
    expect(p.docket('views', 'on').status).toBe(0);
    expect(JSON.parse(p.read('docket.config.local.json') ?? '')).toEqual({ preset: 'strict', views: true });
    p.edit('src/b.ts');
    expect(p.read(CHANGES)).toBe(`${p.path}/src/a.ts\n${p.path}/src/b.ts\n`);
    const untracked = execFileSync('git', ['status', '--porcelain', '-uall'], { cwd: p.path, env: cleanEnv() });
    expect(String(untracked)).not.toContain('.claude');
    writeFileSync(join(p.path, '.claude_review_state.json'), 'mine');

    const off = p.docket('views', 'off');
    expect(off.stdout).toContain(`removed ${CHANGES}`);
    expect(existsSync(join(p.path, '.claude'))).toBe(false);
    expect(p.read('.claude_review_state.json')).toBe('mine');
    expect(p.read('.git/info/exclude')).toBe('# mine\n');
    p.edit('src/c.ts');
    expect(p.read(CHANGES)).toBeNull();
  });

  it('keeps those of a linked worktree in it, about what happened there', () => {
    const p = projectWithSession();
    const env = cleanEnv({
      HOME: p.path,
      GIT_AUTHOR_NAME: 'a',
      GIT_AUTHOR_EMAIL: 'a@example.org',
      GIT_COMMITTER_NAME: 'a',
      GIT_COMMITTER_EMAIL: 'a@example.org',
    });
    const linked = join(tempProject().path, 'linked');
    execFileSync('git', ['commit', '--quiet', '--allow-empty', '-m', 'start'], { cwd: p.path, env });
    execFileSync('git', ['worktree', 'add', '--quiet', linked], { cwd: p.path, env });
    p.docket('views', 'on');
    const test = { tool_name: 'Bash', tool_input: { command: 'npm test' }, tool_use_id: 'red', cwd: linked };
    p.call({ hook_event_name: 'PreToolUse', ...test });
    p.call({ hook_event_name: 'PostToolUseFailure', ...test, error: 'Exit code 1\n# tests 1\n# fail 1' });
    expect(readFileSync(join(linked, '.claude/.test-status'), 'utf8')).toMatch(/^fail\|1\|/);
    expect(p.read('.claude/.test-status')).toBeNull();
  });

  it('writes nowhere in another repository that a session works in', () => {
    const p = projectWithSession();
    p.docket('views', 'on');
    const other = tempProject({ branch: 'main' });
    p.call({ hook_event_name: 'Notification', message: 'x', cwd: other.path });
    expect(existsSync(join(other.path, '.claude'))).toBe(false);
    expect(existsSync(join(other.path, '.claude_review_state.json'))).toBe(false);
  });

  it('go with the registration', () => {
    const p = projectWithSession();
    expect(p.docket('init', '--yes', '--client-version', '2.1.332').status).toBe(0);
    p.docket('views', 'on');
    expect(p.read('.git/info/exclude')).toContain('.test-status');
    expect(p.docket('uninstall', '--dry-run').stdout).toContain(`\nremoves ${CHANGES}\n`);
    expect(p.read(CHANGES)).not.toBeNull();
    expect(p.docket('uninstall', '--yes').stdout).toContain(`removed ${CHANGES}`);
    expect(p.read(CHANGES)).toBeNull();
    expect(p.read('.git/info/exclude')).not.toContain('.test-status');
  });

  it('go where there is no registration any more, but not what somebody changed', () => {
    const p = projectWithSession();
    p.docket('views', 'write');
    p.write('.claude_review_state.json', '{}');
    const dry = p.docket('uninstall', '--dry-run').stdout;
    expect(dry).toContain(`removes ${CHANGES}\n`);
    expect(dry).not.toContain('.claude_review_state.json');
    expect(p.docket('uninstall').status).toBe(2);
    expect(p.read(CHANGES)).not.toBeNull();
    expect(p.docket('uninstall', '--yes').status).toBe(0);
    expect([p.read(CHANGES), p.read('.claude_review_state.json')]).toEqual([null, '{}']);
  });

  it('removes nothing that only looks marked, such as by a repository that brings a .docket', () => {
    const p = projectWithSession();
    p.docket('views', 'write');
    const precious = p.write('precious', 'x');
    const marks = join(p.path, '.docket/views/written');
    // What any mark of this text would be named: the digest of the path and that of the text.
    for (const name of ['a-b', 'c-d']) writeFileSync(join(marks, name), precious);
    p.docket('views', 'off');
    expect(existsSync(precious)).toBe(true);
  });

  it('is not for an agent to switch', () => {
    const p = projectWithSession();
    const asAgent = (action: string) => runDocket(['views', action], p.path, { env: { CLAUDECODE: '1' } });
    expect(asAgent('on').status).toBe(2);
    expect(asAgent('off').status).toBe(2);
    expect(asAgent('write').status).toBe(0);
    expect(p.docket('views', 'often').status).toBe(2);
  });

  it('needs no cache', () => {
    const p = projectWithSession();
    p.docket('views', 'write');
    const before = p.read(CHANGES);
    rmSync(join(p.path, '.docket/views/trail.json'), { force: true });
    rmSync(join(p.path, CHANGES));
    p.docket('views', 'write');
    expect(p.read(CHANGES)).toBe(before);
  });
});
