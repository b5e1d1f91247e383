import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExportOrigin, WriteOptions } from '../../src/audit/format.ts';
import { ndjsonFormat } from '../../src/audit/ndjson/format.ts';
import type { ExportReading } from '../../src/audit/ndjson/read-export.ts';
import { checkExport, restoreLog } from '../../src/audit/ndjson/restore.ts';
import { type Selection, selectLog } from '../../src/audit/selection.ts';
import type { Sharing } from '../../src/audit/sharing/sharing.ts';
import { newEventId } from '../../src/events/ids.ts';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { openSegment } from '../../src/events/open-segment.ts';
import { type LogFolder, listSegments } from '../../src/events/segments.ts';
import { tempProject } from '../kit/temp-project.ts';

const ORIGIN: ExportOrigin = { project: 'shop', version: '0.1.0', at: '2026-01-31T14:00:00.000Z' };

export const EVERYTHING: Selection = { sessions: null, matches: () => true, last: null, gate: null, words: [] };

/** The events of a session, as `--session` chooses them. */
export const session = (id: string): Selection => ({
  sessions: [id],
  matches: () => true,
  last: null,
  gate: null,
  words: [`--session ${id}`],
});

export interface ExportChoice extends Partial<WriteOptions> {
  readonly selection?: Selection;
  readonly sharing?: Sharing;
}

/** The text of an ndjson export. */
export const exportOf = (
  folder: LogFolder,
  { selection = EVERYTHING, sharing, blobs = true, digests = true }: ExportChoice = {},
): string => {
  const log = selectLog(folder, selection, { sharing: sharing ?? null });
  return [...ndjsonFormat.write(log, ORIGIN, { blobs, digests })].join('');
};

/** A file with a text, and its descriptor while it is worked on. */
export const withFile = async <Result>(text: string, work: (fd: number) => Promise<Result>): Promise<Result> => {
  const path = join(tempProject().path, 'export.ndjson');
  writeFileSync(path, text);
  const fd = openSync(path, 'r');
  try {
    return await work(fd);
  } finally {
    closeSync(fd);
  }
};

export const check = (text: string): Promise<ExportReading> =>
  withFile(text, (fd) => checkExport({ fs: nodeLogFs, fd }));

/** Restores an export; returns the folder that then holds `log`, `blobs` and `head`. */
export const restored = async (text: string): Promise<string> => {
  const root = join(tempProject().path, 'restored');
  await withFile(text, (fd) => restoreLog({ fs: nodeLogFs, fd, root, newId: newEventId }).work());
  return root;
};

/** All bytes of each segment, whichever way it is kept. */
export const bytesOf = (folder: LogFolder): Record<number, string> =>
  Object.fromEntries(
    listSegments(folder).map((segment) => {
      const source = openSegment(folder, segment, segment !== listSegments(folder).at(-1));
      const buffer = Buffer.alloc(8 * 1024 * 1024);
      const bytes = buffer.subarray(0, source.read(buffer, 0)).toString('latin1');
      source.close();
      return [segment, bytes];
    }),
  );

export const readBlob = (root: string, name: string): string =>
  readFileSync(join(root, 'blobs', name.slice(0, 2), name), 'utf8');
