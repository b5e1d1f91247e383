import { type CacheParts, readParts } from './cache-parts.ts';
import type { LogFs } from './log-fs.ts';

/**
 * The value in a file that holds something derived from the log. Whatever is not a value of ours (absent, damaged, of
 * another version) is null.
 */
export const readCache = <Value>(path: string, fs: LogFs, parse: (parts: CacheParts) => Value | null): Value | null => {
  if (!fs.existsSync(path)) return null;
  try {
    return parse(readParts(path, fs));
  } catch {
    return null;
  }
};
