import { closeSync, openSync, readSync } from 'node:fs';
import { readRows } from './read-rows.ts';
import { isRow, textIn } from './row.ts';
import type { LineFacts } from './translate.ts';

/**
 * What the lines of a file say of each other: which ids there are, and which of them stand there more than once. Found in the bytes,
 * since parsing each line twice would take twice as long, and kept in a table of bits, so that a file of any length takes the same few
 * megabytes. A parent may pass for known by chance, never the other way round. Throws the system's errors.
 */
export const lineFacts = async (path: string, bytes: number): Promise<LineFacts> => {
  const ids = bitTable(bytes);
  const candidates = new Set<string>();
  scanIds(path, (id) => {
    if (ids.add(id) && candidates.size < MOST_CANDIDATES) candidates.add(id);
  });
  const repeated = candidates.size === 0 ? candidates : saidAgain(path, candidates);
  const left = repeated.size === 0 ? new Map<string, number>() : await timesOf(path, repeated);
  return {
    isKnownParent: ids.has,
    isSuperseded: (uuid) => {
      const times = left.get(uuid);
      if (times === undefined) return false;
      left.set(uuid, times - 1);
      return times > 1;
    },
  };
};

/** Beyond that many the first of two lines counts, as it would have when the file was shorter. */
const MOST_CANDIDATES = 100_000;

/** Those that are really there more than once: of a table of bits some are not. */
const saidAgain = (path: string, candidates: ReadonlySet<string>): ReadonlySet<string> => {
  const seen = new Set<string>();
  const again = new Set<string>();
  scanIds(path, (id) => {
    if (!candidates.has(id)) return;
    if (seen.has(id)) again.add(id);
    seen.add(id);
  });
  return again;
};

/** How often each id is that of a line itself, and not only named on one. */
const timesOf = async (path: string, candidates: ReadonlySet<string>): Promise<Map<string, number>> => {
  const times = new Map<string, number>();
  const rows = readRows(path);
  for (let row = await rows.next(); row !== undefined; row = await rows.next()) {
    const id = isRow(row) ? textIn(row, 'uuid') : null;
    if (id !== null && candidates.has(id)) times.set(id, (times.get(id) ?? 0) + 1);
  }
  for (const [id, count] of times) if (count === 1) times.delete(id);
  return times;
};

const CHUNK = 1024 * 1024;
const KEY = Buffer.from('"uuid"');
/** An id with what stands in front of it. */
const LONGEST = 256;

/** Calls for each value of a field `uuid`, at any depth. */
const scanIds = (path: string, onId: (id: string) => void): void => {
  const fd = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(CHUNK + LONGEST);
    let kept = 0;
    for (;;) {
      const length = readSync(fd, buffer, kept, CHUNK, null);
      const bytes = buffer.subarray(0, kept + length);
      // One that begins near the end is found again with what follows.
      const limit = length === 0 ? bytes.length : Math.max(0, bytes.length - LONGEST);
      for (let at = bytes.indexOf(KEY); at >= 0 && at < limit; at = bytes.indexOf(KEY, at + KEY.length)) {
        const id = idBehind(bytes, at + KEY.length);
        if (id !== null) onId(id);
      }
      if (length === 0) return;
      kept = bytes.length - limit;
      buffer.copyWithin(0, limit, bytes.length);
    }
  } finally {
    closeSync(fd);
  }
};

const QUOTE = 0x22;
const COLON = 0x3a;

const idBehind = (bytes: Buffer, from: number): string | null => {
  let at = from;
  while (bytes[at] === 0x20 || bytes[at] === 0x09) at += 1;
  if (bytes[at] !== COLON) return null;
  at += 1;
  while (bytes[at] === 0x20 || bytes[at] === 0x09) at += 1;
  if (bytes[at] !== QUOTE) return null;
  const end = bytes.indexOf(QUOTE, at + 1);
  return end < 0 || end - from > LONGEST ? null : bytes.toString('utf8', at + 1, end);
};

/** Remembers texts in four bits each. */
const bitTable = (
  bytes: number,
): { readonly add: (text: string) => boolean; readonly has: (text: string) => boolean } => {
  // A line of a transcript is rarely shorter than some hundred bytes: eight bits for each are plenty.
  const bits = 2 ** Math.min(27, Math.max(16, Math.ceil(Math.log2(bytes / 12 + 1))));
  const table = new Uint8Array(bits / 8);
  const pass = (text: string, isAdded: boolean): boolean => {
    let a = 0x811c9dc5;
    let b = 0x9e3779b1;
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      a = Math.imul(a ^ unit, 0x01000193);
      b = Math.imul(b ^ unit, 0x85ebca6b);
      b ^= b >>> 13;
    }
    a ^= a >>> 15;
    let isKnown = true;
    for (let time = 0; time < BITS_EACH; time += 1) {
      const place = a & (bits - 1);
      const byte = table[place >> 3] as number;
      const bit = 1 << (place & 7);
      if ((byte & bit) === 0) {
        isKnown = false;
        if (!isAdded) break;
        table[place >> 3] = byte | bit;
      }
      // Odd, so that no two of them are one.
      a = (a + (b | 1)) | 0;
    }
    return isKnown;
  };
  return { add: (text) => pass(text, true), has: (text) => pass(text, false) };
};

const BITS_EACH = 4;
