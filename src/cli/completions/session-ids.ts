import { indexFile } from '../../events/index-file.ts';
import { readBlocks } from '../../events/log-reader.ts';
import { comparePositions, LOG_START } from '../../events/position.ts';
import { isOfThisLog } from '../../events/print.ts';
import { listSegments } from '../../events/segments.ts';
import { INDEX_BOUNDS, startIndex } from '../../events/stream-index.ts';
import type { Io } from '../io.ts';
import { findProject } from '../project.ts';
import type { Offer } from './values.ts';

/**
 * The sessions of the project's log, the most recently active one first. Writes nothing and reads no more than the saved
 * index and the log's last segment: older sessions are missing where no command has saved an index yet. Throws the
 * system's errors.
 */
export const knownSessions = (io: Pick<Io, 'env' | 'cwd'>): Offer[] => {
  const { folder } = findProject(io);
  const last = listSegments(folder).at(-1);
  if (last === undefined) return [];
  const file = indexFile(folder);
  file.read();
  const saved = file.data !== null && isOfThisLog(folder, file.data) ? file.data : null;
  const builder = startIndex(saved, folder.limit, INDEX_BOUNDS);
  const lastSegment = { segment: last, offset: 0 };
  const indexed = saved?.position ?? LOG_START;
  for (const block of readBlocks(folder, comparePositions(indexed, lastSegment) > 0 ? indexed : lastSegment)) {
    builder.add(block);
  }
  return builder
    .streams()
    .filter(({ host, events }) => events > 0 && host !== 'docket')
    .map(({ stream, lastAt, endedAt, imported }) => ({
      value: stream,
      means: `${imported ? 'imported' : endedAt === null ? 'live' : 'ended'}, ${lastAt.slice(0, 16).replace('T', ' ')}`,
    }))
    .reverse();
};
