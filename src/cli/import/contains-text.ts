import { closeSync, openSync, readSync } from 'node:fs';

const CHUNK = 1024 * 1024;

/** Whether a file contains a text, read in pieces. Throws the system's errors. */
export const containsText = (path: string, text: string): boolean => {
  const needle = Buffer.from(JSON.stringify(text));
  const fd = openSync(path, 'r');
  try {
    const buffer = Buffer.alloc(CHUNK + needle.length);
    let kept = 0;
    for (
      let length = readSync(fd, buffer, kept, CHUNK, null);
      length > 0;
      length = readSync(fd, buffer, kept, CHUNK, null)
    ) {
      const bytes = buffer.subarray(0, kept + length);
      if (bytes.includes(needle)) return true;
      const rest = Math.min(needle.length, bytes.length);
      buffer.copyWithin(0, bytes.length - rest, bytes.length);
      kept = rest;
    }
    return false;
  } finally {
    closeSync(fd);
  }
};
