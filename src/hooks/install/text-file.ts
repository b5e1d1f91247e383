import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { realFolder } from '../../events/git-layout.ts';
import { newEventId } from '../../events/ids.ts';
import { errorCode } from '../../events/log-fs.ts';
import { failure, type Outcome, success } from './outcome.ts';

/** A small text file that may not exist yet, with what is needed to replace it without harm. */
export interface TextFile {
  /** As it was asked for. */
  readonly path: string;
  /** Where its bytes are, behind links. */
  readonly realPath: string;
  /** The exact text, with its byte order mark; null when there is no such file. */
  readonly text: string | null;
  /** Permission bits; null when there is no such file. */
  readonly mode: number | null;
  readonly isLink: boolean;
}

/** Reads a text file. What is there but is no readable UTF-8 file is a problem that names the path. */
export const readTextFile = (path: string): Outcome<TextFile> => {
  try {
    const isLink = lstatSync(path).isSymbolicLink();
    const realPath = realpathSync(path);
    const stat = statSync(realPath);
    if (!stat.isFile()) return failure('not-a-file', `${path} is not a file: move it away`);
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(realPath));
    return success({ path, realPath, text, mode: stat.mode & 0o7777, isLink });
  } catch (error) {
    return unreadable(path, error);
  }
};

/**
 * Replaces a file's content in one step: a temporary file in the same folder, flushed, with the old one's permission
 * bits, renamed over it. Links to the file stay, since the real path is written; a file of several names is written in
 * place, so that it keeps all of them. The folder must exist.
 */
export const replaceTextFile = (file: Pick<TextFile, 'realPath' | 'mode'>, text: string): Outcome<null> => {
  const { realPath, mode } = file;
  if ((statSync(realPath, { throwIfNoEntry: false })?.nlink ?? 1) > 1) return rewritten(realPath, text);
  const temporary = join(dirname(realPath), `.${basename(realPath)}.${newEventId()}.tmp`);
  try {
    const fd = openSync(temporary, 'wx', mode ?? 0o666);
    try {
      writeFileSync(fd, text);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    if (mode !== null) chmodSync(temporary, mode);
    renameSync(temporary, realPath);
    return success(null);
  } catch (error) {
    rmSync(temporary, { force: true });
    return failure('write-failed', `${realPath} cannot be written (${errorCode(error)}); it is unchanged`);
  }
};

const rewritten = (realPath: string, text: string): Outcome<null> => {
  try {
    writeFileSync(realPath, text, { flag: 'r+', flush: true });
    truncateSync(realPath, Buffer.byteLength(text));
    return success(null);
  } catch (error) {
    return failure('write-failed', `${realPath} cannot be written (${errorCode(error)})`);
  }
};

const unreadable = (path: string, error: unknown): Outcome<TextFile> => {
  const code = errorCode(error);
  if (code === 'ENOENT') return absent(path);
  if (code === 'ENOTDIR') return failure('not-a-file', `${dirname(path)} is not a folder: move it away`);
  if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
    return failure('unreadable', `${path} is not UTF-8 text: save it as UTF-8`);
  }
  return failure('unreadable', `${path} cannot be read (${code})`);
};

const absent = (path: string): Outcome<TextFile> => {
  if (lstatSync(path, { throwIfNoEntry: false }) !== undefined) {
    return failure(
      'dangling-link',
      `${path} is a link to a file that does not exist: create that file or remove the link`,
    );
  }
  const folder = dirname(path);
  if (lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true && !existsSync(folder)) {
    return failure(
      'dangling-link',
      `${folder} is a link to a folder that does not exist: make that folder or remove the link`,
    );
  }
  const realPath = join(realFolder(folder), basename(path));
  return success({ path, realPath, text: null, mode: null, isLink: false });
};
