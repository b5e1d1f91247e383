import { execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { matcherMatches } from '../../src/hooks/install/matcher.ts';
import { cleanEnv, DIST, loggedEvents, runDocket, runHook } from '../kit/hook-process.ts';
import { hostReads } from '../kit/host-model.ts';
import { prompts, redRun, requests, scenario, writes } from '../kit/scenario.ts';
import { tempProject } from '../kit/temp-project.ts';

const PUSH =
  '{"hook_event_name":"PreToolUse","session_id":"s1","tool_name":"Bash","tool_input":{"command":"git push --force origin main"}}';

const decisionOf = (answer: Record<string, unknown> | null): unknown =>
  (answer?.['hookSpecificOutput'] as Record<string, unknown> | undefined)?.['permissionDecision'] ?? null;

describe('input that is not one clean object', () => {
  it('is judged normally behind one byte order mark (pr-bom)', async () => {
    const s = scenario({ preset: 'strict' });
    expect((await s.when(`\uFEFF${PUSH}`)).decision).toBe('deny');
  });

  it.each([
    ['nothing at all (pr-empty)', ''],
    ['a byte order mark alone (pr-bom-only)', '\uFEFF'],
    ['white space', ' \n\t'],
  ])('is answered with nothing and recorded as empty: %s', async (_what, raw) => {
    const s = scenario({ preset: 'strict' });
    const result = await s.when(raw);
    expect(result).toMatchObject({ answer: null, exitCode: 0, stderr: '' });
    expect(result.events[0]).toMatchObject({ type: 'HookFailed', data: { stage: 'receive', code: 'empty' } });
  });

  it.each([
    ['bytes behind it (pr-trailing-garbage)', `${PUSH}ATTACK`],
    ['a second object behind it (pr-two-objects)', `{"tool_name":"Read"}${PUSH}`],
    ['a raw NUL (pr-nul)', PUSH.replace('main', 'main\u0000')],
    [
      'a cut (pr-cut-payload)',
      `{"hook_event_name":"PreToolUse","tool_name":"Write","tool_input":{"content":"${'x'.repeat(500_000)}`,
    ],
    [
      'nesting beyond what JSON can write',
      `{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":${'['.repeat(50_000)}${']'.repeat(50_000)}}`,
    ],
  ])('and visibly is a tool call is asked about where a policy enforces: %s', async (_what, raw) => {
    const s = scenario({ preset: 'strict' });
    const result = await s.when(raw);
    expect(decisionOf(result.answer)).toBe('ask');
    expect(result.verdicts[0]?.rule).toBe('guard/unreadable-input');
    expect(result.events[0]).toMatchObject({ type: 'HookFailed', data: { code: 'malformed', toolCall: true } });
    const silent = scenario();
    expect((await silent.when(raw)).answer).toBeNull();
  });

  it('and is no tool call is recorded and answered with nothing', async () => {
    const s = scenario({ preset: 'strict' });
    for (const raw of [
      'not json',
      '[1]',
      '"text"',
      '{"hook_event_name":"Stop"',
      '{"hook_event_name":"PostToolUse","tool_name":"Bash"}x',
    ]) {
      expect((await s.when(raw)).answer, raw).toBeNull();
    }
  });

  it('takes the last of two equal keys, as the host’s parser does (pr-dup-keys)', async () => {
    const s = scenario({ preset: 'strict' });
    const raw = '{"tool_name":"Read","tool_name":"Bash","tool_input":{"command":"git push --force origin main"}}';
    expect((await s.when(raw)).decision).toBe('deny');
  });

  it('keeps a byte order mark inside a command (pr-inner-bom)', async () => {
    const s = scenario({ preset: 'strict' });
    const { events } = await s.when(requests('Bash', { command: 'echo \uFEFFx' }));
    expect(events[0]?.data['tool_input']).toEqual({ command: 'echo \uFEFFx' });
  });

  it('keeps lone surrogates and replaces invalid UTF-8, and stays readable', async () => {
    const s = scenario({ preset: 'strict' });
    await s.when('{"hook_event_name":"Notification","message":"\\ud83d half"}');
    await s.when(
      Buffer.concat([
        Buffer.from('{"hook_event_name":"Notification","message":"'),
        Buffer.from([0xff]),
        Buffer.from('"}'),
      ]),
    );
    expect(
      s
        .events()
        .filter(({ type }) => type === 'NotificationShown')
        .map(({ data }) => data['message']),
    ).toEqual(['\ud83d half', '\ufffd']);
  });
});

describe('commands of unexpected types', () => {
  it('are asked about when they are no text (pr-command-number)', async () => {
    const s = scenario({ preset: 'strict' });
    const result = await s.when(requests('Bash', { command: 7 }));
    expect(decisionOf(result.answer)).toBe('ask');
    expect(result.verdicts[0]?.rule).toBe('guard/unreadable-command');
  });

  it('are read as words when they come as a list (pr-command-array)', async () => {
    const s = scenario({ preset: 'strict' });
    expect((await s.when(requests('Bash', { command: ['git', 'push', '--force', 'origin', 'main'] }))).decision).toBe(
      'deny',
    );
  });

  it('are undecided, never allowed, when they are too long to be understood (pr-deadline)', async () => {
    const s = scenario({ preset: 'strict' });
    const result = await s.when(
      requests('Bash', { command: `git push --force origin main # ${'x'.repeat(2_000_000)}` }),
    );
    expect(decisionOf(result.answer)).toBe('ask');
    expect(result.verdicts[0]?.rule).toBe('guard/not-understood');
  });

  it('pass when they are harmless, whatever the load (pr-slow-machine)', async () => {
    const s = scenario({ preset: 'strict' });
    expect((await s.when(requests('Bash', { command: 'ls $(pwd)' }))).decision).toBe('allow');
  });
});

describe('fields that are missing', () => {
  it('the session: stored under unknown (pr-no-session-id)', async () => {
    const s = scenario({ preset: 'strict' });
    const { events, decision } = await s.when('{"tool_name":"Bash","tool_input":{"command":"ls"}}');
    expect(decision).toBe('allow');
    expect(events[0]).toMatchObject({ type: 'ToolRequested', stream: 'unknown' });
  });

  it('the session, where the environment names it', async () => {
    const s = scenario({ env: { CLAUDE_CODE_SESSION_ID: 'from-env' } });
    const { events } = await s.when('{"tool_name":"Bash","tool_input":{"command":"ls"}}');
    expect(events[0]?.stream).toBe('from-env');
  });

  it('the working directory: the project decides, not the process (pr-no-cwd)', async () => {
    const s = scenario({ preset: 'strict', branch: 'main' });
    const elsewhere = tempProject({ branch: 'feature/y' });
    const payload = JSON.stringify({ tool_name: 'Write', tool_input: { file_path: 'src/a.ts', content: '' } });
    const result = await s.when(payload, { cwd: elsewhere.path });
    expect(result.decision).toBe('deny');
    expect(result.events[0]?.worktree).toBe(s.project);
  });

  it('the working directory, because it is gone: the project, and it is said (pr-cwd-gone)', async () => {
    const s = scenario({ preset: 'strict' });
    const { events } = await s.when(requests('Bash', { command: 'ls' }, { cwd: '/nowhere/gone' }));
    expect(events[0]?.worktree).toBe(s.project);
    expect(events.find(({ type }) => type === 'HookFailed')?.data).toMatchObject({ code: 'cwd-gone' });
  });

  it('an end to an id: a huge one is cut, and still tells its calls apart', async () => {
    const s = scenario();
    for (const end of ['a', 'b']) {
      await s.given({
        hook_event_name: 'PreToolUse',
        tool_name: 'Read',
        session_id: 'x'.repeat(3_000_000),
        tool_use_id: 'y'.repeat(3_000_000) + end,
      });
    }
    const requests = s.events().filter(({ type }) => type === 'ToolRequested');
    expect(new Set(requests.map(({ call }) => call)).size).toBe(2);
    expect(new Set(requests.map(({ stream }) => stream)).size).toBe(1);
    for (const event of s.events()) expect(JSON.stringify(event).length).toBeLessThan(10_000);
  });

  it('the event’s name: told from the other fields', async () => {
    const s = scenario();
    await s.given({ tool_name: 'Bash', tool_input: { command: 'ls' } });
    await s.given({ tool_name: 'Bash', tool_input: { command: 'ls' }, tool_output: 'x' });
    await s.given({ prompt: 'hello' });
    await s.given({ unheard: 'of' });
    const types = s
      .events()
      .filter(({ delivery }) => delivery !== undefined)
      .map(({ type }) => type);
    expect(types).toEqual(['ToolRequested', 'ToolCompleted', 'PromptSubmitted', 'HostEventReceived']);
  });

  it('today’s names: older ones are read as them', async () => {
    const s = scenario();
    await s.given({ hook_event_name: 'SubagentStop', subagent_type: 'planner', response: 'done' });
    expect(s.events()[0]).toMatchObject({
      actor: { id: 'main', type: 'planner' },
      data: { last_assistant_message: 'done' },
    });
  });

  it('a session’s start: its first sight may be a tool event (pr-clear-no-start)', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(...redRun().map((payload) => ({ ...payload, session_id: 's1' })));
    expect((await s.when(writes('src/a.ts', { session_id: 's2' }))).decision).toBe('none');
  });

  it('a link between a session and the one it resumes: passes are not carried over (pr-new-id-on-resume)', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(...redRun());
    await s.given({ hook_event_name: 'SessionStart', source: 'resume', session_id: 'xyz' });
    const status = JSON.parse(runDocket(['status', '--json', '--session', 'xyz'], s.project).stdout) as Record<
      string,
      unknown
    >;
    expect(status['strikes']).toEqual({});
    expect((await s.when(writes('src/a.ts', { session_id: 'xyz' }))).decision).toBe('none');
  });
});

describe('tools and matchers', () => {
  it('records a failure event of an MCP tool (pr-failure-event)', async () => {
    const s = scenario();
    const { events } = await s.when({ hook_event_name: 'PostToolUseFailure', tool_name: 'mcp__a__b', error: 'x' });
    expect(events[0]).toMatchObject({ type: 'ToolFailed', data: { tool_name: 'mcp__a__b', error: 'x' } });
  });

  it('records an unknown tool and flags a name that says it writes (pr-unknown-tool)', async () => {
    const s = scenario({ preset: 'strict' });
    expect((await s.when(requests('mcp__serena__insert_after_symbol', {}))).answer).toBeNull();
    const { loadState } = await import('../../src/hooks/load-state.ts');
    const { logFolder } = await import('../../src/events/segments.ts');
    const { fold } = loadState(logFolder(s.root, s.deps.fs), s.root, null);
    expect(fold.view('s1', null).calls.unclassifiedWriters).toEqual(['mcp__serena__insert_after_symbol']);
  });

  it('knows that a matcher without a pattern is an exact name (pr-mcp-prefix-matcher)', () => {
    expect(matcherMatches('mcp__myserver', 'mcp__myserver__ping')).toBe(false);
    expect(matcherMatches('mcp__myserver__.*', 'mcp__myserver__ping')).toBe(true);
  });
});

describe('answers', () => {
  it('are read by the host as what they mean', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(...redRun());
    const advised = await s.when(writes('src/a.ts'));
    const denied = await s.when(writes('src/a.ts'));
    const rewritten = await s.when(requests('Bash', { command: 'git push -f origin x', description: 'd' }));
    const reads = [advised, denied, rewritten].map(({ answer, exitCode }) =>
      hostReads('PreToolUse', { stdout: answer === null ? '' : JSON.stringify(answer), stderr: '', exitCode }),
    );
    expect(reads).toMatchObject([
      { runs: true, context: expect.stringContaining('The tests fail') },
      { runs: false, reason: expect.stringContaining('The tests fail') },
      { runs: true, permission: null, input: { command: 'git push --force-with-lease origin x', description: 'd' } },
    ]);
  });

  it.each([
    ['at the top level (pr-top-level-decision)', { stdout: '{"permissionDecision":"deny"}', exitCode: 0 }, true],
    [
      'without the event’s name (pr-no-event-name)',
      { stdout: '{"hookSpecificOutput":{"permissionDecision":"deny"}}', exitCode: 0 },
      true,
    ],
    [
      'with a crash behind it (pr-stdout-beats-exit)',
      {
        stdout:
          '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny","permissionDecisionReason":"r"}}',
        exitCode: 1,
      },
      false,
    ],
    [
      'flat beside a nested one',
      {
        stdout: '{"decision":"deny","hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"deny"}}',
        exitCode: 0,
      },
      true,
    ],
    ['exit 1 with text', { stdout: '', exitCode: 1 }, true],
    ['exit 2 with text', { stdout: '', exitCode: 2 }, false],
  ])('a deny %s: the model of the host that the tests use agrees with what was measured', (_what, answer, runs) => {
    expect(hostReads('PreToolUse', { stderr: 'no', ...answer }).runs).toBe(runs);
  });

  it('deny over rewrite (pr-deny-over-rewrite), and do not tell what did not happen', async () => {
    const s = scenario({ preset: 'strict' });
    const result = await s.when(requests('Bash', { command: 'git push -f origin x && git push -f origin main' }));
    expect(result.decision).toBe('deny');
    expect(JSON.stringify(result.answer)).not.toContain('docket changed');
  });

  it.each([
    ['a headless session', { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli', CLAUDE_CODE_SESSION_ATTENDED: '0' }, {}],
    ['CI', { CLAUDE_CODE_ENTRYPOINT: '', CI: 'true' }, {}],
    ['a spawned session', { OPENCLAW_SESSION: '1' }, {}],
    ['dontAsk', {}, { permission_mode: 'dontAsk' }],
    ['bypassPermissions', {}, { permission_mode: 'bypassPermissions' }],
  ])('an ask becomes a deny with instructions in %s', async (_what, env, more) => {
    const s = scenario({ preset: 'strict', env });
    const result = await s.when(requests('Bash', { command: 7 }, more));
    expect(decisionOf(result.answer)).toBe('deny');
    expect(JSON.stringify(result.answer)).toContain('nobody can give one');
  });

  it('stay under the host’s limit, the most important first', async () => {
    const s = scenario({ preset: 'strict', branch: 'main' });
    const { answer, decision } = await s.when(writes(`src/${'x'.repeat(20_000)}.ts`));
    expect(decision).toBe('deny');
    expect(JSON.stringify(answer).length).toBeLessThan(10_000);
  });
});

describe('other hosts that run the same registration', () => {
  const payload = {
    tool_name: 'Bash',
    tool_input: { command: 'git push --force origin main' },
    hook_event_name: 'PreToolUse',
    session_id: 's',
  };

  it.each([
    ['cursor', { cursor_version: '2.1', conversation_id: 'c' }],
    ['vscode', { timestamp: '2026-01-01T00:00:00.000Z' }],
    ['copilot', { sessionId: 'x' }],
  ])('%s is recorded with its name and answered with nothing', (host, more) => {
    const project = tempProject({ branch: 'feature/x' });
    project.write('docket.config.json', '{"preset":"strict"}');
    const { stdout, stderr, status } = runHook(JSON.stringify({ ...payload, ...more }), project.path);
    expect([stdout, stderr, status]).toEqual(['', '', 0]);
    expect(loggedEvents(project.path)).toMatchObject([{ type: 'ToolRequested', host }]);
  });

  it('an unknown host gets the one denial that all measured hosts understand', () => {
    const project = tempProject({ branch: 'feature/x' });
    project.write('docket.config.json', '{"preset":"strict"}');
    const { stdout, stderr, status } = runHook(JSON.stringify(payload), project.path, { args: ['--host', 'novel'] });
    expect(status).toBe(2);
    expect(JSON.parse(stdout)).toEqual({
      permissionDecision: 'deny',
      permissionDecisionReason: stderr,
      decision: 'deny',
      reason: stderr,
    });
    expect(stderr).toContain('guard/force-push-protected');
  });
});

describe('one event delivered twice', () => {
  it('is recorded twice, counted once, and gets the same answer', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(...redRun());
    const write = writes('src/a.ts');
    const first = await s.when(write);
    const second = await s.when(write);
    expect(first.decision).toBe('advise');
    expect(second.answer).toEqual(first.answer);
    expect(second.events.find(({ type }) => type === 'GatesRuled')?.data['repeatOf']).toBe(first.events[0]?.id);
    expect((await s.when(writes('src/a.ts'))).decision).toBe('deny');
  });

  it('gets the same answer also when the second overtakes the first', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(...redRun());
    const write = { session_id: 's1', cwd: s.project, ...writes('src/a.ts') };
    const { handle } = await import('../../src/hooks/handle.ts');
    const both = await Promise.all([1, 2].map(() => handle(Buffer.from(JSON.stringify(write)), s.deps)));
    for (const outcome of both) outcome.finish();
    expect(both[0]?.stdout).toBe(both[1]?.stdout);
    expect(both[0]?.stdout).toContain('The tests fail');
    expect((await s.when(writes('src/a.ts'))).decision).toBe('deny');
  });

  it('counts a blocked stop once', async () => {
    const s = scenario({ preset: 'strict', deps: { now: () => Date.UTC(2026, 0, 1) } });
    await s.given(prompts('go'), ...redRun());
    const stop = {
      hook_event_name: 'Stop',
      stop_hook_active: false,
      last_assistant_message: 'x',
      background_tasks: [],
    };
    const [first, second] = [await s.when(stop), await s.when(stop)];
    expect([first.decision, second.decision]).toEqual(['deny', 'deny']);
    const status = JSON.parse(runDocket(['status', '--json'], s.project).stdout) as { turn: { stopBlocks: number } };
    expect(status.turn.stopBlocks).toBe(1);
  });
});

describe('standard input', () => {
  const startHook = (project: string, args: readonly string[] = []) =>
    spawn(process.execPath, [join(DIST, 'hook.cjs'), '--host', 'claude-code', ...args], {
      cwd: project,
      env: cleanEnv({ CLAUDE_PROJECT_DIR: project, HOME: project }),
    });

  const finished = async (child: ReturnType<typeof startHook>) => {
    let stdout = '';
    child.stdout.on('data', (chunk) => {
      stdout += String(chunk);
    });
    const [code, signal] = await new Promise<[number | null, string | null]>((resolve) => {
      child.on('close', (...ended) => resolve(ended));
    });
    return { stdout, code, signal };
  };

  const strict = () => {
    const project = tempProject({ branch: 'feature/x' });
    project.write('docket.config.json', '{"preset":"strict"}');
    return project.path;
  };

  it('may stay open behind the closing brace', async () => {
    const child = startHook(strict());
    child.stdin.write(PUSH);
    const { stdout, code } = await finished(child);
    expect([code, stdout.includes('"deny"')]).toEqual([0, true]);
  });

  it('may come in pieces, also inside a character (pr-late-writer)', async () => {
    const project = strict();
    const child = startHook(project);
    const bytes = Buffer.from(JSON.stringify({ ...JSON.parse(PUSH), note: `é${'x'.repeat(1_000_000)}𝄞` }));
    for (const [from, to] of [
      [0, 5],
      [5, 131_100],
      [131_100, bytes.length],
    ]) {
      child.stdin.write(bytes.subarray(from, to));
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    const { stdout, code } = await finished(child);
    expect([code, stdout.includes('"deny"')]).toEqual([0, true]);
  });

  it('may not be there yet on a pipe that does not block (pr-eagain)', async () => {
    const project = strict();
    const fifo = join(project, 'stdin');
    execFileSync('mkfifo', [fifo]);
    const fd = openSync(fifo, constants.O_RDWR | constants.O_NONBLOCK);
    const child = spawn(process.execPath, [join(DIST, 'hook.cjs'), '--host', 'claude-code'], {
      stdio: [fd, 'pipe', 'pipe'],
      env: cleanEnv({ CLAUDE_PROJECT_DIR: project, HOME: project }),
    }) as unknown as ReturnType<typeof startHook>;
    const ended = finished(child);
    await new Promise((resolve) => setTimeout(resolve, 150));
    writeSync(fd, PUSH.slice(0, 40));
    await new Promise((resolve) => setTimeout(resolve, 30));
    writeSync(fd, PUSH.slice(40));
    const { stdout, code } = await ended;
    closeSync(fd);
    expect([code, stdout.includes('"deny"')]).toEqual([0, true]);
  });

  it('that stops in the middle is recorded and asked about', async () => {
    const project = strict();
    const child = startHook(project, ['--timeout', '0.4']);
    child.stdin.write(PUSH.slice(0, -20));
    const { stdout, code } = await finished(child);
    expect([code, stdout.includes('"ask"')]).toEqual([0, true]);
    expect((loggedEvents(project) as unknown as Envelope[])[0]).toMatchObject({
      type: 'HookFailed',
      data: { code: 'malformed' },
    });
  });

  it('that stays open without a byte ends the process, after that is recorded', async () => {
    const project = strict();
    const child = startHook(project, ['--timeout', '0.4']);
    const { stdout, signal } = await finished(child);
    expect([stdout, signal]).toEqual(['', 'SIGKILL']);
    expect((loggedEvents(project) as unknown as Envelope[])[0]).toMatchObject({
      type: 'HookFailed',
      data: { code: 'empty' },
    });
  });
});
