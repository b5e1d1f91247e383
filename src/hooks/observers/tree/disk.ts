import { accessSync, closeSync, constants, lstatSync, openSync, readFileSync, readlinkSync, readSync } from 'node:fs';

// Files of a worktree by names that are bytes, each as one character. Nothing here throws for what a file may be.

/** A file as git would see it. `other` is what git cannot keep: a pipe, a device. */
export interface DiskFile {
  readonly kind: 'file' | 'link' | 'folder' | 'other';
  readonly isExecutable: boolean;
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly changedAt: number;
}

export const pathOnDisk = (top: string, path: string): Buffer =>
  Buffer.concat([Buffer.from(`${top}/`), Buffer.from(path, 'latin1')]);

/** Null where nothing is. A link is a link, whatever it leads to. */
export const fileOnDisk = (top: string, path: string): DiskFile | null => {
  try {
    const stat = lstatSync(pathOnDisk(top, path), { throwIfNoEntry: false });
    if (stat === undefined) return null;
    const kind = stat.isFile() ? 'file' : stat.isSymbolicLink() ? 'link' : stat.isDirectory() ? 'folder' : 'other';
    return { kind, isExecutable: (stat.mode & 0o100) !== 0, size: stat.size, changedAt: Math.trunc(stat.mtimeMs) };
  } catch {
    return null;
  }
};

export const isReadable = (top: string, path: string): boolean => {
  try {
    accessSync(pathOnDisk(top, path), constants.R_OK);
    return true;
  } catch {
    return false;
  }
};

/** Where a link leads, as it is written; null where it is none any more. */
export const linkTarget = (top: string, path: string): Buffer | null => {
  try {
    return readlinkSync(pathOnDisk(top, path), { encoding: 'buffer' });
  } catch {
    return null;
  }
};

/** All of a regular file; null where it cannot be read. */
export const bytesOnDisk = (top: string, path: string): Buffer | null => {
  try {
    return readFileSync(pathOnDisk(top, path));
  } catch {
    return null;
  }
};

/** Whether a regular file begins with `#!`; null where it cannot be read. */
export const beginsWithShebang = (top: string, path: string): boolean | null => {
  let file: number;
  try {
    file = openSync(pathOnDisk(top, path), constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return null;
  }
  try {
    const first = Buffer.alloc(2);
    return readSync(file, first, 0, 2, 0) === 2 && isShebang(first);
  } catch {
    return null;
  } finally {
    closeSync(file);
  }
};

export const isShebang = (bytes: Uint8Array): boolean => bytes[0] === 0x23 && bytes[1] === 0x21;
