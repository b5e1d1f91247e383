import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { join } from 'node:path';
import { errorCode, type LogFs, readFully } from '../../events/log-fs.ts';
import type { Finding } from './finding.ts';

/** Collects the names of the blobs that lines refer to. */
export const collectBlobs = () => {
  const names = new Set<string>();
  return {
    names,
    /** A quotation mark inside a text is always escaped: these bytes are a field's name. */
    add: (lines: Buffer): void => {
      for (let at = lines.indexOf(FIELD); at >= 0; at = lines.indexOf(FIELD, at + FIELD.length)) {
        const start = at + FIELD.length;
        const name = lines.toString('latin1', start, start + NAME_LENGTH);
        if (NAME.test(name)) names.add(name);
      }
    },
  };
};

const FIELD = Buffer.from('"$blob":"');
const NAME_LENGTH = 64;
const NAME = /^[0-9a-f]{64}$/;

export interface BlobCheck {
  readonly findings: readonly Finding[];
  /** Blobs that no line refers to, and their size: left by a hook that was killed before it could. */
  readonly unreferenced: { readonly count: number; readonly bytes: number };
}

/** A hook writes a blob a moment before the line that refers to it. */
const RECENT_MS = 60_000;

/** Checks that each blob that lines refer to is there, and that each holds what its name says. Throws the system's errors. */
export const checkBlobs = (root: string, fs: LogFs, referenced: ReadonlySet<string>, now: number): BlobCheck => {
  const folder = join(root, 'blobs');
  const there = new Set<string>();
  const findings: Finding[] = [];
  let [count, bytes] = [0, 0];
  for (const group of namesIn(folder, fs)) {
    for (const name of namesIn(join(folder, group), fs)) {
      if (!NAME.test(name)) continue;
      const path = join(folder, group, name);
      const { size, mtimeMs } = fs.statSync(path);
      there.add(name);
      if (digestOf(path, fs) !== name) findings.push(damaged(path, name));
      if (referenced.has(name) || now - mtimeMs < RECENT_MS) continue;
      count += 1;
      bytes += size;
    }
  }
  for (const name of referenced)
    if (!there.has(name)) findings.push(missing(join(folder, name.slice(0, 2), name), name));
  return { findings, unreferenced: { count, bytes } };
};

const NO_BACKUP = 'put a copy back if there is one; the line still holds its beginning and its end';

const damaged = (path: string, name: string): Finding => ({
  kind: 'blob-damaged',
  what: `blob ${name.slice(0, 12)}… does not hold the text it is named after`,
  details: { path },
  remedy: { advice: NO_BACKUP },
});

const missing = (path: string, name: string): Finding => ({
  kind: 'blob-missing',
  what: `blob ${name.slice(0, 12)}…, a long text that an event refers to, is missing`,
  details: { path },
  remedy: { advice: NO_BACKUP },
});

const namesIn = (folder: string, fs: LogFs): string[] => {
  try {
    return fs.readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return [];
    throw error;
  }
};

const digestOf = (path: string, fs: LogFs): string => {
  const hash = createHash('sha256');
  const fd = fs.openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const buffer = Buffer.allocUnsafe(256 * 1024);
    for (let offset = 0; ; ) {
      const length = readFully(fs, fd, buffer, offset);
      hash.update(buffer.subarray(0, length));
      offset += length;
      if (length < buffer.length) return hash.digest('hex');
    }
  } finally {
    fs.closeSync(fd);
  }
};
