import { join } from 'node:path';
import { type LogFs, writeFully } from '../../events/log-fs.ts';
import { segmentPath } from '../../events/segments.ts';
import type { SegmentWriter } from './log-bytes.ts';

/** Writes segments into a folder that holds none yet. Throws the system's errors. */
export const segmentFiles = (
  root: string,
  fs: LogFs,
): { readonly write: SegmentWriter; readonly close: () => void } => {
  const path = join(root, 'log');
  fs.mkdirSync(path, { recursive: true, mode: 0o700 });
  let open: { readonly segment: number; readonly fd: number } | null = null;
  const close = (): void => {
    if (open !== null) fs.closeSync(open.fd);
    open = null;
  };
  return {
    write: (segment, bytes) => {
      if (open?.segment !== segment) {
        close();
        open = { segment, fd: fs.openSync(segmentPath({ path, fs, limit: 0 }, segment), 'a', 0o600) };
      }
      writeFully(fs, open.fd, bytes);
    },
    close,
  };
};
