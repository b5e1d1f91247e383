import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { nodeLogFs } from '../../events/log-fs.ts';
import { isLogLine, type LogLine, parseBlock } from '../../events/log-reader.ts';
import { type LogFolder, listSegments, logFolder, SEGMENT_LIMIT } from '../../events/segments.ts';
import { type Io, NotFoundError, UsageError } from '../io.ts';
import { findLoggedProject } from '../project.ts';

/** Sessions to judge: a log, or the events of a file such as a golden session. */
export type Source = { readonly folder: LogFolder } | { readonly lines: readonly LogLine[] };

/** What the paths name; without any the project's log. Throws `NotFoundError` and `UsageError`. */
export const sourcesOf = (paths: readonly string[], io: Io): Source[] =>
  paths.length === 0 ? [{ folder: findLoggedProject(io).folder }] : paths.map((path) => sourceAt(path, io));

const sourceAt = (name: string, { cwd }: Io): Source => {
  const path = resolve(cwd, name);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) throw new NotFoundError(`${name} is not there.`);
  if (!found.isDirectory()) return { lines: linesOf(readFileSync(path), name) };
  const folder = [`${path}/.docket`, path]
    .map((root) => logFolder(root, nodeLogFs))
    .concat({ path, fs: nodeLogFs, limit: SEGMENT_LIMIT })
    .find((candidate) => listSegments(candidate).length > 0);
  if (folder === undefined) {
    throw new UsageError(`${name} holds no log: name a project, its .docket folder, or a file with one event a line.`);
  }
  return { folder };
};

const linesOf = (bytes: Buffer, name: string): LogLine[] => {
  // The last line of a file may have no end.
  const whole = Buffer.concat([bytes, Buffer.from('\n')]);
  const lines = [...parseBlock({ segment: 1, offset: 0, bytes: whole })];
  const events = lines.filter(isLogLine);
  if (events.length === 0 && lines.length > 0) {
    throw new UsageError(`${name} holds no events: it takes what \`docket log --json\` prints.`);
  }
  return events;
};
