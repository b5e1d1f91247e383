import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runDocket, runHook } from '../kit/hook-process.ts';
import { tempProject } from '../kit/temp-project.ts';

const projectWithSession = () => {
  const project = tempProject({ branch: 'feature/x' });
  project.write('docket.config.json', '{"preset":"strict"}');
  let calls = 0;
  const push = () =>
    runHook(
      JSON.stringify({
        session_id: 's1',
        cwd: project.path,
        hook_event_name: 'PreToolUse',
        tool_name: 'Bash',
        tool_use_id: `call-${++calls}`,
        tool_input: { command: 'git push --force origin "$BRANCH"' },
      }),
      project.path,
    );
  const docket = (...args: string[]) => runDocket(args, project.path);
  const kept = (): unknown => JSON.parse(readFileSync(join(project.path, '.config/docket/preferences.json'), 'utf8'));
  return { ...project, push, docket, kept };
};

describe('docket careful', () => {
  it('on: denies what would be asked, and off ends it', () => {
    const p = projectWithSession();
    expect(p.docket('careful').stdout).toBe('off\n');
    expect(p.push().stdout).toContain('"permissionDecision":"ask"');

    const on = p.docket('careful', 'on');
    expect(on).toMatchObject({ status: 0, stderr: '' });
    expect(on.stdout).toMatch(/^on, for /);
    expect(p.push().stdout).toContain('"permissionDecision":"deny"');
    expect(p.docket('status').stdout).toMatch(/careful\s+on/);
    expect(p.docket('why').stdout).toMatch(/careful-mode-is-off {2}on\n +set by {2}PreferencesLoaded +careful mode on/);
    expect(JSON.parse(p.docket('status', '--json').stdout)).toMatchObject({ careful: true });

    expect(p.docket('careful', 'off').stdout).toMatch(/^off, for /);
    expect(p.push().stdout).toContain('"permissionDecision":"ask"');
    expect(JSON.parse(p.docket('status', '--json').stdout)).toMatchObject({ careful: false });
  });

  it('is recorded as a person’s at once, and once', () => {
    const p = projectWithSession();
    p.push();
    p.docket('careful', 'on');
    p.docket('careful', 'on');
    const loaded = p.docket('log', '--json', '--type', 'PreferencesLoaded').stdout.trim().split('\n');
    expect(loaded.map((line) => JSON.parse(line) as { provenance: string; data: object })).toMatchObject([
      { provenance: 'person', data: { careful: true } },
    ]);
    expect(p.docket('log', '--type', 'PreferencesLoaded').stdout).toContain('careful mode on');
  });

  it('--user is for all projects, which may say otherwise', () => {
    const p = projectWithSession();
    p.docket('careful', 'on', '--user');
    expect(p.kept()).toEqual({ careful: true });
    expect(JSON.parse(p.docket('careful', '--json').stdout)).toMatchObject({ careful: true, from: 'user' });
    p.docket('careful', 'off');
    expect(p.kept()).toMatchObject({ careful: true, projects: { [p.path]: { careful: false } } });
    expect(JSON.parse(p.docket('careful', 'status', '--json').stdout)).toMatchObject({
      careful: false,
      from: 'project',
    });
  });

  it('needs no log', () => {
    const p = tempProject();
    expect(runDocket(['careful', 'on'], p.path)).toMatchObject({ status: 0, stderr: '' });
    expect(runDocket(['careful'], p.path).stdout).toMatch(/^on/);
  });

  it('leaves a broken file as it is, and says what to do', () => {
    const p = projectWithSession();
    p.push();
    p.write('.config/docket/preferences.json', '{"careful": yes}');
    for (const action of ['on', 'status']) {
      const { status, stderr, stdout } = p.docket('careful', action);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toContain('is not JSON');
    }
    expect(p.docket('status').stdout).toMatch(/preferences: [\s\S]*is\s+not\s+JSON/);
    rmSync(join(p.path, '.config/docket/preferences.json'));
    expect(p.docket('careful', 'on').status).toBe(0);
  });

  it.each([['maybe'], ['on', '--user', '--project']])('does not know %s %s', (...args) => {
    expect(projectWithSession().docket('careful', ...args)).toMatchObject({ status: 2, stdout: '' });
  });

  it('off is a person’s: an agent is refused', () => {
    const p = projectWithSession();
    const { status, stderr } = runDocket(['careful', 'off'], p.path, { env: { CLAUDECODE: '1' } });
    expect(status).toBe(2);
    expect(stderr).toContain('only a person may give it');
  });

  it('can be assumed', () => {
    const p = projectWithSession();
    p.write('event.json', '{"tool_name":"Bash","tool_input":{"command":"git push --force origin \\"$BRANCH\\""}}');
    const decision = (assumed: string): unknown =>
      JSON.parse(p.docket('gates', '--json', 'event.json', '--assume', assumed).stdout).decision;
    expect(decision('careful=on')).toBe('deny');
    expect(decision('careful=off')).toBe('ask');
    p.docket('careful', 'on');
    expect(decision('careful=off')).toBe('ask');
  });
});
