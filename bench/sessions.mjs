// How much the length of a log costs whoever opens one session of it.
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { timeProcesses } from './spawn.mjs';

const DOCKET = join(import.meta.dirname, '..', 'dist', 'docket.cjs');
const ROUNDS = 10;

/**
 * Prints one session of 500 events, as a whole process: of a long log with its index and without, and of a log that holds
 * nothing else. Returns ratios. Both folders hold a `.docket`.
 */
export const sessionRatios = (long, alone) => {
  const print = (name, folder, session) => ({
    name,
    command: process.execPath,
    args: [DOCKET, 'log', '--json', '--session', session],
    env: { PATH: process.env.PATH, HOME: folder, DOCKET_DIR: join(folder, '.docket') },
    input: () => '',
  });
  const ofLong = print('long', long, 'session-1000');
  const times = timeProcesses([ofLong, print('alone', alone, 'session-0')], ROUNDS);
  // Where the index cannot be kept, it is made anew each time.
  const index = join(long, '.docket', 'index');
  rmSync(index, { recursive: true });
  writeFileSync(index, '');
  const without = timeProcesses([ofLong], 3);
  rmSync(index);
  return { overAlone: times.get('long') / times.get('alone'), overNoIndex: times.get('long') / without.get('long') };
};
