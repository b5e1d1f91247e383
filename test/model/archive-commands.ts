import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect } from 'vitest';
import { type ArchivedSegment, archiveSegment } from '../../src/events/archive-segment.ts';
import { ArchiveError } from '../../src/events/archived-segment.ts';
import type { Envelope } from '../../src/events/envelope.ts';
import { openLogWriter } from '../../src/events/log-writer.ts';
import { archivePath, type LogFolder, listSegments, segmentPath } from '../../src/events/segments.ts';
import { surveySegment } from '../../src/events/survey-segment.ts';
import { envelope } from '../kit/envelope.ts';
import { command, type LogCommand, linesOf, pick, place } from './command.ts';
import { inTrouble, type Trouble, trouble, troubleWords } from './faults.ts';
import { type Model, made, note, type Real } from './log-model.ts';

// Archiving in the model test.

/** Archives a final segment, as `docket archive` does, and tells the model of the event that says so. */
export const archiveOne = (
  model: Model,
  folder: LogFolder,
  segment: number,
  meanwhile: () => void = () => {},
): ArchivedSegment | null => {
  let isFirst = true;
  return archiveSegment(folder, surveySegment(folder, segment), {
    now: () => 0,
    newId: () => `t${++model.made}`,
    record: (data) => {
      const events = made(model, [envelope('', 'SegmentArchived', { stream: 'terminal', data: { ...data } })]);
      const writer = openLogWriter(folder);
      try {
        writer.append(linesOf(events));
        note(model, events, true);
      } catch (error) {
        note(model, events, false);
        throw error;
      } finally {
        writer.close();
      }
    },
    onBytes: () => {
      if (isFirst) meanwhile();
      isFirst = false;
    },
  });
};

export const finalPlain = ({ folder }: Real): number[] =>
  listSegments(folder)
    .slice(0, -1)
    .filter((segment) => existsSync(segmentPath(folder, segment)));

const archive = (which: number): LogCommand =>
  command(`archive(${which})`, (model, real) => {
    const segment = pick(finalPlain(real), which);
    if (segment === undefined) return;
    const bytes = readFileSync(segmentPath(real.folder, segment));
    expect(archiveOne(model, real.folder, segment)).toMatchObject({ segment });
    expect(existsSync(segmentPath(real.folder, segment))).toBe(false);
    const held = gunzipSync(readFileSync(archivePath(real.folder, segment)));
    // A writer that lost its place to an archiver leaves an empty file.
    if (bytes.length > 0) expect(held.equals(bytes)).toBe(true);
  });

const archiveAll: LogCommand = command('archiveAll', (model, real) => {
  for (const segment of finalPlain(real)) archiveOne(model, real.folder, segment);
});

/** A writer that has had the segment open since before it was full appends while it is read. */
const archiveBesideWriter = (which: number, writer: number, events: readonly Envelope[]): LogCommand =>
  command(`archiveBesideWriter(${which}, writer ${writer}, ${events.length})`, (model, real) => {
    const segment = pick(finalPlain(real), which);
    const open = real.writers.get(writer);
    if (segment === undefined || open === undefined) return;
    const mine = made(model, events);
    try {
      archiveOne(model, real.folder, segment, () => {
        open.append(linesOf(mine));
        note(model, mine, true);
      });
    } catch (error) {
      if (!(error instanceof ArchiveError)) throw error;
      expect(error.message).toMatch(/still being appended to/);
      expect(existsSync(segmentPath(real.folder, segment))).toBe(true);
    }
  });

const archiveInTrouble = (which: number, what: Trouble): LogCommand =>
  command(`archiveInTrouble(${which}, ${troubleWords(what)})`, (model, real) => {
    const segment = pick(finalPlain(real), which);
    if (segment === undefined) return;
    inTrouble(real.folder, real.root, what, (folder) => {
      archiveOne(model, folder, segment);
    });
  });

export const archiveCommands = (
  writer: fc.Arbitrary<number>,
  drafts: fc.Arbitrary<readonly Envelope[]>,
): fc.Arbitrary<LogCommand>[] => [
  place.map(archive),
  fc.constant(archiveAll),
  fc.tuple(place, writer, drafts).map(([which, by, events]) => archiveBesideWriter(which, by, events)),
  fc.tuple(place, trouble).map(([which, what]) => archiveInTrouble(which, what)),
];
