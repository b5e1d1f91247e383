import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { nodeLogFs } from '../../events/log-fs.ts';
import { isLogLine, type LogLine } from '../../events/log-reader.ts';
import { type LogFolder, listSegments, logFolder, SEGMENT_LIMIT } from '../../events/segments.ts';
import { GoldenError, readGolden } from '../../replay/golden-file.ts';
import { type Io, NotFoundError, UsageError } from '../io.ts';
import { findLoggedProject } from '../project.ts';

/**
 * Sessions to judge: a log, or the events of a file; `session`: the one that a golden is about, null for all. `name`: as it
 * was given, null for the project's log.
 */
export type Source = { readonly name: string | null } & (
  | { readonly folder: LogFolder }
  | { readonly session: string | null; readonly lines: readonly LogLine[] }
);

/** What the paths name; without any the project's log. Throws `NotFoundError` and `UsageError`. */
export const sourcesOf = (paths: readonly string[], io: Io): Source[] =>
  paths.length === 0 ? [{ name: null, folder: findLoggedProject(io).folder }] : paths.map((path) => sourceAt(path, io));

const sourceAt = (name: string, { cwd }: Io): Source => {
  const path = resolve(cwd, name);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new NotFoundError(`${name} is not there.`);
  if (!found.isDirectory()) return fileAt(path, name);
  const folder = [`${path}/.docket`, path]
    .map((root) => logFolder(root, nodeLogFs))
    .concat({ path, fs: nodeLogFs, limit: SEGMENT_LIMIT })
    .find((candidate) => listSegments(candidate).length > 0);
  if (folder === undefined) {
    throw new UsageError(`${name} holds no log: name a project, its .docket folder, or a file with one event a line.`);
  }
  return { name, folder };
};

const fileAt = (path: string, name: string): Source => {
  try {
    const { session, lines } = readGolden(path);
    const all = [...lines];
    const events = all.filter(isLogLine);
    if (events.length > 0 || all.length === 0) return { name, session, lines: events };
  } catch (error) {
    throw error instanceof GoldenError ? new UsageError(error.message) : error;
  }
  throw new UsageError(`${name} holds no events: it takes a golden, or what \`docket log --json\` prints.`);
};
