import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type Envelope, isEnvelope } from '../../src/events/envelope.ts';
import type { Condition, EventData } from '../../src/events/schemas.ts';
import { CLIENT_VERSION } from './client.ts';
import { cleanEnv, type Project, REPOSITORY } from './project.ts';

/** What `docket why --json` prints, as far as the tests look at it (DESIGN.md §11). */
export interface Why {
  readonly event: string;
  readonly gate: string;
  readonly rule: string;
  readonly decision: string;
  readonly reason: string;
  readonly conditions: readonly Condition[];
  /** What would have opened it. */
  readonly opens: readonly unknown[];
}

export interface Registration {
  readonly scope: 'project' | 'local' | 'user';
  /** Without it no policy is written. */
  readonly preset?: 'observe' | 'standard' | 'strict';
  /** The client to register for; default the one that the tests drive. */
  readonly clientVersion?: string;
}

/** Registers the built hook as a person would: through `docket init`. */
export const register = (project: Project, { scope, preset, clientVersion = CLIENT_VERSION }: Registration): void => {
  const policy = preset === undefined ? [] : ['--preset', preset];
  docket(project, 'init', '--yes', '--scope', scope, '--client-version', clientVersion, ...policy);
};

/** Every event of the project, in order. */
export const readLog = (project: Project): readonly Envelope[] => {
  const lines = docket(project, 'log', '--json').split('\n').filter(Boolean);
  return lines.map((line) => {
    const event: unknown = JSON.parse(line);
    if (!isEnvelope(event)) throw new Error(`docket log printed what is no event: ${line}`);
    return event;
  });
};

/** The explanation of a verdict: the last that decided something, or the one the arguments name. */
export const why = (project: Project, ...args: readonly string[]): Why =>
  JSON.parse(docket(project, 'why', '--json', ...args)) as Why;

/** What `docket verify --json` says of the project's log. */
export const verify = (project: Project) =>
  JSON.parse(docket(project, 'verify', '--json')) as { ok: boolean; events: number; seals: number; unsealed: number };

/** Events of one type, optionally of one tool call. */
export const eventsOf = (log: readonly Envelope[], type: string, call?: string): readonly Envelope[] =>
  log.filter((event) => event.type === type && (call === undefined || event.call === call));

/** What the gates ruled in one hook call, by the event it recorded; throws where no ruling is in the log. */
export const rulingOn = (log: readonly Envelope[], event: Envelope | undefined): EventData<'GatesRuled'> => {
  const ruling = eventsOf(log, 'GatesRuled').find(({ cause }) => cause === event?.id);
  if (ruling === undefined) throw new Error(`no ruling on ${event?.type} ${event?.id}`);
  return ruling.data as EventData<'GatesRuled'>;
};

/** Runs the built command in the project, outside any agent; stdout. Throws unless it exits with 0. */
export const docket = (project: Project, ...args: readonly string[]): string => {
  const run = spawnSync(process.execPath, [join(REPOSITORY, 'dist', 'docket.cjs'), ...args], {
    cwd: project.folder,
    env: cleanEnv(project),
    encoding: 'utf8',
    timeout: 30_000,
    maxBuffer: 64 * 1024 * 1024,
  });
  if (run.status !== 0) {
    throw new Error(`docket ${args.join(' ')} ended with ${run.status ?? run.signal}: ${run.stderr}${run.stdout}`);
  }
  return run.stdout;
};
