import { dirname } from 'node:path';
import type { LogFolder } from '../../events/segments.ts';
import type { StreamIndex } from '../../events/stream-index.ts';
import { readSnapshot } from '../../hooks/snapshot-file.ts';
import type { Snapshot } from '../../projections/snapshot.ts';
import { openPast, type Past } from '../../replay/past.ts';
import { type Check, readLight, type SessionLines } from './session-lines.ts';

/** A log with what makes it fast to come to any place in it. */
export interface KnownLog {
  readonly folder: LogFolder;
  readonly index: StreamIndex;
  readonly snapshot: Snapshot | null;
  /** What the log came to: kept between questions, so that only the first one about a long session takes long. */
  readonly past: Past;
  /** The lines of a session; those that were asked for last are kept. */
  readonly sessionLines: (stream: string) => SessionLines;
  /** Throws where nobody waits for the answer any more. */
  readonly check: Check;
}

/** The log as its index knows it, and what the hook keeps of it. */
export const knownLog = (folder: LogFolder, index: StreamIndex, check: Check = () => undefined): KnownLog => {
  const snapshot = readSnapshot(dirname(folder.path), folder.fs);
  let kept: { readonly stream: string; readonly lines: SessionLines } | null = null;
  const past = openPast(folder, index, { snapshot, check });
  return {
    folder,
    index,
    snapshot,
    past,
    sessionLines: (stream) => {
      if (kept?.stream !== stream)
        kept = { stream, lines: readLight(folder, stream, index, check, past.learning(stream)) };
      return kept.lines;
    },
    check,
  };
};
