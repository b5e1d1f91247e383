import { constants } from 'node:fs';
import { LowSync } from 'lowdb';
import { newEventId } from './ids.ts';
import { leftoversIn } from './leftovers.ts';
import { errorCode, type LogFs } from './log-fs.ts';

/** How a value is kept. */
export interface CacheFormat<Value> {
  /** The value in a text; null or an error when it is not one of ours. */
  readonly parse: (text: string) => Value | null;
  readonly textOf: (value: Value) => string;
}

/**
 * A file that holds something derived from the log, and may be deleted at any time. Whatever is not a value of ours
 * (absent, damaged, of another version) reads as null. The file holds the text twice, and what differs is damaged:
 * comparing costs a hook nothing, a checksum would cost it more than a cache saves. lowdb's own adapter shares one
 * temporary name between processes and corrupts the file when two write (docs/decisions/0002), so the adapter is ours.
 * Writing throws the system's errors, and `ENOTDIR` or `ELOOP` where a link or a file stands in the folder's place.
 */
export const cacheFile = <Value>(
  folder: string,
  name: string,
  fs: LogFs,
  { parse, textOf }: CacheFormat<Value>,
): LowSync<Value | null> => {
  const path = `${folder}/${name}`;
  return new LowSync<Value | null>(
    {
      read: () => {
        if (!fs.existsSync(path)) return null;
        try {
          return parse(undoubled(readWhole(path, fs)));
        } catch {
          return null;
        }
      },
      write: (value) => {
        makeFolder(folder, fs);
        const temporary = `${folder}/${newEventId()}.tmp`;
        const text = value === null ? '' : textOf(value);
        fs.writeFileSync(temporary, text + text, { mode: 0o600 });
        fs.renameSync(temporary, path);
        sweep(folder, fs);
      },
    },
    null,
  );
};

/** Most caches are smaller; reading them with calls that a hook makes anyway spares it the compiling of others. */
const ORDINARY_BYTES = 512 * 1024;

const readWhole = (path: string, fs: LogFs): Buffer => {
  const fd = fs.openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const bytes = Buffer.allocUnsafe(ORDINARY_BYTES);
    const length = fs.readSync(fd, bytes, 0, ORDINARY_BYTES, 0);
    return length < ORDINARY_BYTES ? bytes.subarray(0, length) : fs.readFileSync(path);
  } finally {
    fs.closeSync(fd);
  }
};

/** The text that a file holds twice; empty when the copies differ. */
const undoubled = (bytes: Buffer): string => {
  const half = bytes.length / 2;
  const isWhole = Number.isInteger(half) && bytes.subarray(0, half).equals(bytes.subarray(half));
  return isWhole ? bytes.toString(undefined, 0, half) : '';
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
