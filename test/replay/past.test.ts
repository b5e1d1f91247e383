import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { type LogLine, readEvents } from '../../src/events/log-reader.ts';
import { openLogWriter } from '../../src/events/log-writer.ts';
import { openStreamIndex } from '../../src/events/open-index.ts';
import { printBefore } from '../../src/events/print.ts';
import { type LogFolder, logFolder } from '../../src/events/segments.ts';
import { startFold } from '../../src/projections/fold.ts';
import { checkpointsFile, worthKeeping } from '../../src/replay/checkpoints.ts';
import { openPast } from '../../src/replay/past.ts';
import { tempProject } from '../kit/temp-project.ts';
import { eventSequences } from '../projections/generated.ts';

const STEP = 700;

const logOf = (events: readonly Envelope[]): LogFolder => {
  const folder = logFolder(join(tempProject().path, '.docket'), nodeLogFs);
  const writer = openLogWriter(folder);
  for (const event of events) writer.append([JSON.stringify(event)]);
  writer.close();
  return folder;
};

/** What gates would see at a place, folded from the beginning. */
const viewsAt = (lines: readonly LogLine[], index: number, views: readonly (readonly [string, string | null])[]) => {
  const fold = startFold();
  for (const { event } of lines.slice(0, index)) fold.apply(event);
  return views.map(([stream, worktree]) => fold.view(stream, worktree));
};

const placesIn = (lines: readonly LogLine[]): (readonly [string, string | null])[] => [
  ...new Map(
    lines.map(({ event }) => [`${event.stream} ${event.worktree}`, [event.stream, event.worktree] as const]),
  ).values(),
];

describe('the past of a log', () => {
  it('is at every place what folding from the beginning comes to, also from checkpoints that were kept', () => {
    fc.assert(
      fc.property(eventSequences(3, 60, 10), (events) => {
        const folder = logOf(events);
        const lines = [...readEvents(folder)];
        const index = openStreamIndex(folder);
        const places = placesIn(lines);
        for (let round = 0; round < 2; round += 1) {
          const past = openPast(folder, index, { step: STEP });
          // The last place first: it leaves the checkpoints that the others begin at.
          for (let at = lines.length - 1; at >= 0; at -= 1) {
            const fold = past.before((lines[at] as LogLine).position);
            expect(places.map(([stream, tree]) => fold.view(stream, tree))).toEqual(viewsAt(lines, at, places));
          }
          past.save();
        }
      }),
      { numRuns: 25 },
    );
  });

  const longLog = (): { folder: LogFolder; lines: readonly LogLine[] } => {
    const [events = []] = fc.sample(eventSequences(2, 80, 80), { numRuns: 1, seed: 7 });
    const folder = logOf(events);
    return { folder, lines: [...readEvents(folder)] };
  };
  const fileOf = (folder: LogFolder): string => join(folder.path, '..', 'index', 'checkpoints.json');
  const keep = (folder: LogFolder): LogLine => {
    const last = [...readEvents(folder)].at(-1) as LogLine;
    const past = openPast(folder, openStreamIndex(folder), { step: STEP });
    past.before(last.position);
    past.save();
    return last;
  };
  /** How many events are folded to come to the end. */
  const foldedTo = (folder: LogFolder, last: LogLine): number => {
    let folded = 0;
    const past = openPast(folder, openStreamIndex(folder), {
      step: STEP,
      onProgress: (events) => (folded = events),
      tellEvery: 1,
    });
    past.before(last.position);
    return folded;
  };

  it('goes on from what was kept', () => {
    const { folder, lines } = longLog();
    const last = keep(folder);
    expect(foldedTo(folder, last)).toBeLessThan(lines.length / 4);
  });

  it.each([
    ['is gone', (file: string) => rmSync(file)],
    [
      'is damaged',
      (file: string) => writeFileSync(file, readFileSync(file, 'utf8').replaceAll('"project"', '"projekt"')),
    ],
    [
      'is of other projections',
      (file: string) => writeFileSync(file, readFileSync(file, 'utf8').replaceAll('v1 ', 'v0 ')),
    ],
  ])('begins at the beginning where it %s', (_name, harm) => {
    const { folder, lines } = longLog();
    const last = keep(folder);
    harm(fileOf(folder));
    expect(foldedTo(folder, last)).toBe(lines.length - 1);
  });

  it('begins at the beginning where it is of another log', () => {
    const { folder } = longLog();
    keep(folder);
    const other = logOf([...readEvents(longLog().folder)].map(({ event }) => ({ ...event, id: `x${event.id}` })));
    const kept = readFileSync(fileOf(folder));
    const last = keep(other);
    writeFileSync(fileOf(other), kept);
    expect(foldedTo(other, last)).toBe([...readEvents(other)].length - 1);
  });

  it('is asked for less and less the further back it lies', () => {
    const at = (offset: number) => ({ position: { segment: 1, offset } });
    const kept = worthKeeping(
      Array.from({ length: 2000 }, (_, index) => at(index * 100)),
      100,
      1_000_000,
    );
    expect(kept.length).toBeLessThanOrEqual(96);
    expect(kept.at(-1)).toEqual(at(199_900));
    const gaps = kept.slice(1).map(({ position }, index) => position.offset - (kept[index]?.position.offset ?? 0));
    expect(gaps.at(-1)).toBe(100);
    expect(gaps).toEqual([...gaps].sort((a, b) => b - a));
  });

  it('keeps nothing where nothing can be written', () => {
    const { folder } = longLog();
    openStreamIndex(folder);
    rmSync(join(folder.path, '..', 'index'), { recursive: true });
    writeFileSync(join(folder.path, '..', 'index'), '');
    expect(() => keep(folder)).not.toThrow();
    expect(checkpointsFile(folder).data).toBeNull();
  });
});

it("begins at the hook's snapshot where that lies nearer, and is of this log", () => {
  const [events = []] = fc.sample(eventSequences(2, 40, 40), { numRuns: 1, seed: 11 });
  const folder = logOf(events);
  const lines = [...readEvents(folder)];
  const [middle, last] = [lines[20] as LogLine, lines.at(-1) as LogLine];
  const index = openStreamIndex(folder);
  const { project, worktrees } = openPast(folder, index).before(middle.position).state();
  const position = middle.position;
  const snapshot = { position, print: printBefore(folder, position), shared: { project, worktrees } };
  const folded = (more: object): number => {
    let count = 0;
    openPast(folder, index, {
      snapshot: { ...snapshot, ...more },
      onProgress: (all) => (count = all),
      tellEvery: 1,
    }).before(last.position);
    return count;
  };
  expect(folded({})).toBe(lines.length - 1 - 20);
  expect(folded({ print: 'of another log' })).toBe(lines.length - 1);
});
