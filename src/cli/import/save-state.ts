import { FORMAT_VERSION } from '../../events/envelope.ts';
import { isLogLine, type LogBlock, parseLine, readBlocks } from '../../events/log-reader.ts';
import { comparePositions, LOG_START } from '../../events/position.ts';
import { isOfThisLog, printBefore } from '../../events/print.ts';
import { readStream } from '../../events/read-stream.ts';
import type { LogFolder } from '../../events/segments.ts';
import { writeSnapshot } from '../../hooks/save-snapshot.ts';
import { readSnapshot } from '../../hooks/snapshot-file.ts';
import { type Fold, foldStream, startFold } from '../../projections/fold.ts';
import { makeSnapshot } from '../../projections/make-snapshot.ts';
import { mayBeEvicted, storedStates } from '../../projections/snapshot.ts';

/**
 * Keeps the state at the end of a log, so that the next hook call need not read what was imported. The state is what `loadState` makes of
 * the log: imported events change nothing in it, and are passed over by the beginnings of their lines. Throws the system's errors when
 * the log cannot be read; that nothing can be kept is no error.
 */
export const saveState = (folder: LogFolder, root: string): void => {
  const found = readSnapshot(root, folder.fs);
  const snapshot = found !== null && isOfThisLog(folder, found) ? found : null;
  const fold = startFold({
    imports: 'left-out',
    ...(snapshot === null ? {} : { from: snapshot.shared }),
    recall: (stream) => {
      if (snapshot === null) return undefined;
      const stored = storedStates(snapshot, stream);
      if (stored) return stored;
      if (stored === undefined && !mayBeEvicted(snapshot, stream)) return undefined;
      return foldStream(readStream(folder, stream, snapshot.position));
    },
  });
  const start = snapshot?.position ?? LOG_START;
  const blocks = readBlocks(folder, start);
  let next = blocks.next();
  for (; !next.done; next = blocks.next()) applyOwn(next.value, fold);
  const end = next.value;
  if (end.offset === 0 || comparePositions(end, start) <= 0) return;
  try {
    writeSnapshot(root, folder.fs, makeSnapshot(fold.state(), end, printBefore(folder, end), snapshot));
  } catch {
    // It is only a cache: the next call that may save one tries again.
  }
};

/** Applies the events of a block but the imported ones. */
const applyOwn = ({ segment, offset, bytes }: LogBlock, fold: Fold): void => {
  // One byte is one character, so offsets in the text are offsets in the bytes.
  const text = bytes.toString('latin1');
  let start = 0;
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    IMPORTED.lastIndex = start;
    if (end > start && !IMPORTED.test(text)) {
      const line = parseLine(bytes.subarray(start, end), { segment, offset: offset + start });
      if (isLogLine(line)) fold.apply(line.event);
    }
    start = end + 1;
  }
};

const TEXT = '"[^"\\\\\\n]*(?:\\\\.[^"\\\\\\n]*)*"';
const MAYBE = `(?:null|${TEXT})`;

/** How the line of an imported event begins, as docket writes it. One that begins otherwise is parsed. */
const IMPORTED = new RegExp(
  `\\{"v":${FORMAT_VERSION},"id":${TEXT},"type":${TEXT},"at":${TEXT},"stream":${TEXT},"actor":\\{[^{}\\n]*\\},` +
    `"host":${MAYBE},"turn":${MAYBE},"cause":${MAYBE},"call":${MAYBE},"worktree":${MAYBE},"provenance":"import",`,
  'y',
);
