import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { CLIENT_VERSION, type ClientOutcome, runClient } from './client.ts';
import { CALLS, dayOfWork, PROMPTS } from './day-of-work.ts';
import { eventsOf, type Why } from './docket-command.ts';
import { changesBetween, type Files, filesBelow } from './files-below.ts';
import {
  cleanEnv,
  createProject,
  type Env,
  git,
  type Project,
  REPOSITORY,
  remoteHead,
  removeProject,
} from './project.ts';
import { toolResult } from './seen.ts';
import { describeWithClient } from './with-client.ts';

/** The team's settings as somebody formatted them: tabs, CRLF, no newline at the end, a hook of their own. */
const SETTINGS = [
  '{',
  '\t"permissions" : { "deny":[ "Read(./.env)" ] }, "hooks": {',
  '\t\t"PostToolUse":[ {"matcher":"Edit|Write","hooks":[ {"type":"command",',
  '\t\t\t"command":"cat >/dev/null; echo seen >> \\"$CLAUDE_PROJECT_DIR\\"/.claude/seen.txt"}]}] }',
  '}',
].join('\r\n');

/** A policy that starts nothing by itself, so that what is seen does not depend on when a test run ends. */
const POLICY = { preset: 'strict', gates: { 'test-runner': { mode: 'off' } } };

/** Asked, a client may answer late on a busy machine. */
const CLIENT = ['--client-version', CLIENT_VERSION];

const PERMITTED = ['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash'];

/** What the client and git write on such a day, whoever listens. */
const OF_OTHERS = /^(?:home\/\.(?:claude|cache|local)\b|tmp\/(?:claude|cc-|node-)|shop\/\.git\/)/;

/** What was worked on. */
const WORK = ['shop/.claude/seen.txt', 'shop/src/cart.js', 'shop/src/discount.js', 'shop/src/fee.js'];

interface Day {
  readonly project: Project;
  /** Where docket is installed: not in anybody's npm. */
  readonly prefix: string;
  readonly env: Env;
  readonly before: Files;
}

const startDay = (): Day => {
  const project = createProject();
  const prefix = join(project.root, 'prefix');
  for (const folder of [prefix, join(project.folder, '.claude')]) mkdirSync(folder);
  writeFileSync(join(project.folder, '.claude', 'settings.json'), SETTINGS);
  writeFileSync(join(project.folder, '.gitignore'), '.claude/seen.txt\n');
  git(project, 'add', '.');
  git(project, 'commit', '--quiet', '--message', 'Keep settings');
  git(project, 'push', '--quiet', 'origin', 'feature');
  const PATH = [join(prefix, 'bin'), process.env['PATH']].join(delimiter);
  const env = { ...cleanEnv(project), PATH, npm_config_cache: join(project.root, 'npm-cache') };
  return { project, prefix, env, before: filesIn(project, prefix) };
};

const filesIn = ({ home, folder, root }: Project, prefix: string): Files =>
  filesBelow({ home, shop: folder, tmp: join(root, 'tmp'), prefix });

describeWithClient('a day of work, from the package to its last trace', (client) => {
  let day: Day;

  const run = (program: string, ...args: readonly string[]): string =>
    execFileSync(program, args, { cwd: day.project.folder, env: day.env, encoding: 'utf8', stdio: 'pipe' });
  const installed = (): string => join(day.prefix, 'bin', 'docket');
  const docket = (...args: readonly string[]): string => run(installed(), ...args);
  const why = (...args: readonly string[]): Why => JSON.parse(docket('why', '--json', ...args)) as Why;
  const log = (): Envelope[] =>
    docket('log', '--json')
      .split('\n')
      .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Envelope]));
  const session = (prompt: string, ...args: readonly string[]): Promise<ClientOutcome> => {
    const { project, env } = day;
    return runClient(client, { project, scenario: dayOfWork(project), prompt, args: [...PERMITTED, ...args], env });
  };
  /** Of docket doctor; how fast this machine is at the moment is nobody's fault. */
  const findings = (): unknown[] => {
    const { stdout } = spawnSync(installed(), ['doctor', '--json', ...CLIENT], {
      cwd: day.project.folder,
      env: day.env,
      encoding: 'utf8',
    });
    const told = JSON.parse(stdout) as { findings: { id: string }[] };
    return told.findings.filter(({ id }) => id !== 'latency/slow');
  };
  const head = (): string => git(day.project, 'log', '-1', '--format=%s');

  beforeAll(() => {
    day = startDay();
  });
  afterAll(() => removeProject(day.project));

  it('begins with the package, installed from its file, and its registration', () => {
    const { project, prefix } = day;
    const packing = ['pack', '--silent', '--ignore-scripts', '--pack-destination', project.root, REPOSITORY];
    const file = join(project.root, run('npm', ...packing).trim());
    run('npm', 'install', '--global', '--prefix', prefix, '--offline', '--no-audit', '--no-fund', file);
    expect(existsSync(join(prefix, 'share', 'man', 'man1', 'docket.1'))).toBe(true);

    const said = docket('init', '--yes', '--scope', 'project', '--preset', 'strict', ...CLIENT);
    expect(said).toContain('kept 1 hook of yours');
    expect(said).toContain('wrote .claude/settings.json');
    writeFileSync(join(project.folder, 'docket.config.json'), JSON.stringify(POLICY));
    expect(docket('policy', 'validate')).not.toContain('✗');
  });

  it('in the morning holds code back while tests fail, and a commit that was not tested', async () => {
    const { requests } = await session(PROMPTS.morning);
    expect(toolResult(requests, CALLS.fix).isError).toBe(false);
    expect(toolResult(requests, CALLS.onRed).text).toContain('[docket test-gate/tests-fail]');
    expect(toolResult(requests, CALLS.onGreen).isError).toBe(false);
    expect(toolResult(requests, CALLS.untested).text).toContain('[docket guard/commit-untested]');
    expect(head()).toBe('Keep settings');
    expect(eventsOf(log(), 'SubagentStopped')).toHaveLength(1);
  });

  it('says why, and what opens it', () => {
    expect(why('--call', CALLS.onRed)).toMatchObject({
      ...{ gate: 'test-gate', rule: 'test-gate/tests-fail', decision: 'deny' },
      conditions: [{ name: 'tests-do-not-fail', holds: false }],
    });
    const text = docket('why', '--call', CALLS.untested);
    expect(text).toContain('Opens: run the tests, and they pass');
    expect(text).toMatch(/Undone: tests-pass-on-what-is-committed held[\s\S]*Write src\/discount\.js/);
    expect(docket('status')).toMatch(/^tests +pass, 0 failures/m);
  });

  it('lets what was tested and seen be committed, changes a force push, and denies to delete the home', async () => {
    docket('prove', 'two of 3.00 come to 6.00');
    const { requests } = await session(PROMPTS.commit);
    expect(toolResult(requests, CALLS.committed).isError, toolResult(requests, CALLS.committed).text).toBe(false);
    expect(head()).toBe('Count the quantity');
    const pushed = eventsOf(log(), 'ToolCompleted', CALLS.pushed)[0];
    expect(JSON.stringify(pushed?.data)).toContain('--force-with-lease');
    expect(remoteHead(day.project, 'feature')).toBe(git(day.project, 'rev-parse', 'HEAD'));
    expect(toolResult(requests, CALLS.home).text).toContain('[docket guard/rm-root]');
    expect(existsSync(join(day.project.home, '.claude'))).toBe(true);
  });

  it('goes on over a compaction', async () => {
    const { stream } = eventsOf(log(), 'SessionStarted').at(-1) as Envelope;
    await session('/compact', '--resume', stream);
    expect(eventsOf(log(), 'CompactionFinished')).toHaveLength(1);
  });

  it('lets through what a person waives, and only while they do', async () => {
    const denied = await session(PROMPTS.fee);
    expect(toolResult(denied.requests, CALLS.feeUntested).text).toContain('[docket guard/commit-untested]');
    docket('prove', 'a constant');
    docket('waive', 'guard/commit-untested', '--for', '30m', '--reason', 'nothing uses it yet');
    const waived = await session(PROMPTS.again);
    expect(toolResult(waived.requests, CALLS.feeWaived).isError).toBe(false);
    expect(head()).toBe('Add a fee');
    expect(why('--call', CALLS.feeWaived, '--gate', 'guard')).toMatchObject({
      waived: { by: 'person', would: 'deny', reason: 'nothing uses it yet' },
    });
    docket('waive', '--revoke', 'guard/commit-untested');
    expect(docket('waive', '--list')).toBe('no rule is waived\n');
  });

  it('can be looked through, judged again, counted, exported, told and verified', () => {
    const { root } = day.project;
    const [morning] = eventsOf(log(), 'SessionStarted').map(({ stream }) => stream);
    expect(docket('replay', String(morning))).toContain('deny test-gate/tests-fail');
    // Nothing is decided otherwise today: else it ends with 1.
    docket('check');
    expect(docket('stats')).toMatch(/^guard\/commit-untested +2 /m);
    docket('export', '--all', '-o', join(root, 'log.ndjson'));
    expect(docket('verify', join(root, 'log.ndjson'))).toMatch(/^✓/);
    docket('postmortem', String(morning), '-o', join(root, 'postmortem.html'));
    expect(readFileSync(join(root, 'postmortem.html'), 'utf8')).toContain('test-gate/tests-fail');
    expect(docket('postmortem')).toMatch(/\*\*Waived\*\*: `Bash git add -A/);
    expect(docket('verify')).toMatch(/^✓/);
    expect(findings()).toEqual([]);
  });

  it('ends without a trace of docket', () => {
    const { project, prefix, before } = day;
    expect(docket('uninstall', '--yes', '--purge')).toContain('byte for byte');
    run('npm', 'uninstall', '--global', '--prefix', prefix, 'docket');
    expect(readFileSync(join(project.folder, '.claude', 'settings.json'), 'utf8')).toBe(SETTINGS);
    const changed = changesBetween(before, filesIn(project, prefix));
    // npm leaves its empty folders.
    const byDocket = changed.filter((path) => !OF_OTHERS.test(path) && !/^prefix\/.*\/$/.test(path));
    expect(byDocket).toEqual(WORK);
  });
});
