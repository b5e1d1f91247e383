import { join } from 'node:path';
import type { Data } from './envelope.ts';
import { newEventId } from './ids.ts';
import { errorCode, type LogFs } from './log-fs.ts';

/** A text longer than this leaves the line for a blob. In UTF-16 code units. */
export const TEXT_CAP = 8 * 1024;
/** Lines longer than this after their texts were cut have their largest fields moved to blobs as JSON. */
export const LINE_CAP = 256 * 1024;
const HEAD = 1024;
const TAIL = 1024;

/** What stands in a line for a large text: where the whole is, and enough of it to read. */
export interface BlobReference {
  /** SHA-256 of the blob's bytes, hex; null when the blob could not be kept. */
  readonly $blob: string | null;
  readonly bytes: number;
  readonly head: string;
  readonly tail: string;
  /** `json` when the blob holds a JSON value rather than the text itself. */
  readonly as?: 'json';
  /** Why the blob could not be kept. */
  readonly lost?: string;
}

/** Keeps large texts by their content, each once. */
export interface BlobStore {
  /** Stores a text (already redacted) and returns what the line holds in its place, also when it cannot be stored. */
  put(text: string): BlobReference;
}

/** A store in `<root>/blobs`; files are named by their SHA-256 and never change. */
export const blobStore = (root: string, fs: LogFs): BlobStore => ({
  put: (text) => {
    const bytes = Buffer.from(text, 'utf8');
    const reference = { bytes: bytes.length, head: cutStart(text, HEAD), tail: cutEnd(text, TAIL) };
    try {
      return { $blob: keep(root, fs, bytes), ...reference };
    } catch (error) {
      return { $blob: null, ...reference, lost: errorCode(error) };
    }
  },
});

const keep = (root: string, fs: LogFs, bytes: Buffer): string => {
  // Loaded here, since node:crypto costs a hook 4 ms and few lines need it.
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256').update(bytes).digest('hex');
  const folder = join(root, 'blobs', hash.slice(0, 2));
  const path = join(folder, hash);
  if (fs.existsSync(path)) return hash;
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const temporary = `${path}.${newEventId()}.tmp`;
  fs.writeFileSync(temporary, bytes, { mode: 0o600 });
  fs.renameSync(temporary, path);
  return hash;
};

/**
 * Moves what is too large for a line into blobs. Returns the same object when nothing is. `lineLength`: of a line that holds the data
 * as they are, in UTF-16 units.
 */
export const capData = (data: Data, store: BlobStore, lineLength = Number.POSITIVE_INFINITY): Data => {
  const capped = capTexts(data, store) as Data;
  // What stands in a text's place is shorter than it.
  if (lineLength <= LINE_CAP || JSON.stringify(capped).length <= LINE_CAP) return capped;
  const fields = Object.entries(capped).map(([key, value]) => ({ key, value, json: JSON.stringify(value) ?? 'null' }));
  const kept: Record<string, unknown> = { ...capped };
  for (const { key, json } of [...fields].sort((a, b) => b.json.length - a.json.length)) {
    if (json.length <= WORTH_A_BLOB || JSON.stringify(kept).length <= LINE_CAP) break;
    kept[key] = { ...store.put(json), as: 'json' };
  }
  if (JSON.stringify(kept).length <= LINE_CAP) return kept;
  // Too many small fields: what is short is kept as far as it goes, the whole is a blob.
  const short = fields.filter(({ key, json }) => key.length + json.length <= SHORT_FIELD).slice(0, MOST_SHORT_FIELDS);
  const rest = { ...store.put(JSON.stringify(capped)), as: 'json' };
  return { ...Object.fromEntries(short.map(({ key, value }) => [key, value])), $rest: rest };
};

/** A reference to a blob, with the beginning and the end it shows, takes about as much. */
const WORTH_A_BLOB = 4096;
const SHORT_FIELD = 512;
const MOST_SHORT_FIELDS = 64;

const capTexts = (value: unknown, store: BlobStore): unknown => {
  if (typeof value === 'string') return value.length > TEXT_CAP ? store.put(value) : value;
  if (Array.isArray(value)) {
    const items = value.map((item) => capTexts(item, store));
    return items.some((item, index) => item !== value[index]) ? items : value;
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    const capped = entries.map(([key, item]) => [key, capTexts(item, store)] as const);
    return capped.some(([, item], index) => item !== entries[index]?.[1]) ? Object.fromEntries(capped) : value;
  }
  return value;
};

// A cut must not split a surrogate pair: the half would not survive being read back.
const cutStart = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
const cutEnd = (text: string, length: number): string => text.slice(-length).replace(/^[\udc00-\udfff]/, '');
