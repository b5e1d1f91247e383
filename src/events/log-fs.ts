import {
  chmodSync,
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readvSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
  writevSync,
} from 'node:fs';
import { partOf } from './part-of.ts';

// One vector stands for `read` and `write`: those are larger functions of Node, and compiled at their first use in a process.

const readSync = (fd: number, buffer: Buffer, from: number, length: number, position: number): number =>
  readvSync(fd, [partOf(buffer, from, from + length)], position);

const writeSync = (fd: number, bytes: Buffer, from: number, length: number): number =>
  writevSync(fd, [partOf(bytes, from, from + length)]);

/**
 * The file-system calls the log makes, so that tests can make any one of them fail. Every method is the synchronous
 * function of `node:fs` with that name; those that read and write take all their arguments. Imported by name: a default import makes the bundle copy the whole module.
 */
export const nodeLogFs = {
  chmodSync,
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
  writeSync,
};

export type LogFs = typeof nodeLogFs;

/** The most attempts at a call that is interrupted again and again. */
const ATTEMPTS = 10;

/** Makes a system call, and makes it again when a signal interrupted it or the file was busy. Throws its error. */
export const persistently = <Result>(call: () => Result): Result => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return call();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if ((code !== 'EINTR' && code !== 'EAGAIN') || attempt === ATTEMPTS) throw error;
    }
  }
};

/**
 * Reads from a place in a file until the buffer is full or the file ends, since a read may return less than it was asked
 * for. Returns the number of bytes.
 */
export const readFully = (fs: LogFs, fd: number, buffer: Buffer, offset: number): number => {
  for (let length = 0; ; ) {
    const done = length;
    const read = persistently(() => fs.readSync(fd, buffer, done, buffer.length - done, offset + done));
    length += read;
    if (read === 0 || length === buffer.length) return length;
  }
};

/**
 * Writes all bytes to a file of this process alone: a log's line is never continued after a short write. Throws the
 * system's errors, and one with code `SHORT_WRITE` when the file takes nothing more.
 */
export const writeFully = (fs: LogFs, fd: number, bytes: Buffer): void => {
  for (let written = 0; written < bytes.length; ) {
    const taken = persistently(() => fs.writeSync(fd, bytes, written, bytes.length - written));
    if (taken === 0) {
      const message = `SHORT_WRITE: only ${written} of ${bytes.length} bytes were written`;
      throw Object.assign(new Error(message), { code: 'SHORT_WRITE', syscall: 'write' });
    }
    written += taken;
  }
};

/** The `code` of a file-system error (`ENOENT`), or the error's message. */
export const errorCode = (error: unknown): string => {
  if (typeof error !== 'object' || error === null) return String(error);
  const { code, message } = error as { code?: unknown; message?: unknown };
  return typeof code === 'string' ? code : String(message);
};
