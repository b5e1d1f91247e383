import { join } from 'node:path';
import { LowSync } from 'lowdb';
import { newEventId } from '../events/ids.ts';
import type { LogFs } from '../events/log-fs.ts';
import { parseSnapshot, type Snapshot, snapshotText } from '../projections/snapshot.ts';

/**
 * The snapshot of a project's log. Anything that is not a snapshot of ours (absent, damaged, of another version) is
 * null: a snapshot is only a cache. The file holds the text twice, and what differs is damaged: comparing costs a hook
 * nothing, a checksum would cost it more than the snapshot saves. lowdb's own adapter shares one temporary name between
 * processes and corrupts the file when two write (docs/decisions/0002), so the adapter is ours.
 */
export const snapshotFile = (root: string, fs: LogFs): LowSync<Snapshot | null> => {
  const folder = join(root, 'snapshots');
  const path = join(folder, 'project.json');
  return new LowSync<Snapshot | null>(
    {
      read: () => {
        if (!fs.existsSync(path)) return null;
        try {
          return parseSnapshot(undoubled(fs.readFileSync(path)));
        } catch {
          return null;
        }
      },
      write: (snapshot) => {
        fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
        const temporary = join(folder, `${newEventId()}.tmp`);
        const text = snapshot === null ? '' : snapshotText(snapshot);
        fs.writeFileSync(temporary, text + text, { mode: 0o600 });
        fs.renameSync(temporary, path);
        sweep(folder, fs);
      },
    },
    null,
  );
};

/** The text that a file holds twice; empty when the copies differ. */
const undoubled = (bytes: Buffer): string => {
  const half = bytes.length / 2;
  const isWhole = Number.isInteger(half) && bytes.subarray(0, half).equals(bytes.subarray(half));
  return isWhole ? bytes.toString('utf8', 0, half) : '';
};

/** The snapshot of a project's log, or null. */
export const readSnapshot = (root: string, fs: LogFs): Snapshot | null => {
  const file = snapshotFile(root, fs);
  file.read();
  return file.data;
};

/** Removes what writers left behind that were killed between writing and renaming. */
const sweep = (folder: string, fs: LogFs): void => {
  for (const name of fs.readdirSync(folder)) {
    if (!name.endsWith('.tmp')) continue;
    const path = join(folder, name);
    try {
      if (Date.now() - fs.statSync(path).mtimeMs > 60_000) fs.unlinkSync(path);
    } catch {
      // Another process swept it first.
    }
  }
};
