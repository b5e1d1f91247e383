import type { LowSync } from 'lowdb';
import { cacheFile } from '../events/cache-file.ts';
import type { LogFs } from '../events/log-fs.ts';
import { parseSnapshot, type Snapshot, snapshotParts } from '../projections/snapshot.ts';

/** Where the snapshot of a project's log is kept. */
export const snapshotPath = (root: string): string => `${root}/snapshots/${NAME}`;

/** The snapshot of a project's log, or null. */
export const readSnapshot = (root: string, fs: LogFs): Snapshot | null => {
  const file = snapshotFile(root, fs);
  file.read();
  return file.data;
};

/** Keeps a snapshot, or with null removes the one that is kept. Throws the system's errors. */
export const writeSnapshot = (root: string, fs: LogFs, snapshot: Snapshot | null): void => {
  if (snapshot === null) {
    fs.rmSync(snapshotPath(root), { force: true });
    return;
  }
  const file = snapshotFile(root, fs);
  file.data = snapshot;
  file.write();
};

const snapshotFile = (root: string, fs: LogFs): LowSync<Snapshot | null> =>
  cacheFile(`${root}/snapshots`, NAME, fs, { parse: parseSnapshot, partsOf: snapshotParts });

const NAME = 'project.json';
