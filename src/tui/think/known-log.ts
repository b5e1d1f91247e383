import { dirname } from 'node:path';
import type { LogFolder } from '../../events/segments.ts';
import type { StreamIndex } from '../../events/stream-index.ts';
import { readSnapshot } from '../../hooks/snapshot-file.ts';
import type { Snapshot } from '../../projections/snapshot.ts';

/** A log with what makes it fast to come to any place in it. */
export interface KnownLog {
  readonly folder: LogFolder;
  readonly index: StreamIndex;
  readonly snapshot: Snapshot | null;
}

/** The log as its index knows it, and what the hook keeps of it. */
export const knownLog = (folder: LogFolder, index: StreamIndex): KnownLog => ({
  folder,
  index,
  snapshot: readSnapshot(dirname(folder.path), folder.fs),
});
