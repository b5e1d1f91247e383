import { execFileSync, spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { isLogLine, readLines } from '../../src/events/log-reader.ts';
import { logFolder } from '../../src/events/segments.ts';
import { cleanEnv, DIST } from './hook-process.ts';
import { completes, expectSchema, type Payload, SESSION } from './scenario.ts';

/** What the tests of the project do when they run. */
export interface Plan {
  readonly code?: number;
  readonly output?: string;
  /** They wait until the test says `go`. */
  readonly waits?: boolean;
  /** They start a process that does not end when it is asked to. */
  readonly stubborn?: boolean;
  /** A hook input that they send, as the project's host would. */
  readonly hook?: Payload;
}

export interface RunnerProject {
  /** Holds `app`, the project, and `control`, what its tests are told. */
  readonly outer: string;
  readonly path: string;
  readonly git: (folder: string, ...args: readonly string[]) => void;
  readonly write: (path: string, text: string) => string;
  readonly plan: (plan: Plan) => void;
  readonly go: () => void;
  /** Sends a payload through the built hook. Gives its answer when its process has ended and its outputs are closed. */
  readonly hook: (payload: Payload) => Promise<Record<string, unknown> | null>;
  readonly events: () => Envelope[];
  /** The events of the type, once there are as many. Fails when that takes too long. */
  readonly until: (type: string, count?: number) => Promise<Envelope[]>;
  /** Ids of processes that a file of `control` names, once it is there. */
  readonly pids: (name: 'tests' | 'stubborn', count?: number) => Promise<number[]>;
  /** The process that runs tests, by its claim. */
  readonly worker: () => number;
  /** The processes that were started to run tests, whether or not they do. */
  readonly runners: () => number[];
  /** Once no such process is left. */
  readonly idle: () => Promise<void>;
}

const TESTS = `
const fs = require('node:fs');
const { spawn, spawnSync } = require('node:child_process');
const plan = JSON.parse(fs.readFileSync(__dirname + '/plan.json', 'utf8'));
if (plan.stubborn) {
  const text = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); require('node:fs').appendFileSync(process.argv[1], process.pid + ' ');";
  spawn(process.execPath, ['-e', text, __dirname + '/stubborn'], { stdio: 'inherit' });
}
if (plan.hook) spawnSync(process.execPath, [plan.hookPath, '--host', 'claude-code'], { input: JSON.stringify(plan.hook) });
fs.appendFileSync(__dirname + '/tests', process.pid + ' ');
const end = () => { fs.writeSync(1, plan.output + '\\n'); process.exit(plan.code); };
const look = () => fs.existsSync(__dirname + '/go') ? end() : setTimeout(look, 10);
if (plan.waits) look(); else end();
`;

const GREEN = 'ok 1 - total\n# tests 1\n# pass 1\n# fail 0';
export const RED = 'not ok 1 - total\n# tests 1\n# pass 0\n# fail 1';

/** Milliseconds in which something happens that must; on a machine that others use as well. */
const LONGEST_WAIT = 25_000;

/** A project with a repository and tests that a policy's command runs, with next to no pause before and between runs. */
export const runnerProject = ({
  options = {},
  mode = 'enforce',
  env = {},
  more = {},
}: {
  readonly options?: Record<string, unknown>;
  readonly mode?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Of other gates. */
  readonly more?: Readonly<Record<string, object>>;
} = {}): RunnerProject => {
  const outer = realpathSync(mkdtempSync(join(tmpdir(), 'docket-runner-')));
  const path = join(outer, 'app');
  onTestFinished(async () => {
    await endProcessesOf(outer);
    rmSync(outer, { recursive: true, force: true });
  });
  const write = (name: string, text: string): string => {
    mkdirSync(dirname(join(outer, name)), { recursive: true });
    writeFileSync(join(outer, name), text);
    return join(outer, name);
  };
  const who = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@example.org', GIT_COMMITTER_NAME: 'a' };
  const own = { HOME: outer, GIT_CONFIG_NOSYSTEM: '1', GIT_COMMITTER_EMAIL: 'a@example.org', ...who };
  const git = (folder: string, ...args: readonly string[]): void => {
    execFileSync('git', [...args], { cwd: join(outer, folder), env: cleanEnv(own), stdio: 'ignore' });
  };
  const plan = (what: Plan): void => {
    const full = { code: 0, output: GREEN, hookPath: join(DIST, 'hook.cjs'), ...what };
    writeFileSync(join(outer, 'control', 'plan.json'), JSON.stringify(full));
  };
  const command = [process.execPath, write('control/tests.cjs', TESTS)];
  plan({});
  const gate = { mode, command, debounce: 0.05, cooldown: 0, grace: 0.2, ...options };
  write(
    'app/docket.config.json',
    JSON.stringify({ preset: 'strict', gates: { 'test-runner': gate, 'prompt-submit': { mode: 'off' }, ...more } }),
  );
  write('app/src/a.ts', 'export {};\n');
  git('app', 'init', '--quiet', '--initial-branch=feature');
  git('app', 'add', '-A');
  git('app', 'commit', '--quiet', '-m', 'start');

  const hook: RunnerProject['hook'] = (payload) =>
    new Promise((done, fail) => {
      const child = spawn(process.execPath, [join(DIST, 'hook.cjs'), '--host', 'claude-code'], {
        cwd: path,
        env: cleanEnv({ ...own, CLAUDE_PROJECT_DIR: path, CLAUDE_CODE_ENTRYPOINT: 'cli', ...env }),
        stdio: ['pipe', 'pipe', 'inherit'],
        // As a host that ends everything its hook started does.
        detached: true,
      });
      let stdout = '';
      child.stdout.on('data', (chunk: Buffer) => {
        stdout += chunk.toString();
      });
      child.on('error', fail);
      child.on('close', () => {
        endGroup(child.pid as number);
        done(stdout === '' ? null : (JSON.parse(stdout) as Record<string, unknown>));
      });
      child.stdin.end(JSON.stringify({ session_id: SESSION, cwd: path, ...payload }));
    });
  const events = (): Envelope[] =>
    [...readLines(logFolder(join(path, '.docket'), nodeLogFs))].flatMap((line) =>
      isLogLine(line) ? [line.event] : [],
    );
  const until: RunnerProject['until'] = async (type, count = 1) => {
    const found = await waitFor(
      () => events().filter((event) => event.type === type),
      (list) => list.length >= count,
      `${count} ${type}`,
      events,
    );
    for (const event of found) expectSchema(event);
    return found;
  };
  const claim = (): { holder?: { pid: number }; isReleased?: boolean } => {
    const folder = join(path, '.docket', 'workers');
    const [key = ''] = existsSync(folder) ? readdirSync(folder) : [];
    const numbers = key === '' ? [] : readdirSync(join(folder, key)).filter((name) => /^\d+$/.test(name));
    const newest = numbers.map(Number).sort((a, b) => b - a)[0];
    if (newest === undefined) return {};
    const lines = readFileSync(join(folder, key, String(newest)), 'utf8')
      .trim()
      .split('\n');
    return Object.assign({}, ...lines.map((line) => JSON.parse(line) as object)) as ReturnType<typeof claim>;
  };
  const runners = (): number[] =>
    processesOf(path)
      .filter(([, command]) => command.includes('test-runner.cjs'))
      .map(([pid]) => pid);
  return {
    outer,
    path,
    git,
    write,
    plan,
    go: () => writeFileSync(join(outer, 'control', 'go'), ''),
    hook,
    events,
    until,
    pids: async (name, count = 1) => {
      const file = join(outer, 'control', name);
      const read = (): number[] => (existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ').map(Number) : []);
      return waitFor(read, (list) => list.length >= count && list[0] !== 0, `${count} ${name}`, events);
    },
    worker: () => claim().holder?.pid ?? 0,
    runners,
    idle: async () => {
      await waitFor(runners, (left) => left.length === 0, 'end of all runners', events);
    },
  };
};

let calls = 0;

/** A file was written: through the host's writing tool. */
export const wroteFile = (path: string, more: Payload = {}): Payload =>
  completes(
    'Write',
    { file_path: path, content: 'x' },
    { type: 'create' },
    { tool_use_id: `wrote-${++calls}`, ...more },
  );

/** Whether a process runs; one that is only left for its parent to look at does not. */
export const isRunning = (pid: number): boolean => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return !['Z', 'X'].includes(stat.slice(stat.lastIndexOf(')') + 2)[0] ?? '');
  } catch {
    return false;
  }
};

/** Once a process has ended. */
export const ended = (pid: number): Promise<boolean> =>
  waitFor(
    () => !isRunning(pid),
    (gone) => gone,
    `the end of ${pid}`,
    () => [],
  );

const waitFor = async <Value>(
  look: () => Value,
  isThere: (value: Value) => boolean,
  what: string,
  events: () => readonly Envelope[],
): Promise<Value> => {
  for (const end = Date.now() + LONGEST_WAIT; ; await delay(15)) {
    const value = look();
    if (isThere(value)) return value;
    if (Date.now() < end) continue;
    const seen = events().map(({ type, data }) => `${type} ${JSON.stringify(data).slice(0, 200)}`);
    throw new Error(`there is no ${what} after ${LONGEST_WAIT} ms\n${seen.join('\n')}`);
  }
};

const endGroup = (group: number): void => {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // It is over.
  }
};

/** Processes whose arguments name a folder. */
const processesOf = (folder: string): [pid: number, command: string][] =>
  readdirSync('/proc').flatMap((name): [number, string][] => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid || !isRunning(Number(name))) return [];
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8');
      return command.includes(folder) ? [[Number(name), command]] : [];
    } catch {
      return [];
    }
  });

/** Ends what a test left. */
const endProcessesOf = async (folder: string): Promise<void> => {
  for (const [pid] of processesOf(folder)) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has just ended.
    }
  }
  await delay(20);
};
