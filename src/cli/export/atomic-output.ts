import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { errorCode, nodeLogFs, writeFully } from '../../events/log-fs.ts';
import { onInterrupt } from '../interrupts.ts';
import { type Io, UsageError } from '../io.ts';

/** Where an export goes. */
interface Output {
  readonly write: (text: string) => Promise<void>;
  /** The file is there under its name from now on, whole. */
  readonly done: () => void;
  /** What was written so far is gone; a file that was there before is as it was. */
  readonly drop: () => void;
}

export interface OutputOptions {
  /** Write over a file that is there. */
  readonly force?: boolean | undefined;
}

const PIECE_LENGTH = 256 * 1024;

/**
 * Writes a text that comes in pieces to a file, which is there only when it is whole: it is written beside its name and
 * renamed. `-` is standard output, as the pieces come. Throws `UsageError` where a file is there and may not be written
 * over, the system's errors, and what the pieces throw.
 */
export const writeOutput = async (
  name: string,
  pieces: Iterable<string>,
  { force = false }: OutputOptions,
  io: Pick<Io, 'cwd' | 'stdout' | 'drained'>,
): Promise<void> => {
  const output = name === '-' ? standardOutput(io) : fileOutput(resolve(io.cwd, name), name, force);
  try {
    let waiting = '';
    for (const piece of pieces) {
      waiting += piece;
      if (waiting.length < PIECE_LENGTH) continue;
      await output.write(waiting);
      waiting = '';
    }
    await output.write(waiting);
    output.done();
  } catch (error) {
    output.drop();
    throw error;
  }
};

const standardOutput = ({ stdout, drained }: Pick<Io, 'stdout' | 'drained'>): Output => ({
  write: async (text) => {
    stdout(text);
    await drained();
  },
  done: () => {},
  drop: () => {},
});

const fileOutput = (path: string, name: string, force: boolean): Output => {
  if (!force && existsSync(path)) throw new UsageError(`${name} is there already; --force writes over it.`);
  const temporary = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  let [isOpen, isThere] = [false, false];
  const close = (): void => {
    if (isOpen) closeSync(fd);
    isOpen = false;
  };
  const remove = (): void => {
    close();
    if (isThere) rmSync(temporary, { force: true });
    isThere = false;
  };
  // Before there is anything to leave behind.
  const settle = onInterrupt(remove);
  const fd = openNew(temporary, settle);
  [isOpen, isThere] = [true, true];
  const told = <Result>(work: () => Result): Result => {
    try {
      return work();
    } catch (error) {
      throw unwritable(name, error);
    }
  };
  return {
    write: async (text) => {
      told(() => writeFully(nodeLogFs, fd, Buffer.from(text, 'utf8')));
      // Interrupts come through.
      await nextTurn();
    },
    done: () => {
      told(() => fsyncSync(fd));
      close();
      renameSync(temporary, path);
      isThere = false;
      settle();
    },
    drop: () => {
      remove();
      settle();
    },
  };
};

const openNew = (path: string, settle: () => void): number => {
  try {
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    settle();
    throw error;
  }
};

/** The system says what is wrong, and not with which file. */
const unwritable = (name: string, error: unknown): Error => {
  const code = errorCode(error);
  const why = code === 'ENOSPC' || code === 'EDQUOT' ? 'the disk is full' : 'the file cannot be written';
  return Object.assign(new Error(`${why}: nothing of ${name} is left, and what was there before is as it was`), {
    code,
    syscall: 'write',
  });
};
