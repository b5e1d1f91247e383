import { cacheFile } from '../events/cache-file.ts';
import type { LogFs } from '../events/log-fs.ts';
import { snapshotParts } from '../projections/make-snapshot.ts';
import { parseSnapshot, type Snapshot } from '../projections/snapshot.ts';
import { SNAPSHOT_NAME, snapshotPath } from './snapshot-file.ts';

/** Keeps a snapshot, or with null removes the one that is kept. Throws the system's errors. */
export const writeSnapshot = (root: string, fs: LogFs, snapshot: Snapshot | null): void => {
  if (snapshot === null) {
    fs.rmSync(snapshotPath(root), { force: true });
    return;
  }
  const format = { parse: parseSnapshot, partsOf: snapshotParts };
  const file = cacheFile<Snapshot>(`${root}/snapshots`, SNAPSHOT_NAME, fs, format);
  file.data = snapshot;
  file.write();
};
