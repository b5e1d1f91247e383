import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
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
  } catch (error) {
    output.drop();
    throw error;
  }
  output.done();
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
  const fd = openSync(temporary, 'wx', 0o600);
  const drop = (): void => {
    closeSync(fd);
    rmSync(temporary, { force: true });
    process.off('exit', drop);
  };
  // An interrupted export leaves nothing behind.
  process.on('exit', drop);
  return {
    write: async (text) => {
      const bytes = Buffer.from(text, 'utf8');
      for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
    },
    done: () => {
      fsyncSync(fd);
      closeSync(fd);
      process.off('exit', drop);
      renameSync(temporary, path);
    },
    drop,
  };
};
