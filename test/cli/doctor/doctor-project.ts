import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { HOST_EVENTS } from '../../../src/events/host-events.ts';
import { isoTime } from '../../../src/events/iso-time.ts';
import { registrationFor } from '../../../src/hooks/install/registration.ts';
import { envelope } from '../../kit/envelope.ts';
import { DIST, type ProcessResult, runDocket, runHook } from '../../kit/hook-process.ts';

export const CLIENT = '2.1.332';
export const LOCAL = '.claude/settings.local.json';
export const SHARED = '.claude/settings.json';

type Handler = Record<string, unknown>;

interface Settings {
  hooks: Record<string, { matcher?: string; hooks: Handler[] }[]>;
  [key: string]: unknown;
}

/** A project in which docket works, with a home of its own beside it. */
export interface DoctorProject {
  readonly path: string;
  readonly home: string;
  /** What the environment has beside a home. */
  readonly env: Record<string, string>;
  readonly at: (name: string) => string;
  readonly write: (name: string, text: string, mode?: number) => string;
  readonly writeHome: (name: string, text: string, mode?: number) => string;
  /** Changes the settings file with docket's registration, or another one. */
  readonly settings: (change: (settings: Settings) => void, file?: string) => void;
  /** Changes docket's entry of an event, and its group. */
  readonly entry: (
    event: string,
    change: (handler: Handler, group: { matcher?: string; hooks: Handler[] }) => void,
  ) => void;
  /** Adds a hook of somebody else to the project's shared settings. */
  readonly foreign: (event: string, handler: Handler, matcher?: string) => void;
  /** Appends events of the host to the log, as of a moment ago. */
  readonly append: (...events: readonly [type: string, data: Record<string, unknown>][]) => void;
  /** Sends payloads of the host through the built hook. */
  readonly send: (...payloads: readonly Record<string, unknown>[]) => void;
  readonly doctor: (...args: readonly string[]) => ProcessResult;
}

/** docket's handler for a hook bundle, as `init` writes it. */
export const ownHandler = (hook = join(DIST, 'hook.cjs'), node = process.execPath, timeout = 5): Handler => ({
  type: 'command',
  command: node,
  args: [hook, '--host', 'claude-code', '--timeout', String(timeout)],
  timeout,
});

/** A file of a project, as a test has it again. */
interface KeptFile {
  readonly name: string;
  readonly bytes: Buffer;
  readonly mode: number;
}

let kept: readonly KeptFile[] | undefined;

/** A project with a session that was recorded by the built hook. */
const recorded = (): readonly KeptFile[] => {
  if (kept !== undefined) return kept;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'docket-doctor-')));
  const project = join(folder, 'shop');
  mkdirSync(join(project, '.git', 'refs', 'heads'), { recursive: true });
  mkdirSync(join(folder, 'home'));
  writeFileSync(join(project, '.git', 'HEAD'), 'ref: refs/heads/feature\n');
  writeFileSync(join(project, 'docket.config.json'), '{ "preset": "standard" }\n');
  const command = {
    program: process.execPath,
    args: [join(DIST, 'hook.cjs')],
    canExec: true,
    kind: 'absolute',
  } as const;
  const groups = Object.entries(registrationFor({ clientVersion: CLIENT, command, llmReview: false, lint: false }));
  mkdirSync(join(project, '.claude'));
  const hooks = Object.fromEntries(groups.map(([event, group]) => [event, [group]]));
  writeFileSync(join(project, LOCAL), `${JSON.stringify({ hooks }, null, 2)}\n`);
  const call = { tool_name: 'Bash', tool_input: { command: 'git status' }, tool_use_id: 'toolu_1' };
  for (const payload of [
    { hook_event_name: 'SessionStart', source: 'startup' },
    { hook_event_name: 'UserPromptSubmit', prompt: 'look around', prompt_id: 'p1' },
    { hook_event_name: 'PreToolUse', ...call },
    { hook_event_name: 'PostToolUse', ...call, tool_response: { stdout: '', stderr: '', interrupted: false } },
    { hook_event_name: 'Stop', stop_hook_active: false },
  ])
    runHook(JSON.stringify({ session_id: 's0', cwd: project, ...payload }), project, {
      env: { HOME: join(folder, 'home') },
    });
  kept = filesBelow(project);
  rmSync(folder, { recursive: true, force: true });
  return kept;
};

const filesBelow = (folder: string): KeptFile[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' }).flatMap((name) => {
    const { mode } = statSync(join(folder, name));
    return statSync(join(folder, name)).isFile() ? [{ name, bytes: readFileSync(join(folder, name)), mode }] : [];
  });

/** A copy of it. The folder's name can hold a space, as a person's may. */
export const doctorProject = (name = 'shop'): DoctorProject => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'docket-doctor-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const path = join(root, name);
  const home = join(root, 'home');
  for (const { name: file, bytes, mode } of recorded()) {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), bytes, { mode });
  }
  mkdirSync(join(path, '.git', 'refs', 'heads'), { recursive: true });
  mkdirSync(home);
  for (const folder of ['', 'log', 'snapshots', 'index'])
    if (existsSync(join(path, '.docket', folder))) chmodSync(join(path, '.docket', folder), 0o700);
  const at = (file: string): string => join(path, file);
  const put = (file: string, text: string, mode?: number): string => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
    if (mode !== undefined) chmodSync(file, mode);
    return file;
  };
  const settings: DoctorProject['settings'] = (change, file = LOCAL) => {
    const text = existsSync(at(file)) ? readFileSync(at(file), 'utf8') : '{"hooks":{}}';
    const value = JSON.parse(text) as Settings;
    change(value);
    put(at(file), `${JSON.stringify(value, null, 2)}\n`);
  };
  const env: Record<string, string> = {};
  let count = 0;
  return {
    path,
    home,
    env,
    at,
    write: (file, text, mode) => put(at(file), text, mode),
    writeHome: (file, text, mode) => put(join(home, file), text, mode),
    settings,
    entry: (event, change) =>
      settings(({ hooks }) => {
        const group = hooks[event]?.[0];
        const handler = group?.hooks[0];
        if (group === undefined || handler === undefined) throw new Error(`docket is not registered for ${event}`);
        change(handler, group);
      }),
    foreign: (event, handler, matcher) =>
      settings(({ hooks }) => {
        const group = { ...(matcher === undefined ? {} : { matcher }), hooks: [handler] };
        hooks[event] = [...(hooks[event] ?? []), group];
      }, SHARED),
    append: (...events) => {
      for (const [type, data] of events) {
        count += 1;
        const known = Object.values(HOST_EVENTS).find((info) => info.type === type);
        const line = envelope(`added-${count}`, type, {
          at: isoTime(Date.now() - 1000),
          stream: 's9',
          delivery: `added-${count}`,
          ...(known === undefined ? {} : { call: (data['tool_use_id'] as string | undefined) ?? null }),
          data,
        });
        appendFileSync(at('.docket/log/000001.ndjson'), `\n${JSON.stringify(line)}\n`);
      }
    },
    send: (...payloads) => {
      for (const payload of payloads)
        runHook(JSON.stringify({ session_id: 's8', cwd: path, ...payload }), path, { env: { HOME: home } });
    },
    doctor: (...args) =>
      runDocket(['doctor', '--client-version', CLIENT, ...args], path, { env: { HOME: home, ...env } }),
  };
};

/** What `--json` says of one finding. */
export interface ToldFinding {
  readonly id: string;
  readonly severity: string;
  readonly says: string;
  readonly evidence: readonly string[];
  readonly fix: string;
  readonly command: string | null;
  readonly fixable: boolean;
  readonly fixed: string | null;
  readonly failed: string | null;
}

export interface ToldDoctor {
  readonly ok: boolean;
  readonly findings: readonly ToldFinding[];
  readonly registered: readonly { readonly event: string; readonly at: string; readonly scope: string }[];
  readonly canaries: readonly { readonly effect: string; readonly log: string }[];
  readonly latency: readonly { readonly node: number; readonly call: number; readonly codeCache: string }[];
  readonly lastSeen: {
    readonly events: Readonly<Record<string, string | null>>;
    readonly gates: Readonly<Record<string, { readonly ran: string | null; readonly fired: string | null }>>;
  };
}

/** Runs the built `docket doctor --json`. */
export const toldBy = (
  project: DoctorProject,
  ...args: readonly string[]
): ToldDoctor & { readonly status: number } => {
  const { stdout, stderr, status } = project.doctor('--json', ...args);
  if (stdout === '') throw new Error(stderr);
  return { ...(JSON.parse(stdout) as ToldDoctor), status: status ?? -1 };
};
