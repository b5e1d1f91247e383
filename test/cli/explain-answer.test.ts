import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { HostOutcome } from '../../src/hooks/host-outcome/outcome.ts';
import { runDocket } from '../kit/hook-process.ts';
import { tempProject } from '../kit/temp-project.ts';
import { ESC, STEERING, widest } from './sessions.ts';

const DENY = JSON.stringify({
  hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'no' },
});

const explain = (args: readonly string[], input = '', cwd = tempProject().path) =>
  runDocket(['explain-answer', ...args], cwd, { input });

const asJson = (args: readonly string[], input = ''): HostOutcome =>
  JSON.parse(explain([...args, '--json'], input).stdout) as HostOutcome;

describe('docket explain-answer', () => {
  it('says what happens, who reads what and how it is known; exit code 0 where it does what it wants', () => {
    const { stdout, status, stderr } = explain(['--stdout', '-'], DENY);
    expect([status, stderr]).toEqual([0, '']);
    expect(stdout).toMatch(/^PreToolUse on claude-code 2\.1\.332: exit code 0/);
    expect(stdout).toContain('It does what it visibly wants.');
    expect(stdout).toMatch(/ {2}denied {5}the call does not run/);
    expect(stdout).toMatch(/^ +measured$/m);
    expect(stdout).toMatch(/ {2}model {3}the reason: no/);
  });

  it('says what is wrong and what would have been right; exit code 1', () => {
    const { stdout, status } = explain(['--stdout', '-'], `debug\n${DENY}`);
    expect(status).toBe(1);
    expect(stdout).toContain('It does not do what it visibly wants.');
    expect(stdout).toMatch(/other text before the JSON/);
    expect(stdout).toMatch(/Instead: exit code 0/);
    expect(stdout).toMatch(/ or: exit code 2, the reason on stderr/);
  });

  it('reads a failure that speaks of blocking as one that wants to block', () => {
    const project = tempProject();
    project.write('said.txt', 'BLOCKED: not on main\n');
    const { stdout, status } = explain(
      ['--event', 'PreToolUse', '--exit', '1', '--stderr', 'said.txt'],
      '',
      project.path,
    );
    expect(status).toBe(1);
    expect(stdout).toContain('exit code 1 is no block');
    expect(stdout).toContain('person  a hook error, its first line: BLOCKED: not on main');
  });

  it('takes a crash for a crash', () => {
    const outcome = asJson(['--exit', '1', '--stderr', '-'], 'TypeError: x is undefined\n');
    expect(outcome).toMatchObject({ effect: 'error', works: true, wants: [] });
  });

  it.each(['timeout', 'killed', 'missing'])('knows hooks that ended by: %s', (ended) => {
    const outcome = asJson(['--ended', ended]);
    expect(outcome.effect).toBe(ended === 'timeout' ? 'nothing' : 'error');
  });

  it.each([
    [['--ended', 'timeout'], 'It says nothing: it was ended for its time.'],
    [['--ended', 'missing'], 'It says nothing: it was not started.'],
    [['--exit', '1'], 'It wants nothing that shows, and the host takes it for broken.'],
    [['--exit', '0'], 'It wants nothing, and the host takes it so.'],
  ])('%j is told apart from a hook that has no opinion', (args, said) => {
    expect(explain(args)).toMatchObject({ status: 0, stdout: expect.stringContaining(`\n${said}\n`) });
  });

  it('asks of a right answer that came too late only that it comes sooner', () => {
    const { works, instead } = asJson(['--ended', 'timeout', '--stdout', '-'], DENY);
    expect({ works, instead }).toEqual({
      works: false,
      instead: [expect.stringContaining('before the time-out ends')],
    });
    expect(asJson(['--ended', 'timeout', '--stdout', '-'], `debug ${DENY}`).instead).toEqual([
      expect.stringContaining('before the time-out ends'),
      expect.stringContaining('exit code 0, and on stdout nothing but'),
      expect.stringContaining('exit code 2'),
    ]);
  });

  it('knows the event from the answer and from the payload', () => {
    const stop = '{"hookSpecificOutput":{"hookEventName":"Stop","additionalContext":"go on"}}';
    expect(asJson(['--stdout', '-'], stop)).toMatchObject({ event: 'Stop', effect: 'goes-on' });
    const project = tempProject();
    project.write('call.json', '{"hook_event_name":"PostToolUse","tool_name":"Bash"}');
    const { stdout } = explain(['--payload', 'call.json', '--exit', '2', '--json'], '', project.path);
    expect(JSON.parse(stdout)).toMatchObject({ event: 'PostToolUse', effect: 'fed-back' });
  });

  it('sees what of the input a rewrite loses, and that nobody can be asked', () => {
    const project = tempProject();
    project.write(
      'call.json',
      '{"hook_event_name":"PreToolUse","tool_input":{"command":"a","timeout":5},"permission_mode":"dontAsk"}',
    );
    const rewrite = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","updatedInput":{"command":"b"}}}';
    const rewritten = runDocket(['explain-answer', '--payload', 'call.json', '--stdout', '-', '--json'], project.path, {
      input: rewrite,
    });
    expect((JSON.parse(rewritten.stdout) as HostOutcome).ignored[0]?.why).toContain('timeout is gone');
    const ask = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"ask"}}';
    const asked = runDocket(['explain-answer', '--payload', 'call.json', '--stdout', '-', '--json'], project.path, {
      input: ask,
    });
    expect(JSON.parse(asked.stdout)).toMatchObject({ effect: 'denied', works: false });
    expect(asked.status).toBe(1);
  });

  it('goes by the version', () => {
    const old = asJson(['--client-version', '2.1.89', '--exit', '2', '--stdout', '-'], '{"systemMessage":"x"}');
    expect(old).toMatchObject({ version: '2.1.89', effect: 'shown', works: false });
    const event = asJson(['--client-version', '2.1.75', '--event', 'PostCompact', '--exit', '0']);
    expect(event.consequences[0]?.says).toContain('never called');
    const newer = asJson(['--client-version', '2.2.0', '--stdout', '-'], DENY);
    expect(newer.consequences[0]).toMatchObject({ effect: 'denied', basis: 'extrapolated' });
  });

  it('knows other hosts', () => {
    expect(asJson(['--host', 'gemini', '--stdout', '-'], DENY)).toMatchObject({
      event: 'PreToolUse',
      effect: 'uncertain',
    });
    expect(asJson(['--host', 'gemini', '--event', 'BeforeTool', '--stdout', '-'], DENY)).toMatchObject({
      effect: 'nothing',
      works: false,
    });
    expect(asJson(['--host', 'codex', '--stdout', '-'], DENY.replace('{', '{"foo":1,'))).toMatchObject({
      effect: 'error',
      works: false,
    });
    expect(asJson(['--host', 'copilot', '--exit', '1', '--stderr', '-'], 'boom')).toMatchObject({ effect: 'denied' });
    expect(asJson(['--host', 'qwen', '--stdout', '-'], '{"decision":"deny","reason":"no"}')).toMatchObject({
      effect: 'denied',
      works: true,
    });
  });

  it('says that it does not know', () => {
    const { stdout, status } = explain(
      ['--event', 'Setup', '--stdout', '-'],
      '{"hookSpecificOutput":{"hookEventName":"Setup","additionalContext":"x"}}',
    );
    expect(status).toBe(0);
    expect(stdout).toContain('Nobody knows whether it does what it wants.');
    expect(stdout).toContain('uncertain: the sources disagree');
  });

  it('keeps within 80 columns and away from the terminal, whatever was printed', () => {
    const evil = `${ESC}[2J\u202e blocked ${'漢字'.repeat(200)}`;
    const answers = [
      evil,
      JSON.stringify({ [evil]: 1, decision: evil, systemMessage: evil }),
      JSON.stringify({ decision: 'block', reason: evil }),
    ];
    for (const answer of answers) {
      const { stdout } = explain(['--exit', '1', '--stdout', '-'], answer);
      expect(stdout).not.toMatch(STEERING);
      expect(widest(stdout)).toBeLessThanOrEqual(80);
    }
  });
});

describe('docket explain-answer --run', () => {
  it('gives the hook a payload and explains what it answers', () => {
    const script = `const p=JSON.parse(require("fs").readFileSync(0,"utf8")); console.log(JSON.stringify({decision:"block",reason:p.hook_event_name+" "+process.env.CLAUDE_PROJECT_DIR}))`;
    const project = tempProject();
    const { stdout, status } = explain(
      ['--event', 'Stop', '--run', '--json', '--', process.execPath, '-e', script],
      '',
      project.path,
    );
    expect(status).toBe(0);
    expect((JSON.parse(stdout) as HostOutcome).heard[0]?.text).toBe(`Stop ${project.path}`);
  });

  it('is read by a hook that answers only what it knows', () => {
    const project = tempProject();
    project.write('call.json', '{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"rm x"}}');
    const { status, stdout } = explain(
      ['--payload', 'call.json', '--run', '--', 'grep -q "rm x" && { echo no >&2; exit 2; }'],
      '',
      project.path,
    );
    expect([status, stdout]).toEqual([0, expect.stringContaining('model   the reason: no')]);
  });

  it('says that it was too slow, and ends it and what it started', () => {
    const project = tempProject();
    const late = 'sleep 1.5; touch late';
    const { stdout } = explain(
      ['--timeout', '0.3', '--run', '--', `(${late}) & ${late}; echo '{"decision":"block"}'`],
      '',
      project.path,
    );
    expect(stdout).toContain('ended for its time');
    expect(existsSync(join(project.path, 'late'))).toBe(false);
  });

  it('knows a program that is missing', () => {
    expect(explain(['--run', '--', './no-such-hook']).stdout).toContain('It says nothing: it was not started.');
  });
});

describe('docket explain-answer, called wrongly', () => {
  it.each<[string, string[], string]>([
    ['nothing to explain', [], 'There is no answer to explain'],
    ['a command without --run', ['--', 'ls'], '--run'],
    ['--run without a command', ['--run'], 'needs the hook behind --'],
    ['--run and an exit code', ['--run', '--exit', '1', '--', 'ls'], '--run finds out'],
    ['an exit code that is none', ['--exit', 'x'], '--exit is a number'],
    ['an exit code beyond 255', ['--exit', '256'], '--exit is a number'],
    ['an end that is none', ['--ended', 'badly'], 'timeout, killed, missing'],
    ['both an end and an exit code', ['--ended', 'killed', '--exit', '1'], 'not both'],
    ['a host nobody knows', ['--host', 'emacs', '--exit', '1'], 'Known hosts: claude-code'],
    ['a version that is none', ['--client-version', 'new', '--exit', '1'], '2.1.332'],
    ['two files from standard input', ['--stdout', '-', '--stderr', '-'], 'Only one'],
    ['a payload that is none', ['--payload', '-', '--exit', '1'], 'no JSON object'],
    ['a time-out that is none', ['--run', '--timeout', '-3', '--', 'ls'], '--timeout'],
  ])('%s', (_what, args, message) => {
    const { status, stderr, stdout } = explain(args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });

  it('says which file cannot be read', () => {
    const { status, stderr } = explain(['--stdout', 'nowhere.json']);
    expect([status, stderr]).toEqual([1, expect.stringContaining('nowhere.json cannot be read (ENOENT)')]);
  });
});
