import { dirname, join } from 'node:path';
import type { LogFs } from '../../events/log-fs.ts';
import { writeHead } from '../../events/seal-head.ts';
import type { PlacedDamage } from '../../events/verify/report.ts';
import { logBytes } from './log-bytes.ts';
import { type ExportReading, readExport } from './read-export.ts';
import { segmentFiles } from './write-segments.ts';

export interface RestoreInput {
  readonly fs: LogFs;
  readonly fd: number;
  /** The folder that is to hold the log: there, and without one. */
  readonly root: string;
  readonly newId: () => string;
  readonly onBytes?: (bytes: number) => void;
}

/** Checks a file to its end and to the byte, and writes nothing. Throws as `readExport` does. */
export const checkExport = async ({
  fs,
  fd,
  onBytes,
}: Pick<RestoreInput, 'fs' | 'fd' | 'onBytes'>): Promise<ExportReading> => {
  const bytes = logBytes(() => {});
  const reading = await readExport({ fs, fd, onItem: bytes.take, ...(onBytes && { onBytes }) });
  return reading.damage.length > 0 ? reading : { ...reading, damage: bytes.end(reading) };
};

/** Something that changed while it was read. */
export class RestoreError extends Error {
  override readonly name = 'RestoreError';
}

/**
 * Makes a log of a file that was checked: under another name first, so that the log is there whole or not at all. What a
 * failure leaves is taken away again, and `drop` does the same for an interrupt. Throws the system's errors, and
 * `RestoreError` where the file is not any more what was checked.
 */
export const restoreLog = (input: RestoreInput): { readonly work: () => Promise<void>; readonly drop: () => void } => {
  const { fs, root } = input;
  const temporary = join(root, 'cache', `restore-${input.newId()}`);
  const blobs: string[] = [];
  let isDone = false;
  const drop = (): void => {
    fs.rmSync(temporary, { recursive: true, force: true });
    if (!isDone) for (const path of blobs) fs.rmSync(path, { force: true });
  };
  const work = async (): Promise<void> => {
    const files = segmentFiles(temporary, fs);
    const bytes = logBytes(files.write);
    try {
      const reading = await readExport({
        fs,
        fd: input.fd,
        onItem: (item) => {
          bytes.take(item);
          if (item.kind === 'blob') keepBlob(input, item.name, item.bytes, blobs);
        },
        ...(input.onBytes && { onBytes: input.onBytes }),
      });
      const changed: readonly PlacedDamage[] = [...reading.damage, ...bytes.end(reading)];
      files.close();
      if (changed.length > 0) throw new RestoreError('the file changed while it was read: nothing was restored');
      // Over an empty folder at most: a log that somebody began meanwhile stays.
      fs.renameSync(join(temporary, 'log'), join(root, 'log'));
      isDone = true;
      const head = reading.manifest?.head ?? null;
      // In a part of a log the seal does not stand where it stood.
      if (head !== null && reading.header.scope === 'all') writeHead(root, fs, head, null);
    } finally {
      files.close();
      drop();
    }
  };
  return { work, drop };
};

/** What is there under the same name has the same bytes. */
const keepBlob = ({ fs, root, newId }: RestoreInput, name: string, bytes: Buffer, made: string[]): void => {
  const path = join(root, 'blobs', name.slice(0, 2), name);
  if (fs.existsSync(path)) return;
  fs.mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = `${path}.${newId()}.tmp`;
  made.push(temporary);
  fs.writeFileSync(temporary, bytes, { mode: 0o600 });
  fs.renameSync(temporary, path);
  made.push(path);
};
