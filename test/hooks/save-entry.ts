import { nodeLogFs } from '../../src/events/log-fs.ts';
import { openLogWriter } from '../../src/events/log-writer.ts';
import { logFolder } from '../../src/events/segments.ts';
import { loadState } from '../../src/hooks/load-state.ts';
import { envelope } from '../kit/envelope.ts';

// A process that appends events and saves a snapshot of the log, again and again. Arguments: folder, limit of a
// segment, name, rounds.
const [root = '', limit, name = '', rounds] = process.argv.slice(2);
const folder = logFolder(root, nodeLogFs, Number(limit));
const data = { stage: 'load', code: 'EIO', message: 'x'.repeat(100) };
for (let round = 0; round < Number(rounds); round += 1) {
  const writer = openLogWriter(folder);
  const lines = Array.from({ length: 70 }, (_, i) =>
    JSON.stringify(envelope(`${name}-${round}-${i}`, 'HookFailed', { stream: name, data })),
  );
  writer.append(lines);
  writer.close();
  loadState(folder, root, null).save(true);
}
