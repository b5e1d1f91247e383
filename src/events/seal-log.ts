import { constants } from 'node:fs';
import { type Envelope, FORMAT_VERSION } from './envelope.ts';
import { lastSeal, sealsIn } from './find-seal.ts';
import { isoTime } from './iso-time.ts';
import { readBlocks } from './log-reader.ts';
import type { LogWriter } from './log-writer.ts';
import { formatPosition, LOG_START, type Position } from './position.ts';
import type { EventData } from './schemas.ts';
import { chainOf, digestOfDigests, MOST_LINES, type Seal, type SealPlace } from './seal.ts';
import { readHead, writeHead } from './seal-head.ts';
import { type SealKey, signChain } from './seal-key.ts';
import { type SealRange, sealRanges } from './seal-ranges.ts';
import { type LogFolder, listSegments, segmentPath } from './segments.ts';

export interface SealInput {
  readonly folder: LogFolder;
  /** The folder that holds the log's folder and `head`. */
  readonly root: string;
  readonly writer: LogWriter;
  /** What the seals' envelopes say beside the seal. */
  readonly base: Pick<Envelope, 'stream' | 'actor' | 'host' | 'turn' | 'cause' | 'worktree' | 'provenance'>;
  readonly now: () => number;
  readonly newId: () => string;
  /** Whether to force the sealed bytes and the seal to the disk. */
  readonly isSynced: boolean;
  /** Signs each seal, and the newest one by a further seal when it is not signed. */
  readonly key?: SealKey | null;
  /** Stops after the seal in which so many bytes were sealed; the next call goes on. */
  readonly mostBytes?: number;
  /** Called after each seal with its lines. */
  readonly onSealed?: (lines: number) => void;
}

export interface Sealed {
  /** The last seal now in the log; null when there is nothing to seal. */
  readonly last: SealPlace | null;
  /** Seals written, and the lines they cover. */
  readonly seals: number;
  readonly lines: number;
}

/**
 * Seals what no seal covers yet: appends a `LogSealed` for each range behind the newest seal. No lock: two processes
 * may seal the same lines, and then both seals hold. Throws the system's errors, `LogWriteError` among them.
 */
export const sealLog = (input: SealInput): Sealed => {
  const { folder, root, key = null, mostBytes = Number.POSITIVE_INFINITY } = input;
  const head = readHead(root, folder.fs);
  const { seal: before, lost } = lastSeal(folder, head);
  const start = before?.to ?? LOG_START;
  let prev = before?.chain ?? null;
  let pending: string[] = [];
  let [seals, lines, bytes, synced] = [0, 0, 0, start.segment];
  let end = start;
  const flush = (to: Position): void => {
    if (pending.length === 0) return;
    end = endOf(folder);
    if (input.isSynced) for (; synced < to.segment; synced += 1) syncSegment(folder, synced);
    // The newest segment of the range is the one that is written to, unless that rolled meanwhile.
    if (input.isSynced) syncSegment(folder, to.segment);
    input.writer.append(pending);
    if (input.isSynced) input.writer.sync();
    pending = [];
  };
  let last: SealRange | null = null;
  for (const range of sealRanges(folder, start)) {
    // Seals alone are not sealed again, but for a signature.
    if (range.isIdle && range.n < MOST_LINES && (key === null || before?.signature !== null)) break;
    const data = sealData(range, prev, { lost: seals === 0 ? lost : null, key });
    pending.push(JSON.stringify(envelopeOf(data, input)));
    prev = data.chain;
    last = range;
    seals += 1;
    lines += range.n;
    input.onSealed?.(lines);
    if (pending.length === BATCH) flush(range.to);
    bytes += sizeOf(range);
    if (bytes > mostBytes) break;
  }
  if (last === null) return { last: before === null ? null : placeOf(before), seals, lines };
  flush(last.to);
  const place = findPlace(folder, end, prev as string);
  if (place !== null) writeHead(root, folder.fs, place, head);
  return { last: place, seals, lines };
};

/** Seals written in one piece: at most about 0.5 MB. */
const BATCH = 16;

const sealData = (
  { from, to, n, hash, lines, torn }: SealRange,
  prev: string | null,
  { lost, key }: { readonly lost: SealPlace | null; readonly key: SealKey | null },
): EventData<'LogSealed'> => {
  const sealed = { prev, from: formatPosition(from), to: formatPosition(to), n, hash, digests: digestOfDigests(lines) };
  const chain = chainOf(sealed);
  return {
    ...sealed,
    chain,
    ...(torn.length === 0 ? {} : { torn: [...torn] }),
    ...(lost === null ? {} : { lost }),
    ...(key === null ? {} : signChain(key, chain)),
    lines,
  };
};

/** Made here and not by `encodeEvent`: the digests must not become a blob, nor pass for a secret. */
const envelopeOf = (data: EventData<'LogSealed'>, { base, now, newId }: SealInput): Envelope => ({
  v: FORMAT_VERSION,
  id: newId(),
  type: 'LogSealed',
  at: isoTime(now()),
  stream: base.stream,
  actor: base.actor,
  host: base.host,
  turn: base.turn,
  cause: base.cause,
  call: null,
  worktree: base.worktree,
  provenance: base.provenance,
  redacted: [],
  data,
});

const sizeOf = ({ from, to }: SealRange): number => (to.segment === from.segment ? to.offset - from.offset : to.offset);

const placeOf = ({ chain, position }: Seal): SealPlace => ({ chain, seal: formatPosition(position) });

/** Where the newest segment ends; its beginning when it was archived since it was listed. */
const endOf = (folder: LogFolder): Position => {
  const segment = listSegments(folder).at(-1) ?? 1;
  try {
    return { segment, offset: folder.fs.statSync(segmentPath(folder, segment)).size };
  } catch {
    return { segment, offset: 0 };
  }
};

/** Where a seal came to stand: others may have appended between its reading and its writing. */
const findPlace = (folder: LogFolder, from: Position, chain: string): SealPlace | null => {
  for (const block of readBlocks(folder, from))
    for (const { seal } of sealsIn(block)) if (seal?.chain === chain) return placeOf(seal);
  return null;
};

/** Forces a segment that others wrote to the disk. A file system without fsync keeps it as safe as it can. */
const syncSegment = (folder: LogFolder, segment: number): void => {
  try {
    const fd = folder.fs.openSync(segmentPath(folder, segment), constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      folder.fs.fsyncSync(fd);
    } finally {
      folder.fs.closeSync(fd);
    }
  } catch {
    // Archived meanwhile, or not to be forced.
  }
};
