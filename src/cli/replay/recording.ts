import { closeSync, mkdtempSync, openSync, readdirSync, readSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { nodeLogFs } from '../../events/log-fs.ts';
import { isLogLine } from '../../events/log-reader.ts';
import { openLogWriter } from '../../events/log-writer.ts';
import { openStreamIndex } from '../../events/open-index.ts';
import { listSegments, logFolder } from '../../events/segments.ts';
import { readGolden } from '../../replay/golden-file.ts';
import { type Io, NotFoundError } from '../io.ts';
import { shellWord } from '../shell-word.ts';

/** Something recorded that lies outside of the project's log, to be read as a log. */
export interface Recording {
  /** Makes it readable. Throws `NotFoundError` where it is nothing of the kind, and the system's errors. */
  readonly open: () => Promise<OpenRecording>;
  /** The folder of what was written to read it; null where it is read where it is. */
  readonly path: string | null;
  /** Removes what was written. */
  readonly remove: () => void;
}

export interface OpenRecording {
  /** What reads the project's log reads this one with it. */
  readonly io: Io;
  /** The one session that it has; null where there are several. */
  readonly session: string | null;
}

/**
 * What a path names: transcripts, which are imported into a log that is removed again; a golden or other file of events;
 * a folder with a log, which is read where it is. Null for what is no path. Throws `NotFoundError`.
 */
export const recordingAt = (named: string, io: Io): Recording | null => {
  const path = resolve(io.cwd, named);
  const file = statSync(path, { throwIfNoEntry: false });
  if (file === undefined) {
    if (!/[/\\]|\.(?:nd)?jsonl?$/.test(named)) return null;
    throw new NotFoundError(`There is no ${path}. ${TAKES}`);
  }
  const root = file.isDirectory() ? rootIn(path) : null;
  if (root !== null) return { open: async () => openAt(root, io), path: null, remove: () => undefined };
  const made = mkdtempSync(join(tmpdir(), 'docket-replay-'));
  return {
    open: async () => {
      if (file.isDirectory() && listSegments({ ...logFolder(path, nodeLogFs), path }).length > 0) {
        symlinkSync(path, join(made, 'log'), 'junction');
      } else if (file.isDirectory() || !copyEvents(path, made)) await importInto(made, path, io);
      return openAt(made, io);
    },
    path: made,
    remove: () => rmSync(made, { recursive: true, force: true }),
  };
};

/** What there is to say wherever something else was named. */
const TAKES =
  "docket replay takes how a session's id begins, a transcript of Claude Code or Codex, a golden, a folder of transcripts, or one with a log of docket's.";

/** The folder of docket's files that a folder is, or has. */
const rootIn = (path: string): string | null =>
  [path, join(path, '.docket')].find((root) => listSegments(logFolder(root, nodeLogFs)).length > 0) ?? null;

const openAt = (root: string, io: Io): OpenRecording => {
  const { streams } = openStreamIndex(logFolder(root, nodeLogFs));
  const sessions = streams.filter(({ events, host }) => events > 0 && host !== 'docket');
  const [only, other] = sessions;
  const session = only === undefined || other !== undefined ? null : only.stream;
  return { io: { ...io, env: { ...io.env, DOCKET_DIR: root } }, session };
};

const LINES_AT_ONCE = 500;

/** Makes a log of a file with an event a line. Returns whether it is one. */
const copyEvents = (path: string, root: string): boolean => {
  const { session, lines } = readGolden(path);
  let waiting: string[] = [];
  let writer: ReturnType<typeof openLogWriter> | null = null;
  try {
    for (const line of lines) {
      // A transcript has no event in its first line, nor a golden's head.
      if (writer === null && session === null && !isLogLine(line)) return false;
      writer ??= openLogWriter(logFolder(root, nodeLogFs));
      if (isLogLine(line)) waiting.push(JSON.stringify(line.event));
      if (waiting.length < LINES_AT_ONCE) continue;
      writer.append(waiting);
      waiting = [];
    }
    if (waiting.length > 0) writer?.append(waiting);
    return writer !== null;
  } finally {
    writer?.close();
  }
};

/** Imports transcripts as `docket import` does. Throws `NotFoundError` where there is none. */
const importInto = async (root: string, path: string, io: Io): Promise<void> => {
  const { runImport } = await import('../import/run.ts');
  let said = '';
  const stdout = (text: string): void => {
    said += text;
  };
  // What is wrong with the path is said below.
  const stderr = (text: string): void => {
    if (!text.startsWith('docket: ')) io.stderr(text);
  };
  await runImport([path], { json: true }, { ...io, env: { ...io.env, DOCKET_DIR: root }, stdout, stderr });
  const { files } = JSON.parse(said) as {
    readonly files: readonly { readonly status: string; readonly path: string }[];
  };
  if (files.some(({ status }) => status === 'imported')) return;
  const [first] = files;
  const isFolder = statSync(path).isDirectory();
  const golden = isFolder ? goldenIn(path) : undefined;
  if (golden !== undefined) {
    throw new NotFoundError(
      `${path} holds goldens, and each is a recording of its own: docket replay ${shellWord(join(path, golden))} shows one. \`docket check\` judges all of a folder again.`,
    );
  }
  if (isExport(isFolder ? (first?.path ?? path) : path)) {
    throw new NotFoundError(
      `${path} is an export of a log: \`docket import --restore\` makes the log of it in a folder without one, and that can be looked through.`,
    );
  }
  const why = !isFolder
    ? 'is nothing of the kind'
    : first === undefined
      ? 'has none in it'
      : 'has nothing of the kind in it';
  throw new NotFoundError(`${path} ${why}. ${TAKES}`);
};

/** The name of the first golden in a folder. */
const goldenIn = (folder: string): string | undefined =>
  readdirSync(folder)
    .filter((name) => /\.(?:nd)?jsonl?$/.test(name))
    .sort()
    .find((name) => beginningOf(join(folder, name)).startsWith('{"golden":'));

const isExport = (path: string): boolean => beginningOf(path).startsWith('{"docket":"export"');

/** Of a file; empty where it cannot be read. */
const beginningOf = (path: string): string => {
  const bytes = Buffer.alloc(32);
  try {
    const fd = openSync(path, 'r');
    try {
      return bytes.toString('latin1', 0, readSync(fd, bytes, 0, bytes.length, 0));
    } finally {
      closeSync(fd);
    }
  } catch {
    return '';
  }
};
