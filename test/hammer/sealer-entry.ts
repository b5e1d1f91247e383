import { existsSync } from 'node:fs';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { openLogWriter } from '../../src/events/log-writer.ts';
import { sealLog } from '../../src/events/seal-log.ts';
import { logFolder } from '../../src/events/segments.ts';
import { envelope } from '../kit/envelope.ts';

// A process that seals a log again and again, each time as a hook does: with a writer of its own. Ends when it is told to
// by a file.

const [root = '', limit = '', name = '', stop = ''] = process.argv.slice(2);
const folder = logFolder(root, nodeLogFs, Number(limit));
let seals = 0;
process.stdout.write('sealing\n');
while (!existsSync(stop)) {
  const writer = openLogWriter(folder);
  const newId = (): string => `${name}-seal-${++seals}`;
  sealLog({
    folder,
    root,
    writer,
    base: envelope('base', 'LogSealed', { stream: name }),
    now: Date.now,
    newId,
    isSynced: false,
  });
  writer.close();
}
