import { execFileSync } from 'node:child_process';
import { beforeEach, describe, expect, it } from 'vitest';
import { cleanEnv, loggedEvents, runDocket, runHook } from '../kit/hook-process.ts';
import { tempProject } from '../kit/temp-project.ts';

let project: ReturnType<typeof tempProject>;

const git = (...args: readonly string[]): void => {
  const who = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.org', GIT_CONFIG_NOSYSTEM: '1' };
  const env = cleanEnv({ HOME: project.path, GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@example.org', ...who });
  execFileSync('git', [...args], { cwd: project.path, env, stdio: 'ignore' });
};

const begin = (): void => {
  const input = { hook_event_name: 'SessionStart', source: 'startup', session_id: 's1', cwd: project.path };
  expect(runHook(JSON.stringify(input), project.path).status).toBe(0);
};

const prove = (...args: readonly string[]) => runDocket(['prove', ...args], project.path);

const shown = (): Record<string, unknown> => {
  const { stdout, stderr, status } = prove('--json');
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return JSON.parse(stdout) as Record<string, unknown>;
};

beforeEach(() => {
  project = tempProject();
  project.write('src/a.ts', 'export const a = 1;\n');
  git('init', '--quiet');
  git('add', '.');
  git('commit', '--quiet', '-m', 'start');
});

describe('docket prove', () => {
  it('records what a person saw, for the code as it is now', () => {
    begin();
    const { stdout, status } = prove('the total', 'is right');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^verified: "the total is right", 20\d\d-\S+ \S+ UTC, for the code in/);
    const [proof] = loggedEvents(project.path, ['--type', 'ProofRecorded']);
    expect(proof).toMatchObject({
      stream: 'terminal',
      provenance: 'person',
      worktree: project.path,
      data: { note: 'the total is right', standing: 'evidence', tree: { code: expect.any(String) } },
    });
  });

  it('becomes pending with other code, and verified again with that code', () => {
    begin();
    expect(shown()).toMatchObject({ status: 'missing', note: null, at: null, basis: 'tree' });
    prove('it works');
    expect(shown()).toMatchObject({ status: 'verified', note: 'it works' });
    project.write('src/a.ts', 'export const a = 2;\n');
    expect(shown()).toMatchObject({ status: 'pending', note: 'it works', undoneBy: null });
    expect(prove().stdout.replaceAll(/\s+/g, ' ')).toContain('but the code is another one since. Going back to it, or');
    project.write('README.md', '# Shop\n');
    project.write('src/a.ts', 'export const a = 1;\n');
    expect(shown()).toMatchObject({ status: 'verified', note: 'it works' });
    git('add', '.');
    git('commit', '--quiet', '-m', 'documents');
    expect(shown()).toMatchObject({ status: 'verified', note: 'it works' });
  });

  it('is taken back', () => {
    begin();
    prove('it works');
    expect(prove('--revoke', 'the old build').stdout).toMatch(/^missing: nobody confirmed/);
    expect(loggedEvents(project.path, ['--type', 'ProofRevoked'])[0]).toMatchObject({
      provenance: 'person',
      data: { note: 'the old build' },
    });
    const { stderr, status } = prove('--revoke');
    expect({ stderr, status }).toEqual({ stderr: 'docket: There is no proof to take back.\n', status: 1 });
  });

  it('goes by what is written after it where there is no repository', () => {
    project = tempProject();
    begin();
    expect(prove('it works').stdout.replaceAll(/\s+/g, ' ')).toMatch(
      /^verified: .* Git cannot say which code there is/,
    );
    const write = { tool_name: 'Write', tool_input: { file_path: `${project.path}/src/a.ts`, content: 'x' } };
    const input = { hook_event_name: 'PostToolUse', session_id: 's1', cwd: project.path, tool_use_id: 'c', ...write };
    runHook(JSON.stringify(input), project.path);
    expect(shown()).toMatchObject({ status: 'pending', basis: 'order', undoneBy: expect.any(String), tree: null });
  });

  it('is for no agent', () => {
    begin();
    for (const args of [['prove', 'it works'], ['prove', '--revoke'], ['prove']]) {
      const { stdout, stderr, status } = runDocket(args, project.path, { env: { CLAUDECODE: '1' } });
      expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
      expect(stderr).toContain('only a person may give it');
    }
    expect(loggedEvents(project.path, ['--type', 'ProofRecorded'])).toEqual([]);
  });

  it('says what to do where there is no log yet', () => {
    const { stderr, status } = prove('it works');
    expect(status).toBe(1);
    expect(stderr).toContain('docket init');
  });
});
