import { join } from 'node:path';
import { newEventId } from './ids.ts';
import type { LogFs } from './log-fs.ts';
import { comparePositions, parsePosition } from './position.ts';
import { isPlace, type SealPlace } from './seal.ts';

/**
 * The newest seal as `.docket/head` remembers it: shows that the end of the log is gone, as long as nobody changes both.
 * Null when there is none, or it cannot be read.
 */
export const readHead = (root: string, fs: LogFs): SealPlace | null => {
  try {
    const value: unknown = JSON.parse(fs.readFileSync(headPath(root), 'utf8'));
    return isPlace(value) ? { chain: value.chain, seal: value.seal } : null;
  } catch {
    return null;
  }
};

/** Remembers the newest seal, unless somebody remembered a newer one since `before` was read. */
export const writeHead = (root: string, fs: LogFs, place: SealPlace, before: SealPlace | null): void => {
  const now = readHead(root, fs);
  if (now !== null && now.chain !== before?.chain && isBehind(now, place)) return;
  // Beside the snapshots, whose writers sweep away what a killed process left.
  const folder = join(root, 'snapshots');
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  const temporary = join(folder, `${newEventId()}.tmp`);
  fs.writeFileSync(temporary, `${JSON.stringify(place)}\n`, { mode: 0o600 });
  fs.renameSync(temporary, headPath(root));
};

const headPath = (root: string): string => join(root, 'head');

const isBehind = (a: SealPlace, b: SealPlace): boolean => {
  const [first, second] = [parsePosition(a.seal), parsePosition(b.seal)];
  return first !== null && second !== null && comparePositions(first, second) > 0;
};
