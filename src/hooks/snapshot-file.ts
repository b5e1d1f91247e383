import type { LowSync } from 'lowdb';
import { cacheFile } from '../events/cache-file.ts';
import type { LogFs } from '../events/log-fs.ts';
import { parseSnapshot, type Snapshot, snapshotText } from '../projections/snapshot.ts';

/** The file of a project's snapshot. */
export const snapshotFile = (root: string, fs: LogFs): LowSync<Snapshot | null> =>
  cacheFile(`${root}/snapshots`, 'project.json', fs, { parse: parseSnapshot, textOf: snapshotText });

/** The snapshot of a project's log, or null. */
export const readSnapshot = (root: string, fs: LogFs): Snapshot | null => {
  const file = snapshotFile(root, fs);
  file.read();
  return file.data;
};
