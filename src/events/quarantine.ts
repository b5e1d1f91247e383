import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { type LogFs, writeFully } from './log-fs.ts';
import { openSegment } from './open-segment.ts';
import type { LogFolder } from './segments.ts';
import type { UnreadablePlace } from './unreadable.ts';

/** Unreadable bytes and where their copy is, or would be. */
export interface QuarantineEntry {
  readonly place: UnreadablePlace;
  /** Of the bytes, hex. */
  readonly sha256: string;
  /** The file with the bytes; one that ends in `.json` beside it says where they stood and why they are here. */
  readonly path: string;
  /** Whether the copy is there already. */
  readonly isKept: boolean;
}

export const quarantineFolder = (root: string): string => join(root, 'quarantine');

/** Looks up unreadable bytes in the quarantine. The name is made of place and content, so the same are kept once. */
export const findQuarantined = (folder: LogFolder, root: string, place: UnreadablePlace): QuarantineEntry => {
  const hash = createHash('sha256');
  eachPart(folder, place, (part) => hash.update(part));
  const sha256 = hash.digest('hex');
  const { segment, offset } = place.position;
  const name = `${String(segment).padStart(6, '0')}-${offset}-${sha256.slice(0, 12)}`;
  const path = join(quarantineFolder(root), `${name}.bin`);
  return { place, sha256, path, isKept: folder.fs.existsSync(noteOf(path)) && folder.fs.existsSync(path) };
};

/** Copies unreadable bytes into the quarantine. What is there appears in one step. Throws the system's errors. */
export const quarantine = (
  folder: LogFolder,
  { place, sha256, path }: QuarantineEntry,
  { at, newId }: { readonly at: string; readonly newId: () => string },
): void => {
  const { fs } = folder;
  const around = dirname(path);
  fs.mkdirSync(around, { recursive: true, mode: 0o700 });
  // A repository could redirect what is written with a link.
  if (!fs.lstatSync(around).isDirectory()) throw new Error(`${around} is a link: move it away`);
  writeNew(fs, path, newId(), (fd) => eachPart(folder, place, (part) => writeFully(fs, fd, part)));
  const { position, length, reason } = place;
  const note = { segment: position.segment, offset: position.offset, length, reason, sha256, quarantinedAt: at };
  writeNew(fs, noteOf(path), newId(), (fd) => writeFully(fs, fd, Buffer.from(`${JSON.stringify(note, null, 2)}\n`)));
};

const noteOf = (path: string): string => path.replace(/\.bin$/, '.json');

const writeNew = (fs: LogFs, path: string, id: string, write: (fd: number) => void): void => {
  const temporary = path.replace(/\.\w+$/, `.${id}.tmp`);
  try {
    const fd = fs.openSync(temporary, 'wx', 0o600);
    try {
      write(fd);
    } finally {
      fs.closeSync(fd);
    }
    fs.renameSync(temporary, path);
  } catch (error) {
    fs.rmSync(temporary, { force: true });
    throw error;
  }
};

const PART_BYTES = 1024 * 1024;

const eachPart = (folder: LogFolder, { position, length }: UnreadablePlace, take: (part: Buffer) => void): void => {
  const source = openSegment(folder, position.segment, true);
  try {
    for (let done = 0; done < length; ) {
      const buffer = Buffer.allocUnsafe(Math.min(PART_BYTES, length - done));
      const read = source.read(buffer, position.offset + done);
      if (read === 0) return;
      take(buffer.subarray(0, read));
      done += read;
    }
  } finally {
    source.close();
  }
};
