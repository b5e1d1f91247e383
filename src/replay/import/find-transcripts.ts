import { readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '../../events/log-fs.ts';

/** A session's own file and those of its subagents. */
export interface SessionFiles {
  /** Null where only subagents' are there. */
  readonly main: string | null;
  readonly agents: readonly string[];
}

export interface Found {
  readonly sessions: readonly SessionFiles[];
  /** What could not be looked at. */
  readonly failed: readonly { readonly path: string; readonly code: string }[];
}

const EXTENSION = '.jsonl';

/**
 * The transcripts that paths name: a file brings its subagents' along, a folder everything in it, at any depth. Each once, whatever
 * leads to it. Links to folders are not followed.
 */
export const findTranscripts = (paths: readonly string[]): Found => {
  const files = new Map<string, string>();
  const failed: { path: string; code: string }[] = [];
  const add = (path: string): void => {
    try {
      const { isFile, isDirectory } = kindOf(path);
      // Reading something else may never end: a pipe waits for whoever writes to it.
      if (isFile) files.set(realpathSync(path), files.get(realpathSync(path)) ?? path);
      else if (!isDirectory) failed.push({ path, code: NO_FILE });
    } catch (error) {
      failed.push({ path, code: errorCode(error) });
    }
  };
  const addFolder = (folder: string): void => {
    try {
      const entries = readdirSync(folder, { withFileTypes: true });
      for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) addFolder(path);
        else if (entry.name.endsWith(EXTENSION)) add(path);
      }
    } catch (error) {
      failed.push({ path: folder, code: errorCode(error) });
    }
  };
  const addOwn = (folder: string): void => {
    if (isFolder(folder)) addFolder(folder);
  };
  for (const path of paths) {
    try {
      if (statSync(path).isDirectory()) {
        addFolder(path);
        // The folder of one session: its own file stands beside it.
        if (isFile(path + EXTENSION)) add(path + EXTENSION);
      } else {
        add(path);
        if (path.endsWith(EXTENSION)) addOwn(join(path.slice(0, -EXTENSION.length), 'subagents'));
      }
    } catch (error) {
      failed.push({ path, code: errorCode(error) });
    }
  }
  return { sessions: groups([...files.values()]), failed };
};

const groups = (files: readonly string[]): SessionFiles[] => {
  const bySession = new Map<string, { main: string | null; agents: string[] }>();
  const under = (session: string): { main: string | null; agents: string[] } => {
    const known = bySession.get(session) ?? { main: null, agents: [] };
    bySession.set(session, known);
    return known;
  };
  for (const file of files) {
    const parent = sessionOfAgent(file);
    if (parent === null) under(file).main = file;
    else under(parent).agents.push(file);
  }
  return [...bySession.values()];
};

/** The session's file to which a subagent's belongs by its place; null of any other file. */
const sessionOfAgent = (file: string): string | null => {
  const at = file.lastIndexOf('/subagents/');
  if (at >= 0) return file.slice(0, at) + EXTENSION;
  return null;
};

/** The id of a subagent by the name of its file. */
export const agentIdOf = (file: string): string => basename(file, EXTENSION).replace(/^agent-/, '');

/** Whether a file's name says that it is a subagent's: older clients keep them beside the session's. */
export const isAgentFile = (file: string): boolean =>
  basename(file).startsWith('agent-') || sessionOfAgent(file) !== null;

/** The session that a file's place names, where its lines name none. */
export const sessionByPlace = (file: string): string => {
  const parent = sessionOfAgent(file);
  return basename(parent ?? file, EXTENSION) || basename(dirname(file));
};

/** The code of what is neither a file nor a folder. */
export const NO_FILE = 'ENOTFILE';

const kindOf = (path: string): { readonly isFile: boolean; readonly isDirectory: boolean } => {
  const stats = statSync(path);
  return { isFile: stats.isFile(), isDirectory: stats.isDirectory() };
};

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;
