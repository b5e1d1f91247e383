import { isLogLine, parseBlock, readBlocks } from '../../events/log-reader.ts';
import { openStreamIndex } from '../../events/open-index.ts';
import { readSession } from '../../events/read-sessions.ts';
import { scanBlock } from '../../events/scan-block.ts';
import { type LogFolder, listSegments } from '../../events/segments.ts';
import type { StreamIndex } from '../../events/stream-index.ts';

/** What a log holds of a session. */
export interface KnownSession {
  readonly ids: ReadonlySet<string>;
  /** A hook recorded events of it: what docket saw itself is not imported over it. */
  readonly isRecorded: boolean;
  /** The last line of the session's own that became an event. */
  readonly tip: string | null;
}

/** What was imported into a log before, and by this import so far. */
export interface KnownEvents {
  /** The session that holds a conversation, by the id of the event that says where it began. */
  readonly streamOf: (root: string) => string | null;
  readonly noteRoot: (root: string, stream: string) => void;
  readonly session: (stream: string) => KnownSession;
  /** To be called after events were added to a session. */
  readonly noteAdded: (stream: string) => void;
}

export const knownEvents = (folder: LogFolder): KnownEvents => {
  const isEmpty = listSegments(folder).length === 0;
  const roots = isEmpty ? new Map<string, string>() : rootsIn(folder);
  let index: StreamIndex | null = isEmpty ? null : openStreamIndex(folder);
  const names = new Set(index?.streams.map(({ stream }) => stream));
  return {
    streamOf: (root) => roots.get(root) ?? null,
    noteRoot: (root, stream) => roots.set(root, stream),
    session: (stream) => {
      if (!names.has(stream)) return NOTHING;
      index ??= openStreamIndex(folder);
      return sessionIn(folder, stream, index);
    },
    noteAdded: (stream) => {
      names.add(stream);
      index = null;
    },
  };
};

const NOTHING: KnownSession = { ids: new Set(), isRecorded: false, tip: null };

const sessionIn = (folder: LogFolder, stream: string, index: StreamIndex): KnownSession => {
  const ids = new Set<string>();
  let isRecorded = false;
  let tip: string | null = null;
  for (const { event } of readSession(folder, stream, index)) {
    if (event.provenance !== 'import') isRecorded = true;
    ids.add(event.id);
    if (event.actor.id === 'main' && event.delivery !== undefined) tip = event.delivery;
  }
  return { ids, isRecorded, tip };
};

/** Where imported sessions begin. One look through the log; only those lines are parsed. */
const rootsIn = (folder: LogFolder): Map<string, string> => {
  const roots = new Map<string, string>();
  const names = new Map<string, string | null>();
  for (const block of readBlocks(folder)) {
    scanBlock(block, names, ({ type, start, end }) => {
      if (type !== 'SessionStarted') return;
      const bytes = block.bytes.subarray(start, end + 1);
      for (const line of parseBlock({ ...block, offset: block.offset + start, bytes })) {
        if (isLogLine(line) && line.event.provenance === 'import') roots.set(line.event.id, line.event.stream);
      }
    });
  }
  return roots;
};
