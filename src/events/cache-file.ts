import { constants } from 'node:fs';
import { LowSync } from 'lowdb';
import type { CachePart } from './cache-part.ts';
import { type CacheParts, piecesOf } from './cache-parts.ts';
import { newEventId } from './ids.ts';
import { leftoversIn } from './leftovers.ts';
import { errorCode, type LogFs, writeFully } from './log-fs.ts';
import { readCache } from './read-cache.ts';

/** How a value is kept: in parts, of which a reader may want only the first ones. */
export interface CacheFormat<Value> {
  /** The value in the parts of a file; null or an error when it is not one of ours. */
  readonly parse: (parts: CacheParts) => Value | null;
  readonly partsOf: (value: Value) => readonly CachePart[];
}

/**
 * A file that holds something derived from the log, and may be deleted at any time. Whatever is not a value of ours
 * (absent, damaged, of another version) reads as null. lowdb's own adapter shares one temporary name between processes and
 * corrupts the file when two write (docs/decisions/0002), so the adapter is ours. Writing throws the system's errors, and
 * `ENOTDIR` or `ELOOP` where a link or a file stands in the folder's place.
 */
export const cacheFile = <Value>(
  folder: string,
  name: string,
  fs: LogFs,
  { parse, partsOf }: CacheFormat<Value>,
): LowSync<Value | null> => {
  const path = `${folder}/${name}`;
  return new LowSync<Value | null>(
    {
      read: () => readCache(path, fs, parse),
      write: (value) => {
        if (value === null) return;
        makeFolder(folder, fs);
        const temporary = `${folder}/${newEventId()}.tmp`;
        const fd = fs.openSync(temporary, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
        try {
          for (const piece of piecesOf(partsOf(value))) writeFully(fs, fd, piece);
        } finally {
          fs.closeSync(fd);
        }
        fs.renameSync(temporary, path);
        sweep(folder, fs);
      },
    },
    null,
  );
};

/** A repository could redirect what is written with a link in the folder's place. */
const makeFolder = (folder: string, fs: LogFs): void => {
  try {
    fs.closeSync(fs.openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW));
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  }
};

/** Removes what writers left behind that were killed between writing and renaming. */
const sweep = (folder: string, fs: LogFs): void => {
  for (const path of leftoversIn(folder, fs, Date.now())) {
    try {
      fs.unlinkSync(path);
    } catch {
      // Another process swept it first.
    }
  }
};
