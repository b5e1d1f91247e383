import { appendFileSync } from 'node:fs';
import { type ArchiveDeps, type ArchivedSegment, archiveSegment } from '../../src/events/archive-segment.ts';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { isLogLine, readLines } from '../../src/events/log-reader.ts';
import { openLogWriter } from '../../src/events/log-writer.ts';
import { formatPosition, type Position } from '../../src/events/position.ts';
import { type LogFolder, listSegments, logFolder, segmentPath } from '../../src/events/segments.ts';
import { surveySegment } from '../../src/events/survey-segment.ts';
import { envelope } from '../kit/envelope.ts';

/** The line of an event of session `s<stream>`, one second after the one before it. */
export const lineOf = (n: number, size = 0, stream = 0): string =>
  JSON.stringify(
    envelope(`e${n}`, 'NotificationShown', {
      stream: `s${stream}`,
      at: new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString(),
      data: { text: 'x'.repeat(size) },
    }),
  );

/** A log of events of these sizes in segments that roll at a limit, with void, torn and foreign bytes among them. */
export const logOf = (root: string, limit: number, sizes: readonly number[]): LogFolder => {
  const folder = logFolder(root, nodeLogFs, limit);
  sizes.forEach((size, n) => {
    // Opened anew as a hook does, or two at once, so that one of them finds its line void.
    const writer = openLogWriter(folder);
    if (size % 5 === 0) openLogWriter(folder).append([lineOf(10_000 + n, size)]);
    writer.append([lineOf(n, size, size % 3)]);
    writer.close();
    const newest = segmentPath(folder, listSegments(folder).at(-1) ?? 1);
    if (size % 7 === 0) appendFileSync(newest, '\n{"v":1,"id":"torn');
    if (size % 11 === 0) appendFileSync(newest, Buffer.from('\n{"\xff"}\n\n\n', 'latin1'));
  });
  return folder;
};

/** What a reader says of a log: each line with its place. */
export const readingOf = (folder: LogFolder, from?: Position): string[] =>
  [...readLines(folder, from)].map((line) => {
    const at = formatPosition(line.position);
    if (isLogLine(line)) return `${at} ${JSON.stringify(line.event)}`;
    return 'error' in line ? `${at} ${line.reason}` : `${at} ${line.length} ${line.reason}`;
  });

export const finalSegments = (folder: LogFolder): number[] => listSegments(folder).slice(0, -1);

let ids = 0;

/** Archives one segment, whatever the times of its events. */
export const archive = (folder: LogFolder, segment: number, more: Partial<ArchiveDeps> = {}): ArchivedSegment | null =>
  archiveSegment(folder, surveySegment(folder, segment), {
    now: () => Date.UTC(2026, 5, 1),
    newId: () => `t${++ids}`,
    record: () => undefined,
    ...more,
  });
