import { writeSync } from 'node:fs';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { openLogWriter } from '../../src/events/log-writer.ts';
import { logFolder } from '../../src/events/segments.ts';
import { envelope } from '../kit/envelope.ts';
import { seeded } from './seeded.ts';

// A process that appends to a log and says on standard output which appends returned, each in one write behind it.
// Arguments: folder, limit of a segment, name, number of appends (0: until it is killed), seed.
const [root = '', limit, name = '', appends, seed] = process.argv.slice(2);
const random = seeded(Number(seed));
const folder = logFolder(root, nodeLogFs, Number(limit));
const count = Number(appends) || Number.POSITIVE_INFINITY;

/** Most lines are small, as in a real log; a few are as long as a line can be, so that kills and rolls hit them. */
const sizeOf = (): number => {
  const kind = random();
  if (kind < 0.003) return 1_000_000;
  const most = kind < 0.03 ? 100_000 : 2_000;
  return Math.floor(100 + random() * most);
};

const line = (id: string): string => {
  const size = sizeOf();
  return JSON.stringify(
    envelope(id, 'NotificationShown', { stream: name, data: { size, text: ''.padEnd(size, name) } }),
  );
};

let writer = openLogWriter(folder);
for (let step = 0; step < count; step += 1) {
  const ids = Array.from({ length: random() < 0.2 ? 3 : 1 }, (_, i) => `${name}-${step}-${i}`);
  writer.append(ids.map(line));
  writeSync(1, `${ids.join('\n')}\n`);
  // A hook opens the log anew for each call; a command keeps it open.
  if (random() < 0.5) {
    writer.close();
    writer = openLogWriter(folder);
  }
}
