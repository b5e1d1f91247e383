import { type RowReader, type RowTally, readRows } from './read-rows.ts';
import { isRow, timeIn } from './row.ts';
import type { Source } from './source.ts';
import type { LineFacts } from './translate.ts';

/** A file of a session that is about to be read. */
export interface SourceFile {
  readonly source: Source;
  /** The time of its first line, milliseconds since the epoch; null where no line has one. */
  readonly startsAt: number | null;
  readonly lineFacts: () => Promise<LineFacts>;
  /** What was read of it. */
  read: RowTally;
}

export const NOTHING_READ: RowTally = { lines: 0, tooLong: 0, empty: 0, bytes: 0, unparsed: 0 };

export interface RowHandler {
  /** The next row is read once this is settled. */
  readonly onRow: (source: Source, row: unknown, facts: LineFacts) => Promise<void>;
  readonly onEnd: (source: Source) => void;
  readonly onError: (source: Source, error: unknown) => void;
  /** How many bytes more were read. */
  readonly onBytes: (bytes: number) => void;
}

/** A file that is being read. */
interface Open {
  readonly file: SourceFile;
  readonly reader: RowReader;
  readonly facts: LineFacts;
  row: unknown;
  at: number;
  told: number;
}

/**
 * Reads the files of a session in one order: each from its beginning to its end, and beside each other by the times of their lines. A
 * line without a time stands where its neighbour does. A file is opened when its time has come, so that few are open at once.
 */
export const readMerged = async (files: readonly SourceFile[], handler: RowHandler): Promise<void> => {
  const waiting = [...files].sort((a, b) => rank(a) - rank(b) || startOf(a) - startOf(b));
  const open: Open[] = [];
  for (;;) {
    let next = earliest(open);
    const first = waiting[0];
    if (first !== undefined && (next === null || rank(first) === 0 || startOf(first) <= next.at)) {
      waiting.shift();
      const opened = await openFile(first, handler);
      if (opened !== null) open.push(opened);
      continue;
    }
    if (next === null) return;
    await handler.onRow(next.file.source, next.row, next.facts);
    if (!(await advance(next, handler))) open.splice(open.indexOf(next), 1);
    next = null;
  }
};

const rank = ({ source }: SourceFile): number => (source.actor.id === 'main' ? 0 : 1);

const startOf = ({ startsAt }: SourceFile): number => startsAt ?? Number.POSITIVE_INFINITY;

/** Of two at one time a subagent's goes first, but what asked for it. */
const earliest = (open: readonly Open[]): Open | null => {
  let best: Open | null = null;
  for (const candidate of open) {
    if (best === null || candidate.at < best.at) best = candidate;
    else if (candidate.at === best.at && best.file.source.actor.id === 'main' && !isAsking(best.row)) best = candidate;
  }
  return best;
};

const isAsking = (row: unknown): boolean => isRow(row) && row['type'] === 'assistant';

const openFile = async (file: SourceFile, handler: RowHandler): Promise<Open | null> => {
  try {
    const facts = await file.lineFacts();
    const reader = readRows(file.source.path);
    const opened: Open = {
      file,
      reader,
      facts,
      row: undefined,
      at: file.startsAt ?? Number.NEGATIVE_INFINITY,
      told: 0,
    };
    return (await advance(opened, handler)) ? opened : null;
  } catch (error) {
    handler.onError(file.source, error);
    return null;
  }
};

/** Goes on to the next line of a file. False at its end. */
const advance = async (open: Open, { onEnd, onError, onBytes }: RowHandler): Promise<boolean> => {
  const { file, reader } = open;
  try {
    open.row = await reader.next();
  } catch (error) {
    file.read = reader.tally();
    onError(file.source, error);
    return false;
  }
  const bytes = reader.bytes();
  if (bytes > open.told) onBytes(bytes - open.told);
  open.told = bytes;
  if (open.row === undefined) {
    file.read = reader.tally();
    onEnd(file.source);
    return false;
  }
  if (isRow(open.row)) open.at = timeIn(open.row['timestamp']) ?? open.at;
  return true;
};
