import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { errorCode } from '../events/log-fs.ts';
import { onInterrupt } from './interrupts.ts';
import { type Io, UsageError } from './io.ts';

/** An export file that is open for reading, and a folder of its own for what is made of it. */
export interface OpenExport {
  readonly fd: number;
  readonly scratch: string;
}

/**
 * Opens an export for some work; `-` is standard input, which is kept in a file until then, since it is read more than
 * once. Nothing of it is left behind. Throws `UsageError` where it cannot be read, and the system's errors.
 */
export const withExport = async <Result>(
  name: string,
  io: Pick<Io, 'cwd'>,
  work: (file: OpenExport) => Promise<Result>,
): Promise<Result> => {
  let made: string | null = null;
  const remove = (): void => {
    if (made !== null) rmSync(made, { recursive: true, force: true });
  };
  // Before there is anything to leave behind.
  const settle = onInterrupt(remove);
  try {
    const scratch = mkdtempSync(join(tmpdir(), 'docket-export-'));
    made = scratch;
    const path = name === '-' ? await keepStdin(join(scratch, 'export.ndjson')) : resolve(io.cwd, name);
    const fd = openFile(path, name);
    try {
      return await work({ fd, scratch });
    } finally {
      closeSync(fd);
    }
  } finally {
    remove();
    settle();
  }
};

const openFile = (path: string, name: string): number => {
  try {
    return openSync(path, 'r');
  } catch (error) {
    throw new UsageError(`${name} cannot be read (${errorCode(error)})`);
  }
};

const keepStdin = async (path: string): Promise<string> => {
  const fd = openSync(path, 'wx', 0o600);
  try {
    for await (const chunk of process.stdin) {
      const bytes = chunk as Buffer;
      for (let at = 0; at < bytes.length; ) at += writeSync(fd, bytes, at);
    }
  } finally {
    closeSync(fd);
  }
  return path;
};
