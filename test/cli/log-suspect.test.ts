import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { pathWithGit } from '../kit/fake-git.ts';
import { cleanEnv, DIST, loggedEvents, runDocket, runHook } from '../kit/hook-process.ts';
import { completes, greenRun, prompts, requests, type Scenario, scenario, stops, writes } from '../kit/scenario.ts';
import { tempProject } from '../kit/temp-project.ts';
import { deniedSession, ESC, STEERING, segmentOf, widest } from './sessions.ts';

interface Printed {
  readonly kind: string;
  readonly session: string;
  readonly call: string | null;
  readonly events: readonly { readonly id: string; readonly type: string }[];
  readonly notes: readonly string[];
}

const suspects = (project: string, ...args: readonly string[]) => {
  const { stdout, stderr, status } = runDocket(['log', '--suspect', '--json', ...args], project);
  const found = stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Printed]));
  return { found, kinds: found.map(({ kind, call }) => `${kind} ${call ?? ''}`.trim()), status, stderr };
};

/** The denied write ran all the same. */
const ranAllTheSame = (s: Scenario, more = {}) =>
  s.given(completes('Write', { file_path: 'src/b.ts' }, { type: 'create' }, { tool_use_id: 'w2', ...more }));

describe('docket log --suspect', () => {
  it('says nothing of a session in which everything fits together', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(prompts('go'), ...greenRun('g'), stops(), { hook_event_name: 'SessionEnd', reason: 'other' });
    const { stdout, stderr, status } = runDocket(['log', '--suspect'], s.project);
    expect([stdout, stderr, status]).toEqual(['', 'docket: everything fits together\n', 0]);
  });

  it('finds a denied call that ran, with its events, what it means and what to do', async () => {
    const s = await deniedSession();
    await ranAllTheSame(s);
    const { found, status } = suspects(s.project);
    expect(status).toBe(1);
    const [first] = found;
    expect(first).toMatchObject({ kind: 'denied-but-ran', session: 's1', call: 'w2', notes: [] });
    expect(first?.events.map(({ type }) => type)).toEqual(['ToolRequested', 'GatesRuled', 'ToolCompleted']);
    const { stdout } = runDocket(['log', '--suspect'], s.project);
    expect(stdout).toMatch(/^! denied but ran {2}session s1 · call w2 · 2026-01-01/);
    expect(stdout).toMatch(/ToolRequested +Write src\/b\.ts/);
    expect(stdout).toContain('  → Look at what the call did.');
  });

  it('filters like the log, by the events that a finding is about', async () => {
    const s = await deniedSession();
    await ranAllTheSame(s);
    await s.given(prompts('again', { session_id: 'other' }), prompts('and again', { session_id: 'other' }));
    expect(suspects(s.project).kinds).toEqual(['denied-but-ran w2', 'turn-without-end']);
    expect(suspects(s.project, '--session', 'oth').kinds).toEqual(['turn-without-end']);
    expect(suspects(s.project, '--gate', 'test-gate').kinds).toEqual(['denied-but-ran w2']);
    expect(suspects(s.project, '--tool', 'Write', '--path', 'b.ts').kinds).toEqual(['denied-but-ran w2']);
    expect(suspects(s.project, '--type', 'PromptSubmitted').kinds).toEqual(['turn-without-end']);
    expect(suspects(s.project, '--until', '2025-12-31').status).toBe(0);
    expect(suspects(s.project, '--last', '1').kinds).toEqual(['turn-without-end']);
  });

  it('tells lines that cannot be read beside what it finds', async () => {
    const s = await deniedSession();
    appendFileSync(segmentOf(s), '\n{"v":1,"torn\n');
    const { kinds, status, stderr } = suspects(s.project);
    expect([kinds, status]).toEqual([[], 1]);
    expect(stderr).toContain('cannot be read (not-json)');
  });

  it('keeps within 80 columns and away from the terminal, whatever the host sent', async () => {
    const s = await deniedSession({ session_id: `${ESC}[31m漢字漢字` });
    await ranAllTheSame(s, { session_id: `${ESC}[31m漢字漢字` });
    await s.given(
      completes(
        `T${ESC}[2J`,
        { command: `${ESC}[1A${'漢字🚀 '.repeat(40)}` },
        {},
        { tool_use_id: `x${ESC}c${'y'.repeat(90)}` },
      ),
    );
    const { stdout } = runDocket(['log', '--suspect'], s.project);
    expect(stdout.split('\n').length).toBeGreaterThan(10);
    expect(stdout).not.toMatch(STEERING);
    expect(widest(stdout)).toBeLessThanOrEqual(80);
  });

  it.each([['--follow'], ['--sessions']])('does not go with %s', async (option) => {
    const s = await deniedSession();
    const { status, stderr } = runDocket(['log', '--suspect', option], s.project);
    expect([status, stderr]).toEqual([2, expect.stringContaining('not with --follow or --sessions')]);
  });
});

const HOOK = [join(DIST, 'hook.cjs'), '--host', 'claude-code', '--timeout', '60'];

/** Starts the hook with a git that never answers, and kills it once its event is in the log. */
const killedHook = async (payload: object, project: string): Promise<void> => {
  const child = spawn(process.execPath, HOOK, {
    cwd: project,
    env: cleanEnv({ CLAUDE_PROJECT_DIR: project, HOME: project, PATH: pathWithGit('exec sleep 20') }),
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const ended = new Promise((resolve) => {
    child.on('close', resolve);
  });
  child.stdin.end(JSON.stringify(payload));
  for (let tries = 0; tries < 100 && loggedEvents(project, ['--type', 'ToolRequested']).length === 0; tries += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  child.kill('SIGKILL');
  await ended;
};

describe('hooks that are lost', () => {
  const project = () => {
    const { path, write } = tempProject({ branch: 'feature/x' });
    write('docket.config.json', '{"preset":"strict"}');
    return path;
  };

  it('a hook that the host kills between its event and its ruling is found once the call has an outcome', async () => {
    const path = project();
    const call = {
      session_id: 's1',
      cwd: path,
      tool_name: 'Bash',
      tool_input: { command: 'git commit -m x' },
      tool_use_id: 'c1',
    };
    await killedHook({ hook_event_name: 'PreToolUse', ...call }, path);
    expect(suspects(path).kinds).toEqual([]);
    runHook(JSON.stringify({ hook_event_name: 'PostToolUse', ...call, tool_response: { stdout: '' } }), path);
    const { found, kinds } = suspects(path);
    expect(kinds).toEqual(['no-ruling c1']);
    expect(found[0]?.events.map(({ type }) => type)).toEqual(['ToolRequested']);
  });

  it('a hook that was never called is found by the outcome of its call', () => {
    const path = project();
    const call = { session_id: 's1', cwd: path, tool_name: 'Bash', tool_input: { command: 'ls' }, tool_use_id: 'c1' };
    runHook(JSON.stringify({ session_id: 's1', cwd: path, hook_event_name: 'SessionStart', source: 'startup' }), path);
    runHook(JSON.stringify({ hook_event_name: 'PostToolUse', ...call, tool_response: { stdout: '' } }), path);
    expect(suspects(path).kinds).toEqual(['unknown-call c1']);
  });

  it('input that no hook can read is found', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(writes('src/a.ts'));
    await s.when('{"hook_event_name":"PreToolUse","tool_name":"Bash"');
    expect(suspects(s.project).kinds).toEqual(['hook-failed']);
  });
});

it('finds nothing in the recorded sessions that fit together', async () => {
  const s = scenario({ preset: 'observe' });
  await s.given(requests('Bash', { command: 'ls' }, { tool_use_id: 'x' }));
  expect(suspects(s.project).kinds).toEqual([]);
});
