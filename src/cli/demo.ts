import { execFileSync, spawnSync } from 'node:child_process';
import { createReadStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import ndjson from 'ndjson';
import { isLogLine, readLines } from '../events/log-reader.ts';
import type { Position } from '../events/position.ts';
import type { EventData } from '../events/schemas.ts';
import { summaryOf } from '../replay/summary.ts';
import { DEMO_POLICY, DEMO_SOURCE, writeAsRecorded } from './demo-files.ts';
import type { ExitCode, Io } from './io.ts';
import { progressFor } from './progress.ts';
import { findProject } from './project.ts';
import { cutTo, styleFor, wrap } from './style.ts';
import { runWhy } from './why.ts';

export interface DemoOptions {
  readonly keep?: boolean;
}

/** Where the built files are: the hook to run and the recorded session. */
export interface DemoFiles {
  readonly hook: string;
  readonly session: string;
}

/** A project in which the recorded session was played. */
export interface DemoProject {
  readonly path: string;
  /** The event that is worth explaining; null where the hook did not record it. */
  readonly denied: () => string | null;
  /** Of somebody who works there. */
  readonly io: Io;
  readonly remove: () => void;
}

/**
 * Builds a throw-away project, sends a recorded session through the real hook process event by event, shows what each
 * gate said, and explains the one that fired. Needs no network and no account.
 */
export const runDemo = async (options: DemoOptions, files: DemoFiles, io: Io): Promise<ExitCode> => {
  const style = styleFor(io);
  const project = startDemo(io);
  io.stdout(`A recorded session of an agent, sent through the real hook under preset ${style('bold', 'strict')}.\n`);
  io.stdout(style('dim', `Project: ${project.path}\n\n`));
  let from: Position = { segment: 1, offset: 0 };
  try {
    await playSession(project, files, () => {
      from = showNewEvents(from, project.io);
    });
    io.stdout(`\n${style('bold', `$ docket why --call ${DENIED_CALL}`)}\n`);
    const code = runWhy(undefined, { call: DENIED_CALL }, project.io);
    if (options.keep === true) io.stdout(`\nThe project is kept: cd ${project.path} && docket replay\n`);
    else io.stdout('\nLook through it: docket replay --demo\nOn a project of yours: docket init --preset standard\n');
    return code;
  } finally {
    if (options.keep !== true) project.remove();
  }
};

/** A throw-away project, and in its log the recorded session. */
export const recordDemo = async (files: DemoFiles, io: Io): Promise<DemoProject> => {
  const project = startDemo(io);
  const progress = progressFor(io, 'playing the recorded session', 'hook calls');
  let calls = 0;
  try {
    await playSession(project, files, () => {
      calls += 1;
      progress.onProgress(calls);
    });
  } catch (error) {
    project.remove();
    throw error;
  } finally {
    progress.done();
  }
  return project;
};

const startDemo = (io: Io): DemoProject => {
  const path = mkdtempSync(join(tmpdir(), 'docket-demo-'));
  const env = demoEnv(io.env, path);
  fillProject(path, env);
  const own: Io = { ...io, env, cwd: path };
  return {
    path,
    io: own,
    denied: () => deniedEvent(own),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
};

const deniedEvent = (io: Io): string | null => {
  for (const line of readLines(findProject(io).folder)) {
    if (isLogLine(line) && line.event.type === 'ToolRequested' && line.event.call === DENIED_CALL) return line.event.id;
  }
  return null;
};

const playSession = async (
  { path, io: { env } }: DemoProject,
  { hook, session }: DemoFiles,
  onCall: () => void,
): Promise<void> => {
  for await (const payload of recordedSession(session, path)) {
    writeAsRecorded(payload);
    spawnSync(process.execPath, [hook, '--host', 'claude-code'], { input: JSON.stringify(payload), env });
    onCall();
  }
};

/** The call of the recorded session that is worth explaining. */
const DENIED_CALL = 'toolu_06commit';

const fillProject = (project: string, env: NodeJS.ProcessEnv): void => {
  mkdirSync(join(project, 'src'));
  writeFileSync(join(project, DEMO_SOURCE.path), DEMO_SOURCE.text);
  writeFileSync(join(project, 'docket.config.json'), `${JSON.stringify(DEMO_POLICY, null, 2)}\n`);
  const git = (...args: string[]) => execFileSync('git', args, { cwd: project, env, stdio: 'ignore' });
  try {
    git('init', '--quiet');
    git('symbolic-ref', 'HEAD', 'refs/heads/feature/discount');
  } catch {
    // Without git the branch rule has nothing to judge, and the rest of the demo is the same.
  }
};

/** The demo's own environment: nothing of the session, project or repository (`GIT_DIR`) that it may be run in. */
const demoEnv = (env: Io['env'], project: string): NodeJS.ProcessEnv => {
  const kept = Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(CLAUDE|DOCKET|GIT_|NODE_EXTRA_CA_CERTS)/.test(name)),
  );
  return { ...kept, CLAUDE_PROJECT_DIR: project, XDG_CONFIG_HOME: join(project, '.config') };
};

/** The payloads of a recorded session, with the project's folder put in. */
async function* recordedSession(path: string, project: string): AsyncGenerator<Record<string, unknown>> {
  for await (const payload of createReadStream(path, 'utf8').pipe(ndjson.parse({ strict: true }))) {
    const text = JSON.stringify(payload).replaceAll('$PROJECT', JSON.stringify(project).slice(1, -1));
    yield JSON.parse(text) as Record<string, unknown>;
  }
}

/** Shows what the last call added to the log. Returns the end of the log. */
const showNewEvents = (from: Position, io: Io): Position => {
  const lines = readLines(findProject(io).folder, from);
  let next = lines.next();
  for (; !next.done; next = lines.next()) {
    if (!isLogLine(next.value)) continue;
    const { event } = next.value;
    if (event.type === 'GatesRuled') io.stdout(`${rulingRows(event.data as EventData<'GatesRuled'>, io).join('\n')}\n`);
    else if (SHOWN.has(event.type)) {
      io.stdout(`  ${event.type.padEnd(18)} ${cutTo(summaryOf(event), io.width - 21)}\n`);
    }
  }
  return next.value;
};

/** What the gates said, and what the answer tells the agent. */
const rulingRows = ({ decision, verdicts }: EventData<'GatesRuled'>, io: Io): string[] => {
  const style = styleFor(io);
  const fired = verdicts.filter((verdict) => verdict.decision !== 'pass');
  const passed = verdicts.filter((verdict) => verdict.decision === 'pass').map(({ gate }) => gate);
  if (fired.length === 0) return [style('green', cutTo(`    └ pass: ${passed.join(', ')}`, io.width))];
  const said = `    └ ${decision}: ${fired.map(({ rule }) => rule).join(', ')}`;
  const beside = passed.length === 0 ? '' : ` (pass: ${passed.join(', ')})`;
  return [
    style(decision === 'deny' ? 'red' : 'yellow', cutTo(`${said}${beside}`, io.width)),
    ...fired.flatMap(({ reason }) => wrap(reason, io.width, '      ').map((row) => style('dim', row))),
  ];
};

const SHOWN = new Set([
  'SessionStarted',
  'PromptSubmitted',
  'ToolRequested',
  'ToolCompleted',
  'ToolFailed',
  'TestRunFinished',
  'TurnEnded',
  'SessionEnded',
]);
