import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { loggedEvents, runDocket } from '../kit/hook-process.ts';
import { redRun, type Scenario, scenario, writes } from '../kit/scenario.ts';
import { tempProject } from '../kit/temp-project.ts';

const PATH = process.env['PATH'] ?? '';
const AGENT = { CLAUDECODE: '1' };

const docket = (project: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) =>
  runDocket(['tests', ...args], project, { env: { PATH, ...env } });

const recorded = (project: string): Record<string, unknown>[] =>
  loggedEvents(project, ['--type', 'TestRunFinished']).map((event) => ({
    ...(event['data'] as Record<string, unknown>),
    provenance: event['provenance'],
  }));

const script = (...lines: readonly string[]): string[] => [process.execPath, '-e', lines.join(';')];
// What a command spells out itself is no output of a test runner, so the numbers are put together.
const GREEN = script("for (const name of ['tests', 'pass']) console.log('# ' + name, 3)", "console.log('# fail', 0)");
const RED = script("console.error('# pass', 1)", "console.error('# fail', 2)", 'process.exit(3)');

describe('docket tests record', () => {
  it('records what a person tells, in a log that it makes where there is none', () => {
    const { path } = tempProject({ branch: 'main' });
    const told = docket(path, [
      'record',
      '--status',
      'fail',
      '--failures',
      '2',
      '--passed',
      '5',
      '--runner',
      'ci',
      '--note',
      'on Windows',
    ]);
    expect(told).toMatchObject({ status: 0, stderr: '' });
    expect(told.stdout).toContain('recorded: fail (ci: 2 failed, 5 passed; told with docket tests record)');
    expect(recorded(path)).toMatchObject([
      {
        status: 'fail',
        failures: 2,
        passed: 5,
        runner: 'ci',
        note: 'on Windows',
        source: 'recorded',
        provenance: 'person',
      },
    ]);
  });

  it('prints one object with --json', () => {
    const { path } = tempProject({ branch: 'main' });
    const { stdout } = docket(path, ['record', '--status', 'pass', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'pass',
      failures: 0,
      passed: null,
      source: 'recorded',
      worktree: path,
    });
  });

  it('runs a command, hands on what it prints and its exit code, and records what it came to', () => {
    const { path } = tempProject({ branch: 'main' });
    const green = docket(path, ['record', '--', ...GREEN]);
    expect(green).toMatchObject({ status: 0, stdout: '# tests 3\n# pass 3\n# fail 0\n' });
    expect(green.stderr).toContain('3 passed');
    const red = docket(path, ['record', '--json', '--', ...RED]);
    expect(red).toMatchObject({ status: 3, stdout: '' });
    expect(red.stderr).toContain('# fail 2\n');
    const [, last = ''] = red.stderr.split('# fail 2\n');
    expect(JSON.parse(last)).toMatchObject({ status: 'fail', failures: 2, passed: 1 });
    expect(recorded(path)).toMatchObject([
      { status: 'pass', passed: 3, source: 'recorded', output: expect.stringContaining('# pass 3') },
      { status: 'fail', failures: 2, source: 'recorded' },
    ]);
    expect(loggedEvents(path, ['--type', 'TestRunStarted'])).toHaveLength(2);
  });

  it('keeps the end of a long output from the beginning of a line: half a secret at the cut would be none to redaction', () => {
    const { path } = tempProject({ branch: 'main' });
    const secret = `'ghp_' + 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'`;
    docket(path, ['record', '--', ...script(`for (let i = 0; i < 3000; i += 1) console.log('key', ${secret})`)]);
    const [{ output }] = recorded(path) as [{ output: string | { tail: string } }];
    const kept = typeof output === 'string' ? output : JSON.stringify(output);
    expect(kept.length).toBeGreaterThan(100);
    expect(kept).not.toContain('q7R8');
  });

  it('reads a line for the shell as the hook does: an exit code that is not of the tests is none', () => {
    const { path } = tempProject({ branch: 'main' });
    expect(docket(path, ['record', '--', 'npm test | true']).status).toBe(0);
    expect(docket(path, ['record', '--', 'echo 5 passed in 0.1s; npm test; exit 0']).status).toBe(0);
    expect(recorded(path).map(({ status, runner }) => [runner, status])).toEqual([
      ['npm test', 'unknown'],
      ['npm test', 'unknown'],
    ]);
  });

  it('records a command that a signal ended as unknown', () => {
    const { path } = tempProject({ branch: 'main' });
    const { status } = docket(path, [
      'record',
      '--',
      ...script("process.kill(process.pid, 'SIGTERM')", 'setTimeout(() => 0, 9000)'),
    ]);
    expect(status).toBe(143);
    expect(recorded(path)).toMatchObject([{ status: 'unknown', reason: 'it was ended by SIGTERM' }]);
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('records how a command ended also where %s reached both', (signal) => {
    const { path } = tempProject({ branch: 'main' });
    const both = script(`process.kill(process.ppid, '${signal}')`, 'setTimeout(() => process.exit(3), 50)');
    expect(docket(path, ['record', '--', ...both]).status).toBe(3);
    expect(recorded(path)).toMatchObject([{ status: 'fail' }]);
  });

  it('records a run of some tests as one', () => {
    const project = tempProject({ branch: 'main' });
    project.write('a.test.js', "require('node:test')('a', () => {})");
    const { status, stderr } = docket(project.path, ['record', '--', process.execPath, '--test', 'a.test.js']);
    expect(status).toBe(0);
    expect(stderr.replaceAll('\n', ' ')).toContain('Only some of the tests ran');
    expect(recorded(project.path)).toMatchObject([{ status: 'pass', partial: true, runner: 'node --test' }]);
  });

  it('reads reports in JUnit format, any failure counts', () => {
    const project = tempProject({ branch: 'main' });
    project.write('a b.xml', '<testsuite><testcase name="a"/><testcase name="b"/></testsuite>');
    project.write('red.xml', '<testsuite><testcase name="a"><failure/></testcase></testsuite>');
    expect(docket(project.path, ['record', '--from', 'a b.xml']).status).toBe(0);
    expect(docket(project.path, ['record', '--from', 'a b.xml', 'red.xml', '--runner', 'jvm']).status).toBe(0);
    expect(recorded(project.path)).toMatchObject([
      { status: 'pass', passed: 2, failures: 0, runner: 'JUnit report' },
      { status: 'fail', passed: 2, failures: 1, runner: 'jvm' },
    ]);
  });

  it.each([
    [[], 'There is no result to record'],
    [['--status', 'maybe'], '--status is pass or fail, not "maybe"'],
    [['--status', 'pass', '--failures', '1'], 'A run with failures is --status fail'],
    [['--status', 'fail', '--failures', 'two'], '--failures is a number, not "two"'],
    [['--status', 'fail', '--passed', '-1'], '--passed is a number, not "-1"'],
    [['--status', 'pass', '--', 'true'], 'more than one result'],
    [['--failures', '1', '--', 'true'], '--failures goes with --status'],
    [['--from', 'package.json'], 'package.json is no JUnit report'],
    [['--nonsense'], "unknown option '--nonsense'"],
  ])('is misuse and records nothing: %j', (args, message) => {
    const project = tempProject({ branch: 'main' });
    project.write('package.json', '{}');
    const { status, stdout, stderr } = docket(project.path, ['record', ...args]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toContain(message);
    if (existsSync(join(project.path, '.docket'))) expect(recorded(project.path)).toEqual([]);
  });

  it('says what is not there, and ends with 1', () => {
    const { path } = tempProject({ branch: 'main' });
    expect(docket(path, ['record', '--', 'no-such-program', 'x'])).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('There is no program no-such-program'),
    });
    expect(docket(path, ['record', '--from', 'nothing.xml']).status).toBe(1);
    expect(loggedEvents(path, ['--type', 'TestRunStarted', 'TestRunFinished'])).toEqual([]);
  });

  describe('from an agent', () => {
    it.each([
      ['told', ['--status', 'pass']],
      ['of a command', ['--', ...GREEN]],
    ])('is a claim that satisfies no gate, and says so: %s', async (_what, args) => {
      const s = scenario({ preset: 'strict' });
      await s.given(...redRun());
      const { status, stderr } = docket(s.project, ['record', ...args], AGENT);
      expect(status).toBe(0);
      expect(stderr).toContain('an agent runs here, so this is kept as its claim and satisfies no gate');
      expect(recorded(s.project).at(-1)).toMatchObject({ status: 'pass', source: 'claim', provenance: 'agent' });
      expect((await s.when(writes('src/a.ts'))).decision).toBe('advise');
    });

    it('is nothing that self-protection denies, but where nobody could tell that an agent says it', async () => {
      const s = scenario({ preset: 'strict' });
      const asks = async (command: string) =>
        (
          await s.when({
            hook_event_name: 'PreToolUse',
            tool_name: 'Bash',
            tool_input: { command },
            tool_use_id: command,
          })
        ).decision;
      expect(await asks('docket tests record --status pass')).not.toBe('deny');
      expect(await asks('docket tests record -- npm test')).not.toBe('deny');
      expect(await asks('env -i docket tests record --status pass')).toBe('deny');
    });
  });

  it('of a person speaks for every session of the worktree', async () => {
    const s: Scenario = scenario({ preset: 'strict' });
    await s.given(...redRun(), writes('src/a.ts'));
    docket(s.project, ['record', '--status', 'pass', '--passed', '4']);
    expect((await s.when(writes('src/b.ts'))).decision).toBe('none');
    docket(s.project, ['record', '--status', 'fail']);
    expect((await s.when(writes('src/b.ts', { session_id: 'other' }))).decision).toBe('advise');
  });
});

describe('docket tests', () => {
  const standing = (s: Scenario) => JSON.parse(docket(s.project, ['--json']).stdout) as Record<string, unknown>;

  it('says what is known, by whom, when, and on what that rests', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given(writes('src/a.ts'));
    expect(standing(s)).toMatchObject({
      status: 'missing',
      runner: null,
      at: null,
      session: 's1',
      worktree: s.project,
    });
    expect(docket(s.project, []).stdout).toContain('missing: no test run of this code is known.');
    await s.given(...redRun());
    expect(standing(s)).toMatchObject({
      status: 'fail',
      failures: 1,
      runner: 'npm test',
      because: [expect.any(String), expect.any(String)],
    });
    const { stdout, status } = docket(s.project, []);
    expect(status).toBe(0);
    expect(stdout).toContain('fail: npm test, run by the agent, 2026-01-01 12:');
    expect(stdout).toContain('1 failed.');
  });

  it('names the write after which a pass says nothing', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given({
      type: 'TestRunFinished',
      data: { runner: 'vitest', status: 'pass', failures: 0, passed: 4, reason: 'x', source: 'agent' },
    });
    await s.given({ type: 'ChangesObserved', data: { by: 'sed', paths: ['src/a.ts'], planes: ['code'] } });
    const shown = standing(s);
    expect(shown).toMatchObject({ status: 'stale', basis: 'order', passed: 4 });
    const { by } = shown['undone'] as { by: string };
    expect(s.events().find(({ id }) => id === by)?.type).toBe('ChangesObserved');
    expect(docket(s.project, []).stdout.replaceAll('\n', ' ')).toContain(`the code is another one since (event ${by})`);
  });

  it('says what runs now', async () => {
    const s = scenario({ preset: 'strict' });
    await s.given({
      hook_event_name: 'PreToolUse',
      tool_name: 'Bash',
      tool_input: { command: 'npm test' },
      tool_use_id: 'now',
    });
    expect(standing(s)['running']).toEqual([{ runner: 'npm test', session: 's1' }]);
    expect(docket(s.project, []).stdout).toContain('npm test runs now.');
  });
});
