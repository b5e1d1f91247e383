import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cleanEnv, DIST, loggedEvents } from '../../kit/hook-process.ts';
import { patient } from '../../kit/patience.ts';
import { type TempProject, tempProject } from '../../kit/temp-project.ts';

type Data = Readonly<Record<string, unknown>>;

interface Installed {
  readonly project: string;
  /** Where docket is installed: `dist` lies in it. */
  readonly home: string;
  /** A session begins. */
  readonly begin: (session?: string, more?: Data, env?: Readonly<Record<string, string>>) => { status: number | null };
  readonly checks: () => Data[];
  /** How often npm was asked, and with what. */
  readonly asked: () => string[];
  readonly path: string;
}

const ON = { preset: 'strict', gates: { 'update-check': { mode: 'enforce' } } };

/** docket, installed in a folder of its own, with an npm that says what `npm` does. */
const installed = (npm: string, policy: unknown = ON, at: TempProject = tempProject()): Installed => {
  const home = join(at.path, 'docket');
  mkdirSync(home, { recursive: true });
  cpSync(DIST, join(home, 'dist'), { recursive: true });
  if (!existsSync(join(home, 'package.json'))) at.write('docket/package.json', '{"name":"docket","version":"1.0.0"}');
  const project = join(at.path, 'project');
  at.write('project/docket.config.json', JSON.stringify(policy));
  const log = join(at.path, 'asked');
  at.write('bin/npm', '');
  writeFileSync(join(at.path, 'bin', 'npm'), `#!/bin/sh\necho "$PWD $*" >> '${log}'\n${npm}\n`, { mode: 0o755 });
  execFileSync('chmod', ['755', join(at.path, 'bin', 'npm')]);
  const path = `${join(at.path, 'bin')}:${process.env['PATH']}`;
  return {
    project,
    home,
    path,
    begin: (session = 's1', more = {}, env = {}) => {
      const input = { session_id: session, cwd: project, hook_event_name: 'SessionStart', source: 'startup', ...more };
      try {
        const stdout = execFileSync(process.execPath, [join(home, 'dist', 'hook.cjs'), '--host', 'claude-code'], {
          input: JSON.stringify(input),
          cwd: project,
          env: cleanEnv({
            CLAUDE_PROJECT_DIR: project,
            CLAUDE_CODE_ENTRYPOINT: 'cli',
            HOME: at.path,
            PATH: path,
            NO_UPDATE_NOTIFIER: '',
            GIT_CONFIG_NOSYSTEM: '1',
            ...env,
          }),
          timeout: patient(20_000),
        });
        expect(String(stdout)).not.toContain('1.2.0');
        return { status: 0 };
      } catch (error) {
        return { status: (error as { status: number | null }).status };
      }
    },
    checks: () => loggedEvents(project, ['--type', 'UpdateChecked']).map(({ data }) => data as Data),
    asked: () => (existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n') : []),
  };
};

const until = async (isSo: () => boolean): Promise<void> => {
  for (let looks = 0; looks < 120 && !isSo(); looks += 1) await delay(100);
  expect(isSo()).toBe(true);
};

/** Time for a worker that must not be there to show itself. */
const aWhile = (): Promise<void> => delay(700);

describe('seed 001, update-check.sh: "SessionStart (startup)"', () => {
  it('compares with the newest version of the registry that npm knows, and applies nothing', async () => {
    const at = installed(`echo '"1.2.0"'`);
    expect(at.begin().status).toBe(0);
    await until(() => at.checks().length === 1);
    expect(at.checks()).toEqual([
      {
        way: 'registry',
        current: '1.0.0',
        newest: '1.2.0',
        outcome: 'available',
        reason: 'npm install -g docket@1.2.0',
      },
    ]);
    // Not in the project: its .npmrc is nobody's consent.
    expect(at.asked()).toEqual(['/ view --json -- docket version']);
    const [event] = loggedEvents(at.project, ['--type', 'UpdateChecked']);
    expect(event).toMatchObject({ provenance: 'worker', stream: 's1' });
  });

  it('looks once a day at most, in whichever session', async () => {
    const at = installed(`echo '"1.0.0"'`);
    at.begin();
    await until(() => at.checks().length === 1);
    expect(at.checks()[0]).toMatchObject({ outcome: 'current', newest: '1.0.0' });
    at.begin('s2');
    await aWhile();
    expect(at.asked()).toHaveLength(1);
  });

  it('asks once a day for all projects of a user, and records in each', async () => {
    const at = installed(`echo '"1.2.0"'`);
    at.begin();
    await until(() => at.checks().length === 1);
    const other = join(dirname(at.project), 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'docket.config.json'), JSON.stringify(ON));
    at.begin('s2', { cwd: other }, { CLAUDE_PROJECT_DIR: other });
    const there = () => loggedEvents(other, ['--type', 'UpdateChecked']).map(({ data }) => data);
    await until(() => there().length === 1);
    expect(there()).toEqual(at.checks());
    expect(at.asked()).toHaveLength(1);
  });

  it.each([
    ['a version that runs no more', { current: '0.9.0' }, {}],
    ['another docket', {}, { home: '/elsewhere' }],
    ['one that is old', {}, { at: '2020-01-01T00:00:00.000Z' }],
    ['nonsense', { newest: '1.2.0; rm -rf /' }, {}],
  ])('does not go by what is kept of %s', async (_name, checked, kept) => {
    const at = installed(`echo '"1.2.0"'`);
    const file = join(dirname(at.project), '.local', 'state', 'docket', 'update-check.json');
    mkdirSync(dirname(file), { recursive: true });
    const known = {
      way: 'registry',
      current: '1.0.0',
      newest: '1.0.0',
      outcome: 'current',
      reason: 'kept',
      ...checked,
    };
    const now = new Date().toISOString();
    writeFileSync(file, JSON.stringify({ home: at.home, at: now, checked: known, ...kept }));
    at.begin();
    await until(() => at.checks().length === 1);
    expect([at.asked().length, at.checks()[0]?.['newest']]).toEqual([1, '1.2.0']);
  });

  it.each<[string, unknown, Data, Readonly<Record<string, string>>]>([
    ['strict alone', { preset: 'strict' }, {}, {}],
    ['observe', {}, {}, {}],
    ['monitor', { gates: { 'update-check': { mode: 'monitor' } } }, {}, {}],
    ['a resumed session', ON, { source: 'resume' }, {}],
    ['a session after /clear', ON, { source: 'clear' }, {}],
    ['a compacted session', ON, { source: 'compact' }, {}],
    ['DOCKET_UPDATE_CHECK=0', ON, {}, { DOCKET_UPDATE_CHECK: '0' }],
    ['NO_UPDATE_NOTIFIER', ON, {}, { NO_UPDATE_NOTIFIER: '1' }],
    ['CI', ON, {}, { CI: 'true', CLAUDE_CODE_ENTRYPOINT: '' }],
    ['a headless session', ON, {}, { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' }],
  ])('does not look: %s', async (_name, policy, more, env) => {
    const at = installed(`echo '"1.2.0"'`, policy);
    expect(at.begin('s1', more, env).status).toBe(0);
    await aWhile();
    expect(at.asked()).toEqual([]);
  });

  it.each([
    ['is offline', 'echo "npm error network" >&2; exit 1', 'npm view ended with exit code 1'],
    ['prints nonsense', 'echo "<html>"', 'npm view printed no version'],
    ['prints no version', `echo '{"a":1}'`, 'npm view printed no version'],
    ['prints something else', `echo '"1.2.0; rm -rf /"'`, 'npm view printed no version'],
    ['prints without end', 'exec yes', 'npm view ended with flood'],
  ])('is silent where npm %s', async (_name, npm, reason) => {
    const at = installed(npm);
    expect(at.begin().status).toBe(0);
    await until(() => at.checks().length === 1);
    expect(at.checks()).toEqual([{ way: 'registry', current: '1.0.0', newest: null, outcome: 'failed', reason }]);
  });

  it('delays no session, and looks once where two begin', async () => {
    const at = installed(`while [ ! -e "$0.go" ]; do sleep 0.05; done; echo '"1.2.0"'`);
    const go = join(dirname(at.project), 'bin', 'npm.go');
    onTestFinished(() => writeFileSync(go, ''));
    expect([at.begin('s1').status, at.begin('s2').status]).toEqual([0, 0]);
    await until(() => at.asked().length === 1);
    expect(at.begin('s3').status).toBe(0);
    expect(at.checks()).toEqual([]);
    writeFileSync(go, '');
    await until(() => at.checks().length === 1);
    await aWhile();
    expect([at.checks().length, at.asked().length]).toEqual([1, 1]);
  });

  it('looks again after its worker was killed', async () => {
    const at = installed(`echo $PPID > "$0.worker"; while [ ! -e "$0.go" ]; do sleep 0.05; done; echo '"1.2.0"'`);
    const npm = join(dirname(at.project), 'bin', 'npm');
    onTestFinished(() => writeFileSync(`${npm}.go`, ''));
    at.begin();
    await until(() => existsSync(`${npm}.worker`) && readFileSync(`${npm}.worker`, 'utf8').endsWith('\n'));
    process.kill(Number(readFileSync(`${npm}.worker`, 'utf8')), 'SIGKILL');
    writeFileSync(`${npm}.go`, '');
    await until(() => {
      at.begin('s2');
      return at.checks().length > 0;
    });
    expect(at.checks()[0]).toMatchObject({ outcome: 'available' });
    expect(at.asked().length).toBeGreaterThanOrEqual(2);
  });
});

describe('a docket that is a checkout of git', () => {
  const git = (folder: string, ...args: readonly string[]): string =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
      encoding: 'utf8',
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null' },
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();

  /** A remote with a version, a checkout of it, and then a newer version in the remote. */
  const cloned = (newest: string, apply?: string) => {
    const at = tempProject();
    const remote = join(at.path, 'remote');
    mkdirSync(remote);
    git(remote, 'init', '-q', '-b', 'main');
    const release = (version: string): void => {
      at.write('remote/package.json', JSON.stringify({ name: 'docket', version }));
      at.write('remote/.gitignore', 'dist/\n');
      git(remote, 'add', '-A');
      git(remote, 'commit', '-q', '-m', version);
    };
    release('1.0.0');
    execFileSync('git', ['clone', '-q', remote, join(at.path, 'docket')], { stdio: 'ignore' });
    if (newest !== '1.0.0') release(newest);
    const policy = { gates: { 'update-check': { mode: 'enforce', ...(apply === undefined ? {} : { apply }) } } };
    const docket = installed('exit 1', policy, at);
    const head = (): string => git(docket.home, 'rev-parse', 'HEAD');
    return { at, remote, release, docket, head, before: head() };
  };

  const outcome = async ({ docket }: ReturnType<typeof cloned>): Promise<Data> => {
    docket.begin();
    await until(() => docket.checks().length === 1);
    expect(docket.asked()).toEqual([]);
    return docket.checks()[0] as Data;
  };

  it('fetches and compares, and applies nothing unless the policy says so', async () => {
    const of = cloned('1.1.0');
    expect(await outcome(of)).toMatchObject({
      way: 'checkout',
      current: '1.0.0',
      newest: '1.1.0',
      outcome: 'available',
      reason: '1 commit in origin/main: git pull applies them',
    });
    expect(of.head()).toBe(of.before);
  });

  it('auto-applies within the same MAJOR where the policy says so', async () => {
    const of = cloned('1.1.0', 'same-major');
    expect(await outcome(of)).toMatchObject({ outcome: 'applied', newest: '1.1.0' });
    expect(of.head()).toBe(git(of.remote, 'rev-parse', 'HEAD'));
  });

  it('only tells of a different MAJOR', async () => {
    const of = cloned('2.0.0', 'same-major');
    expect(await outcome(of)).toMatchObject({ outcome: 'available', newest: '2.0.0' });
    expect(of.head()).toBe(of.before);
  });

  it('says that nothing is newer', async () => {
    expect(await outcome(cloned('1.0.0', 'same-major'))).toMatchObject({ outcome: 'current', newest: '1.0.0' });
  });

  it.each<[string, (of: ReturnType<typeof cloned>) => void, string]>([
    ['changed files', ({ at }) => void at.write('docket/.gitignore', 'mine\n'), 'files of the checkout are changed'],
    [
      'commits of its own',
      ({ at, docket }) => {
        at.write('docket/own.txt', 'x');
        git(docket.home, 'add', '-A');
        git(docket.home, 'commit', '-q', '-m', 'own');
      },
      'the checkout has commits of its own',
    ],
    [
      'a new file in the way',
      ({ at, release }) => {
        at.write('remote/new.txt', 'theirs');
        release('1.1.1');
        at.write('docket/new.txt', 'mine');
      },
      'git could not move forward to them, and left everything as it is',
    ],
  ])('aborts cleanly where there are %s', async (_name, change, reason) => {
    const of = cloned('1.1.0', 'same-major');
    change(of);
    const [head, status] = [of.head(), git(of.docket.home, 'status', '--porcelain')];
    const data = await outcome(of);
    expect(data).toMatchObject({ outcome: 'available', reason: expect.stringContaining(reason) });
    expect([of.head(), git(of.docket.home, 'status', '--porcelain')]).toEqual([head, status]);
  });

  it.each<[string, (of: ReturnType<typeof cloned>) => void, string]>([
    [
      'the remote is gone',
      ({ docket }) => void git(docket.home, 'remote', 'set-url', 'origin', '/nowhere'),
      'git fetch got no answer',
    ],
    [
      'it follows no branch',
      ({ docket }) => void git(docket.home, 'checkout', '-q', '--detach'),
      'the checkout follows no branch of a remote',
    ],
  ])('is silent where %s', async (_name, change, reason) => {
    const of = cloned('1.1.0', 'same-major');
    change(of);
    expect(await outcome(of)).toMatchObject({ outcome: 'failed', newest: null, reason });
  });

  it('runs no hook of the checkout', async () => {
    const of = cloned('1.1.0', 'same-major');
    const hook = join(of.docket.home, '.git', 'hooks', 'post-merge');
    mkdirSync(dirname(hook), { recursive: true });
    writeFileSync(hook, `#!/bin/sh\ntouch '${of.at.path}/ran'\n`, { mode: 0o755 });
    expect(await outcome(of)).toMatchObject({ outcome: 'applied' });
    expect(existsSync(join(of.at.path, 'ran'))).toBe(false);
  });
});
