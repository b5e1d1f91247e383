import { existsSync, statSync } from 'node:fs';
import { findGitLayout, realFolder } from '../../events/git-layout.ts';
import { errorCode } from '../../events/log-fs.ts';
import { sessionKind } from '../../hooks/observers/session-kind.ts';
import { isIn } from '../../projections/paths.ts';
import { importedId } from '../../replay/import/event-id.ts';
import { agentIdOf, isAgentFile, type SessionFiles, sessionByPlace } from '../../replay/import/find-transcripts.ts';
import { type Identity, identify } from '../../replay/import/identify.ts';
import { lineFacts } from '../../replay/import/line-facts.ts';
import { NOTHING_READ, readMerged, type SourceFile } from '../../replay/import/merged-rows.ts';
import { type ImportedDraft, newSource, type Source, tally } from '../../replay/import/source.ts';
import { translator } from '../../replay/import/translate.ts';
import { rolloutTranslator } from '../../replay/import/translate-rollout.ts';
import { containsText } from './contains-text.ts';
import type { KnownEvents, KnownSession } from './known-events.ts';
import type { LineSink } from './line-sink.ts';
import { type FileReport, fileReport } from './report.ts';
import { sessionWriter } from './write-session.ts';

export interface ImportDeps {
  readonly known: KnownEvents;
  readonly sink: LineSink;
  /** The folders that are the project's own. */
  readonly projects: readonly string[];
  /** Told how many bytes more were read. */
  readonly onBytes: (bytes: number) => void;
}

/** One file and what its beginning says of it; null where it cannot be read. */
interface LookedAt {
  readonly path: string;
  readonly identity: Identity;
  readonly bytes: number;
  readonly changedAt: number;
}

/**
 * Imports one session: its own file and those of its subagents, told apart by their place and their lines and brought into one
 * order by their times. Reports on each file; one that cannot be read is reported as failed, and the others go on.
 */
export const importSession = async (files: SessionFiles, deps: ImportDeps): Promise<FileReport[]> => {
  const reports: FileReport[] = [];
  const looked: LookedAt[] = [];
  for (const path of [...(files.main === null ? [] : [files.main]), ...files.agents]) {
    const found = await lookAt(path);
    if (typeof found === 'string') reports.push(fileReport(path, { status: 'failed', error: found }));
    else if (found.bytes === 0) reports.push(fileReport(path, { status: 'empty' }));
    else if (found.identity.format === null) {
      deps.onBytes(found.bytes);
      reports.push(fileReport(path, { status: 'unrecognised' }));
    } else looked.push(found);
  }
  const [first] = looked;
  if (first === undefined) return reports;
  return [...reports, ...(await importFiles(first, looked, files, deps))];
};

const lookAt = async (path: string): Promise<LookedAt | string> => {
  try {
    const { size, mtimeMs } = statSync(path);
    return { path, identity: await identify(path), bytes: size, changedAt: Math.floor(mtimeMs) };
  } catch (error) {
    return errorCode(error);
  }
};

const importFiles = async (
  first: LookedAt,
  looked: readonly LookedAt[],
  files: SessionFiles,
  deps: ImportDeps,
): Promise<FileReport[]> => {
  const { known } = deps;
  const { identity } = first;
  const placed = placeOf(first, known);
  const { stream, session, copied } = placed;
  if (session.isRecorded) {
    for (const { bytes } of looked) deps.onBytes(bytes);
    return looked.map(({ path }) => fileReport(path, { status: 'recorded', session: stream }));
  }
  const worktreeOf = worktrees(identity.cwd);
  const host = identity.format === 'codex' ? 'codex' : 'claude-code';
  const sources = looked.map((file) => openSource(file, files));
  const own = (sources[0] as SourceFile).source;
  const writer = sessionWriter(
    { stream, host, known: session.ids, worktreeOf, onProblem: (reason) => tally(own.counts.skipped, reason) },
    deps.sink,
  );
  const isCopy = (draft: ImportedDraft): boolean => copied?.ids.has(importedId(copied.stream, draft.key)) === true;
  const beginning = (): readonly ImportedDraft[] => begin(first, own, placed, worktreeOf(identity.cwd), deps);
  const translate = host === 'codex' ? rolloutTranslator() : translator();
  const add = (drafts: readonly ImportedDraft[]): void => {
    for (const draft of drafts) if (!isCopy(draft)) writer.add(draft, beginning);
  };
  const problems = new Map<Source, string>();
  await readMerged(sources, {
    onRow: (source, row, facts) => {
      add(translate.line(source, row, facts));
      return deps.sink.ready();
    },
    onEnd: (source) => add(translate.end(source)),
    onError: (source, error) => problems.set(source, errorCode(error)),
    onBytes: deps.onBytes,
  });
  await writer.end();
  if (writer.added() > 0) {
    known.noteAdded(stream);
    if (placed.rootId !== null) known.noteRoot(placed.rootId, stream);
  }
  return sources.map(({ source, read }, at) =>
    fileReport(source.path, {
      status: problems.has(source) ? 'failed' : writer.added() > 0 ? 'imported' : 'unchanged',
      ...failure(problems.get(source)),
      session: stream,
      agent: source.actor.id === 'main' ? null : source.actor.id,
      // Events are the session's, whatever file they are from.
      events: at === 0 ? writer.added() : 0,
      children: at === 0 ? sources.slice(1).map(({ source: child }) => child.actor.id) : [],
      counts: source.counts,
      read,
      format: identity.format,
    }),
  );
};

const failure = (error: string | undefined) => (error === undefined ? {} : { error });

interface Placed {
  readonly stream: string;
  readonly session: KnownSession;
  /** The id of the event that says where a conversation began. */
  readonly rootId: string | null;
  /** The session whose history the file begins with, where it goes another way. */
  readonly copied: (KnownSession & { readonly stream: string }) | null;
}

/**
 * The session that a file belongs to. A client that resumes one may copy its history into a new file: where the whole of it is there,
 * the file continues that session, whatever name it has itself; where only the beginning is, it is another one, which adds
 * what is its own.
 */
const placeOf = ({ path, identity }: LookedAt, known: KnownEvents): Placed => {
  const named = identity.session ?? sessionByPlace(path);
  const { root } = identity;
  const rootId = root === null || isAgentFile(path) ? null : importedId('', `root ${root}`);
  const of = rootId === null ? null : known.streamOf(rootId);
  if (of === null || of === named) return { stream: named, session: known.session(named), rootId, copied: null };
  const other = known.session(of);
  if (other.tip !== null && containsText(path, other.tip)) return { stream: of, session: other, rootId, copied: null };
  return { stream: named, session: known.session(named), rootId: null, copied: { ...other, stream: of } };
};

const openSource = ({ path, identity, changedAt, bytes }: LookedAt, { main }: SessionFiles): SourceFile => {
  const isAgent = path !== main || isAgentFile(path);
  const id = identity.agent ?? agentIdOf(path);
  const type = identity.agentType;
  const actor = isAgent ? { id, ...(type === null ? {} : { type }) } : { id: 'main' };
  const isCompaction = isAgent && agentIdOf(path).startsWith('acompact-');
  const source = newSource({
    path,
    actor,
    at: identity.firstAt ?? changedAt,
    cwd: isAgent ? identity.cwd : null,
    isCompaction,
  });
  return { source, startsAt: identity.firstAt, lineFacts: () => lineFacts(path, bytes), read: NOTHING_READ };
};

/** What is known as a session begins, before the first of its events. */
const begin = (
  { identity }: LookedAt,
  source: Source,
  { stream, rootId, copied }: Placed,
  worktree: string | null,
  { projects }: ImportDeps,
): ImportedDraft[] => {
  const { source: how, model, version, entrypoint, gitBranch, cwd } = identity;
  const began = copied === null ? how : 'fork';
  const common = { at: identity.firstAt ?? source.at, actor: { id: 'main' }, turn: null, call: null, cwd };
  const data = {
    transcript_path: source.path,
    ...(cwd === null ? {} : { cwd }),
    ...(began === null ? {} : { source: began }),
    ...(model === null ? {} : { model }),
    ...(version === null ? {} : { version }),
    ...(entrypoint === null ? {} : { entrypoint }),
    ...(gitBranch === null ? {} : { git_branch: gitBranch }),
  };
  const key = 'SessionStarted';
  const id = rootId ?? importedId(stream, key);
  const started = { ...common, id, key, type: 'SessionStarted', delivery: key, data };
  const fact = (type: string, of: object): ImportedDraft => ({
    ...common,
    key: `${type} of ${key}`,
    type,
    delivery: null,
    cause: id,
    data: { ...of },
  });
  const kind = entrypoint === null ? null : sessionKind({ CLAUDE_CODE_ENTRYPOINT: entrypoint });
  return [
    started,
    ...(kind === null || kind.because === 'no marker' ? [] : [fact('HostObserved', kind)]),
    ...(gitBranch === null || cwd === null
      ? []
      : [
          fact('GitObserved', {
            about: 'session',
            path: cwd,
            worktree,
            branch: gitBranch,
            commit: null,
            project: projects.includes(worktree ?? ''),
          }),
        ]),
  ];
};

/**
 * The worktree of a working folder: where the folder is there, the one that it lies in; else the folder in which the session
 * began, or itself when it lies elsewhere.
 */
const worktrees = (first: string | null): ((cwd: string | null) => string | null) => {
  const found = new Map<string, string>();
  const lookUp = (cwd: string): string => {
    const git = existsSync(cwd) ? findGitLayout(realFolder(cwd)) : null;
    if (git !== null) return git.worktree;
    return first !== null && first !== cwd && isIn(first, cwd) ? lookUp(first) : cwd;
  };
  return (cwd) => {
    const folder = cwd ?? first;
    if (folder === null) return null;
    const worktree = found.get(folder) ?? lookUp(folder);
    if (found.size < MOST_FOLDERS) found.set(folder, worktree);
    return worktree;
  };
};

const MOST_FOLDERS = 1000;
