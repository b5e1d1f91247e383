import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cleanEnv, DIST, loggedEvents, type ProcessResult, runDocket } from '../../kit/hook-process.ts';
import { patient } from '../../kit/patience.ts';
import { fakeServer, GEMINI_KEY, gemini, OPENAI_KEY, openai, reviewerEnv, UNSAFE } from '../../kit/reviewers.ts';
import { type TempProject, tempProject } from '../../kit/temp-project.ts';

/** Runs the built hook while this process answers as its reviewers. */
const runHook = (
  project: TempProject,
  command: string,
  env: Readonly<Record<string, string>>,
  timeout = '20',
): Promise<ProcessResult> => {
  const child = spawn(process.execPath, [join(DIST, 'hook.cjs'), '--host', 'claude-code', '--timeout', timeout], {
    cwd: project.path,
    env: cleanEnv({ CLAUDE_PROJECT_DIR: project.path, HOME: project.path, ...env }),
    timeout: patient(30_000),
  });
  const tool = { tool_name: 'Bash', tool_input: { command }, tool_use_id: command };
  child.stdin.end(JSON.stringify({ hook_event_name: 'PreToolUse', session_id: 's1', cwd: project.path, ...tool }));
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      said[name] += text;
    });
  }
  return new Promise((resolve) => child.on('close', (status) => resolve({ ...said, status })));
};

const projectWith = (policy: Record<string, unknown>): TempProject => {
  const project = tempProject({ branch: 'feature/x' });
  project.write('docket.config.json', JSON.stringify(policy));
  return project;
};

const ON = { preset: 'standard', gates: { 'llm-review': { mode: 'enforce' } } };

const everyByteIn = (folder: string): string =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');

describe('the built hook', () => {
  it('denies what both reviewers object to, and explains it', async () => {
    const a = await fakeServer(gemini(UNSAFE));
    const b = await fakeServer(openai(UNSAFE));
    const project = projectWith(ON);
    const proxy = { NODE_USE_ENV_PROXY: '1', HTTP_PROXY: 'http://127.0.0.1:1', HTTPS_PROXY: 'http://127.0.0.1:1' };
    const env = { ...reviewerEnv({ gemini: a.url, openai: b.url }), ...proxy };
    const { stdout, stderr, status } = await runHook(project, 'make thing', { ...env, DOCKET_DEBUG: '1' });
    expect(status).toBe(0);
    const { hookSpecificOutput } = JSON.parse(stdout) as { hookSpecificOutput: Record<string, string> };
    expect(hookSpecificOutput['permissionDecision']).toBe('deny');
    const why = JSON.parse(runDocket(['why', '--json'], project.path).stdout) as Record<string, unknown>;
    expect(why).toMatchObject({ gate: 'llm-review', rule: 'llm-review/unsafe', decision: 'deny' });
    const kept = `${everyByteIn(join(project.path, '.docket'))}${stderr}${stdout}`;
    expect(kept).toContain('LlmReviewed');
    expect(kept).not.toContain(GEMINI_KEY);
    expect(kept).not.toContain(OPENAI_KEY);
  });

  it('answers in its own time where a reviewer never does', async () => {
    const silent = await fakeServer(() => {});
    const project = projectWith(ON);
    const env = reviewerEnv({ gemini: silent.url, openai: silent.url });
    // Time enough for a busy machine to come to the first question.
    expect(await runHook(project, 'make thing', env, '6')).toEqual({ stdout: '', stderr: '', status: 0 });
    const review = loggedEvents(project.path, ['--type', 'LlmReviewed'])[0]?.['data'];
    expect(review).toMatchObject({ answers: [{ failure: 'timeout' }, { failure: 'no time left' }], kept: false });
  });

  it('opens no connection where the policy does not name the gate, and asks nobody for docket gates', async () => {
    const a = await fakeServer(gemini(UNSAFE));
    const env = reviewerEnv({ gemini: a.url, openai: a.url });
    for (const preset of ['observe', 'standard', 'strict']) await runHook(projectWith({ preset }), 'make thing', env);
    const project = projectWith(ON);
    const input = JSON.stringify({ tool_name: 'Bash', tool_input: { command: 'make thing' } });
    const { stdout } = runDocket(['gates', '--json', '-'], project.path, { env, input });
    expect(a.connections()).toBe(0);
    expect(stdout).toContain('only a hook call asks reviewers');
    expect(runDocket(['gates'], project.path).stdout).toMatch(/llm-review +enforce/);
  });
});
