import { existsSync, rmSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runDocket } from '../kit/hook-process.ts';
import { tempProject } from '../kit/temp-project.ts';
import { filesIn, STEERING, widest } from './sessions.ts';

const projectOf = (stdout: string): string => /^Project: (.+)$/m.exec(stdout)?.[1] ?? '';

describe('docket demo', () => {
  it('shows a recorded session, names the rule that denied, and leaves nothing behind', () => {
    const here = tempProject();
    const { stdout, stderr, status } = runDocket(['demo'], here.path);
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(stdout).toMatch(/^ {4}└ deny: test-gate\/tests-fail \(pass: branch-guard\)$/m);
    expect(stdout).toMatch(/^ {4}└ deny: stop-guard\/tests-fail \(pass: session-summary\)$/m);
    expect(stdout).toMatch(/^ {4}└ rewrite: guard\/force-push-lease, auto-review\/not-safe$/m);
    expect(stdout).toMatch(
      /^guard denied Bash git add -A && git commit -m "Add a discount"\n {2}rule guard\/commit-untested · preset strict/m,
    );
    expect(stdout).toMatch(/^Opens: run the tests, and they pass$/m);
    expect(stdout).toMatch(/^Look through it: docket replay --demo$/m);
    expect(stdout).not.toMatch(STEERING);
    expect(projectOf(stdout)).not.toBe('');
    // The folder's name is the machine's.
    expect(widest(stdout.replace(projectOf(stdout), ''))).toBeLessThanOrEqual(80);
    expect(existsSync(projectOf(stdout))).toBe(false);
    expect(filesIn(here.path)).toEqual({});
  });

  it('takes nothing from the session or project that it may run in', () => {
    const here = tempProject();
    here.write('docket.config.json', '{"preset": "observe"}');
    const env = {
      CLAUDE_PROJECT_DIR: here.path,
      DOCKET_DIR: `${here.path}/log`,
      CLAUDE_CODE_SESSION_ATTENDED: '0',
      CLAUDE_CODE_ENTRYPOINT: 'sdk-cli',
    };
    const before = filesIn(here.path);
    const { stdout, status } = runDocket(['demo'], here.path, { env });
    expect(status).toBe(0);
    expect(stdout).toMatch(/└ deny: test-gate\/tests-fail/);
    expect(filesIn(here.path)).toEqual(before);
  });

  it('leaves the repository alone that GIT_DIR names', () => {
    const here = tempProject({ branch: 'mine' });
    const repository = tempProject({ branch: 'mine' });
    const before = filesIn(repository.path);
    const env = { GIT_DIR: `${repository.path}/.git`, GIT_WORK_TREE: repository.path };
    const { stdout, status } = runDocket(['demo'], here.path, { env });
    expect(status).toBe(0);
    expect(stdout).toMatch(/└ deny: test-gate\/tests-fail/);
    expect(filesIn(repository.path)).toEqual(before);
  });

  it('--keep leaves the project to look around in', () => {
    const { stdout, status } = runDocket(['demo', '--keep'], tempProject().path);
    const project = projectOf(stdout);
    onTestFinished(() => rmSync(project, { recursive: true, force: true }));
    expect(status).toBe(0);
    expect(stdout).toContain(`cd ${project} && docket replay`);
    expect(runDocket(['log'], project).stdout).toContain('Write src/discount.js');
  });
});
