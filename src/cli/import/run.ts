import { existsSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BlobStore } from '../../events/blobs.ts';
import { refuseLinks } from '../../events/location.ts';
import { nodeLogFs } from '../../events/log-fs.ts';
import { openProjectLog } from '../../events/project-log.ts';
import { bulkRedaction } from '../../events/redact.ts';
import { readPolicyFiles, redactionTexts } from '../../hooks/observers/policy.ts';
import { findTranscripts, isAgentFile, type SessionFiles } from '../../replay/import/find-transcripts.ts';
import { identify } from '../../replay/import/identify.ts';
import type { ExitCode, Io } from '../io.ts';
import { UsageError } from '../io.ts';
import { byteProgressFor } from '../progress.ts';
import { findProject } from '../project.ts';
import { encodeAside } from './encode-aside.ts';
import { lockImports } from './import-lock.ts';
import { importSession } from './import-session.ts';
import { knownEvents } from './known-events.ts';
import { type LineSink, lineSink } from './line-sink.ts';
import { type FileReport, fileReport, importReport } from './report.ts';
import { reportText } from './report-text.ts';
import { saveState } from './save-state.ts';

export interface ImportOptions {
  readonly dryRun?: boolean;
  readonly json?: boolean;
  /** The path is an export of docket's own. */
  readonly restore?: boolean;
}

/**
 * `docket import`: makes the transcripts that paths name sessions of the project's log. Exit code 1 where one of them could not be
 * read. Throws `UsageError` without a path, and the system's errors when the log cannot be written.
 */
export const runImport = async (paths: readonly string[], options: ImportOptions, io: Io): Promise<ExitCode> => {
  if (paths.length === 0)
    throw new UsageError('docket import takes transcripts, or folders of them: docket import ~/.claude/projects');
  const { sessions: found, failed } = findTranscripts(paths.map((path) => resolve(io.cwd, path)));
  const sessions = await withOldAgents(found);
  const missing: FileReport[] = failed.map(({ path, code }) => fileReport(path, { status: 'failed', error: code }));
  const isDry = options.dryRun === true;
  // Nothing to import makes no log.
  const isIdle = isDry || sessions.length === 0;
  const { root, reports } = isIdle ? await lookOnly(sessions, io) : await importAll(sessions, io);
  const report = importReport([...missing, ...reports], { dryRun: isDry, log: root });
  if (report.files.length === 0)
    io.stderr(
      'docket: there is no transcript (.jsonl) in that folder. Claude Code keeps them in ~/.claude/projects, Codex in ~/.codex/sessions\n',
    );
  if (options.json === true) io.stdout(`${JSON.stringify(report)}\n`);
  else io.stdout(reportText(report, io));
  return report.failed > 0 ? 1 : 0;
};

/** Clients before 2.1 keep the files of subagents beside those of sessions; which session they are of only their lines say. */
const withOldAgents = async (sessions: readonly SessionFiles[]): Promise<readonly SessionFiles[]> => {
  const adopted = new Map<string, string[]>();
  const mains = new Set(sessions.map(({ main }) => main));
  for (const { main } of sessions) {
    if (main === null || !isAgentFile(main)) continue;
    const session = await identify(main).then(
      (identity) => identity.session,
      () => null,
    );
    const own = join(dirname(main), `${session}.jsonl`);
    if (own === main || !mains.has(own)) continue;
    adopted.set(own, [...(adopted.get(own) ?? []), main]);
  }
  const isAdopted = new Set([...adopted.values()].flat());
  return sessions
    .filter(({ main }) => main === null || !isAdopted.has(main))
    .map(({ main, agents }) => ({ main, agents: [...agents, ...(adopted.get(main ?? '') ?? [])] }));
};

interface Imported {
  readonly root: string;
  readonly reports: readonly FileReport[];
}

const importAll = async (sessions: readonly SessionFiles[], io: Io): Promise<Imported> => {
  const log = openProjectLog({ env: io.env, cwd: io.cwd, fs: nodeLogFs });
  const { location, folder, writer } = log;
  refuseLinks(location.root, nodeLogFs);
  const unlock = await lockImports(location.root, (pid) =>
    io.stderr(`docket: another import is at work here (process ${pid}); waiting for it\n`),
  );
  try {
    const redactionTexts = ownRules(location.policyDir, io);
    const deps = { blobs: log.blobs, redactionTexts, ...bulkRedaction() };
    const startAside = isWorthAThread(sessions)
      ? () => encodeAside(WORKER, { root: location.root, redactionTexts })
      : null;
    const sink = lineSink((lines) => writer.append(lines), deps, startAside);
    const reports = await eachSession(sessions, folder, location, sink, io).finally(sink.close);
    // The next hook call must not have to read all that was imported.
    if (reports.some(({ events }) => events > 0)) saveState(folder, location.root);
    writer.sync();
    return { root: location.root, reports };
  } finally {
    unlock();
    writer.close();
  }
};

/** Reads and translates all the same, and writes nothing. */
const lookOnly = async (sessions: readonly SessionFiles[], io: Io): Promise<Imported> => {
  const { location, folder } = findProject(io);
  const deps = { blobs: NO_BLOBS, redactionTexts: ownRules(location.policyDir, io), ...bulkRedaction() };
  const reports = await eachSession(
    sessions,
    folder,
    location,
    lineSink(() => undefined, deps, null),
    io,
  );
  return { root: location.root, reports };
};

/** The built worker lies beside the built command. */
const WORKER = join(__dirname, 'import-worker.cjs');

/** Bytes of transcripts. Starting a thread and making its code fast costs as much as encoding what several megabytes become. */
const WORTH_A_THREAD = 32 * 1024 * 1024;

const isWorthAThread = (sessions: readonly SessionFiles[]): boolean => {
  const files = sessions.flatMap(({ main, agents }) => (main === null ? agents : [main, ...agents]));
  const bytes = files.reduce((sum, path) => sum + bytesOf(path), 0);
  return bytes >= WORTH_A_THREAD && availableParallelism() > 1 && existsSync(WORKER);
};

const bytesOf = (path: string): number => {
  try {
    return statSync(path).size;
  } catch {
    return 0;
  }
};

const ownRules = (policyDir: string, io: Io) => redactionTexts(readPolicyFiles(policyDir, io.env));

const NO_BLOBS: BlobStore = { put: () => ({ $blob: null, bytes: 0, head: '', tail: '' }) };

const eachSession = async (
  sessions: readonly SessionFiles[],
  folder: Parameters<typeof knownEvents>[0],
  { policyDir, projectDir }: { readonly policyDir: string; readonly projectDir: string },
  sink: LineSink,
  io: Io,
): Promise<FileReport[]> => {
  const known = knownEvents(folder);
  const progress = byteProgressFor(io);
  const reports: FileReport[] = [];
  for (const [at, files] of sessions.entries()) {
    const onBytes = progress.on(`importing session ${at + 1} of ${sessions.length}`);
    const deps = { known, sink, projects: [policyDir, projectDir], onBytes };
    reports.push(...(await importSession(files, deps)));
    // Lets an interrupt through.
    await nextTurn();
  }
  progress.done();
  return reports;
};
