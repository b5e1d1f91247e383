import type { LogFs } from '../events/log-fs.ts';
import { readCache } from '../events/read-cache.ts';
import { parseSnapshot, type Snapshot } from '../projections/snapshot.ts';

/** Where the snapshot of a project's log is kept. */
export const snapshotPath = (root: string): string => `${root}/snapshots/${SNAPSHOT_NAME}`;

/** The snapshot of a project's log, or null. */
export const readSnapshot = (root: string, fs: LogFs): Snapshot | null =>
  readCache(snapshotPath(root), fs, parseSnapshot);

export const SNAPSHOT_NAME = 'project.json';
