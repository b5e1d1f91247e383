import { existsSync, writeSync } from 'node:fs';
import { archiveSegment } from '../../src/events/archive-segment.ts';
import { newEventId } from '../../src/events/ids.ts';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { listSegments, logFolder, segmentPath } from '../../src/events/segments.ts';
import { surveySegment } from '../../src/events/survey-segment.ts';

// A process that archives every final segment of a log as soon as it sees one, and says so on standard output just before
// the plain file goes, until it is killed. Arguments: folder, limit of a segment.
const [root = '', limit] = process.argv.slice(2);
const folder = logFolder(root, nodeLogFs, Number(limit));
const deps = { now: Date.now, newId: newEventId, record: () => writeSync(1, '.') };

for (;;) {
  for (const segment of listSegments(folder).slice(0, -1)) {
    if (!existsSync(segmentPath(folder, segment))) continue;
    try {
      archiveSegment(folder, surveySegment(folder, segment), deps);
    } catch (error) {
      // Writers that found their lines void a moment ago: the segment is taken in the next round.
      if (!/still being appended to/.test(String(error))) throw error;
    }
  }
}
