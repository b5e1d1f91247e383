import { useEffect } from 'react';
import type { Source } from '../source/log-source.ts';
import type { SessionEntry } from '../source/session-entry.ts';

/** Blocks of the log that are looked through before the first frame: as much as nobody has to wait for. */
export const FIRST_BLOCKS = 4;

/** Looks through the log for its sessions, piece by piece, where that was not done before the first frame. */
export const useSessions = (
  source: Source,
  isComplete: boolean,
  onRead: (entries: readonly SessionEntry[]) => void,
): void => {
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is done with them is the same however often it is drawn
  useEffect(() => {
    if (isComplete) return;
    let timer: NodeJS.Immediate;
    const readOn = (): void => {
      const entries = source.readOn(1);
      if (entries === null) timer = setImmediate(readOn);
      else onRead(entries);
    };
    timer = setImmediate(readOn);
    return () => clearImmediate(timer);
  }, [source, isComplete]);
};
