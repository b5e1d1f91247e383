import type { LogFolder } from '../../events/segments.ts';
import { loadState } from '../../hooks/load-state.ts';
import { writeSnapshot } from '../../hooks/save-snapshot.ts';
import { readSnapshot, snapshotPath } from '../../hooks/snapshot-file.ts';
import type { LogState } from '../../projections/fold.ts';
import type { Snapshot } from '../../projections/snapshot.ts';
import type { Finding } from './finding.ts';

/** Events may be appended between the two looks. */
const LOOKS = 3;

/**
 * Checks that going on from the snapshot leads to the state that the log leads to from its beginning. Throws what reading the
 * log throws.
 */
export const checkSnapshot = (folder: LogFolder, root: string): Finding[] => {
  const path = snapshotPath(root);
  if (!folder.fs.existsSync(path)) return [];
  const problem = problemWith(folder, root);
  if (problem === null) return [];
  return [
    {
      kind: 'snapshot',
      what: `the snapshot ${problem}`,
      details: { path },
      remedy: {
        done: 'made anew from the log',
        run: () => {
          writeSnapshot(root, folder.fs, null);
          loadState(folder, root, null, { candidate: null }).save(true);
        },
      },
    },
  ];
};

const problemWith = (folder: LogFolder, root: string): string | null => {
  for (let look = 0; look < LOOKS; look += 1) {
    const candidate = readSnapshot(root, folder.fs);
    const isWhole = candidate !== null && canBeRead(candidate);
    if (isWhole === undefined) continue;
    if (!isWhole) return 'is damaged or of another version';
    const continued = loadState(folder, root, null, { candidate }).fold.state();
    const whole = loadState(folder, root, null, { candidate: null }).fold.state();
    if (isPartOf(continued, whole)) return null;
  }
  return 'says something else than the log';
};

/** Whether all of it can be read, where a hook reads only what it needs; undefined when a hook replaced it meanwhile. */
const canBeRead = ({ names, part }: Snapshot): boolean | undefined => {
  try {
    return [...names.keys(), names.length].every((index) => part(index) !== null);
  } catch {
    return undefined;
  }
};

/** A snapshot leaves sessions out that were not active lately. */
const isPartOf = (continued: LogState, whole: LogState): boolean => {
  const streams = new Map(whole.streams);
  const named = { ...whole, streams: continued.streams.map(([name]) => [name, streams.get(name)]) };
  return JSON.stringify(continued) === JSON.stringify(named);
};
