import { nodeLogFs } from '../../src/events/log-fs.ts';
import { openLogWriter } from '../../src/events/log-writer.ts';
import { logFolder } from '../../src/events/segments.ts';
import { envelope } from '../kit/envelope.ts';

// A process that appends small events, some thousands a second. Arguments: folder, limit of a segment (0: the real one), name, events.
const [root = '', limit, name = '', events] = process.argv.slice(2);
const folder = logFolder(root, nodeLogFs, Number(limit) || undefined);
const AT_ONCE = 25;

let writer = openLogWriter(folder);
let written = 0;
const timer = setInterval(() => {
  for (let i = 0; i < AT_ONCE && written < Number(events); i += 1) {
    writer.append([JSON.stringify(envelope(`${name}-${written}`, 'NotificationShown', { stream: name }))]);
    written += 1;
  }
  // A hook opens the log anew for each call.
  writer.close();
  if (written === Number(events)) clearInterval(timer);
  else writer = openLogWriter(folder);
}, 8);
