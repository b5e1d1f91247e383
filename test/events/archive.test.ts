import { existsSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readManifest } from '../../src/events/archive-manifest.ts';
import { followLog } from '../../src/events/follow-log.ts';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { isLogLine, readBlocks, readEvents, readLines } from '../../src/events/log-reader.ts';
import { openLogWriter } from '../../src/events/log-writer.ts';
import { LOG_START, type Position } from '../../src/events/position.ts';
import { readStream } from '../../src/events/read-stream.ts';
import { archivePath, listSegments, logFolder, segmentPath } from '../../src/events/segments.ts';
import { surveySegment } from '../../src/events/survey-segment.ts';
import { loadState } from '../../src/hooks/load-state.ts';
import { seeded } from '../hammer/seeded.ts';
import { tempProject } from '../kit/temp-project.ts';
import { archive, finalSegments, lineOf, logOf, readingOf } from './archived-log.ts';

const newRoot = (): string => tempProject().path;

const SIZES = [10, 200, 55, 7, 300, 0, 77, 130, 11, 450, 21, 90, 35, 60, 14];

describe('an archived segment', () => {
  it('reads as it did, from any position, whichever segments are archived', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1500 }),
        fc.array(fc.nat(500), { minLength: 4, maxLength: 25 }),
        fc.infiniteStream(fc.boolean()),
        fc.nat(),
        (limit, sizes, chosen, seed) => {
          const root = newRoot();
          const folder = logOf(root, limit, sizes);
          const before = readingOf(folder);
          const positions = [...readLines(folder)].map(({ position }) => position);
          const from = positions[seed % positions.length];
          const fromThere = readingOf(folder, from);
          const states = loadState(folder, root, null).fold.state();
          const streams = ['s0', 's1', 's2'].map((stream) => [...readStream(folder, stream)]);
          for (const segment of finalSegments(folder)) {
            const bytes = readFileSync(segmentPath(folder, segment));
            if (chosen.next().value !== true) continue;
            expect(archive(folder, segment)).toMatchObject({ segment, bytes: bytes.length });
            expect(existsSync(segmentPath(folder, segment))).toBe(false);
            expect(gunzipSync(readFileSync(archivePath(folder, segment))).equals(bytes)).toBe(true);
          }
          expect(readingOf(folder)).toEqual(before);
          expect(readingOf(folder, from)).toEqual(fromThere);
          expect(loadState(folder, root, null).fold.state()).toEqual(states);
          expect(['s0', 's1', 's2'].map((stream) => [...readStream(folder, stream)])).toEqual(streams);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('is read from the middle without unpacking what stands before it', () => {
    const folder = logFolder(newRoot(), nodeLogFs, 5 * 2 ** 20);
    const random = seeded(7);
    const noise = (length: number): string =>
      Array.from({ length: length / 8 }, () => random().toString(36).slice(2, 10).padEnd(8, '0')).join('');
    const writer = openLogWriter(folder);
    // One line over several members among many in one.
    for (let n = 0; n < 60; n += 1)
      writer.append([lineOf(n).replace('"text":""', `"text":"${noise(n === 20 ? 3e6 : 5e4)}"`)]);
    const lines = [...readLines(folder)];
    const bytes = readFileSync(segmentPath(folder, 1));
    expect(listSegments(folder)).toEqual([1, 2]);
    const archived = archive(folder, 1);
    expect(gunzipSync(readFileSync(archivePath(folder, 1))).equals(bytes)).toBe(true);
    expect(readManifest(folder, 1)).toMatchObject({
      bytes: bytes.length,
      sha256: archived?.sha256,
      lines: archived?.lines,
    });
    expect([...readLines(folder)]).toEqual(lines);
    let read = 0;
    const fs = {
      ...nodeLogFs,
      readSync: ((...args: Parameters<typeof nodeLogFs.readSync>) => {
        const length = nodeLogFs.readSync(...args);
        read += length;
        return length;
      }) as typeof nodeLogFs.readSync,
    };
    const inSegment = lines.filter(({ position }) => position.segment === 1);
    const last = inSegment.at(-1)?.position as Position;
    expect([...readLines({ ...folder, fs }, last)]).toEqual(lines.slice(inSegment.length - 1));
    expect(read).toBeLessThan(archived === null ? 0 : archived.packed / 2);
    // A header that is wrong about how much its member holds would shift all that follows.
    const packed = readFileSync(archivePath(folder, 1));
    for (const held of [0, 1, 2 ** 20 - 1, 2 ** 20 + 1, 2 ** 32 - 1]) {
      packed.writeUInt32LE(held, 20);
      writeFileSync(archivePath(folder, 1), packed);
      expect(readingOf(folder, last)[0], `${held}`).toMatch(/^1:\d+ archive-damaged$/);
    }
  });

  it('is found by a snapshot whose position lies in it', () => {
    const root = newRoot();
    const folder = logOf(
      root,
      20_000,
      Array.from({ length: 60 }, () => 1),
    );
    loadState(folder, root, null).save(true);
    for (let n = 100; n < 400; n += 1) openLogWriter(folder).append([lineOf(n, 100)]);
    const whole = loadState(folder, root, null).fold.state();
    for (const segment of finalSegments(folder)) archive(folder, segment);
    let archivesOpened = 0;
    const openSync = ((path: string, flags: number) => {
      if (path.endsWith('.gz')) archivesOpened += 1;
      return nodeLogFs.openSync(path, flags);
    }) as typeof nodeLogFs.openSync;
    const counting = { ...folder, fs: { ...nodeLogFs, openSync } };
    expect(loadState(counting, root, null).fold.state()).toEqual(whole);
    // Once for the check of the snapshot, and each of them once from there on.
    expect(archivesOpened).toBe(1 + finalSegments(folder).length);
    expect(finalSegments(folder).length).toBeGreaterThan(2);
  });

  it('is read to its end by whoever stands in the middle of the plain file', () => {
    const folder = logOf(newRoot(), 300, SIZES);
    const before = [...readBlocks(folder)].map((block) => block.bytes.toString('latin1'));
    const blocks = readBlocks(folder);
    const seen = [];
    for (let next = blocks.next(); !next.done; next = blocks.next()) {
      seen.push(next.value.bytes.toString('latin1'));
      // The file that is being read, and all behind it.
      for (const segment of finalSegments(folder)) if (segment >= next.value.segment) archive(folder, segment);
    }
    expect(seen).toEqual(before);
  });

  it('is crossed by a follower', async () => {
    const folder = logOf(newRoot(), 500, SIZES);
    const wanted = readingOf(folder).length + 30;
    const stop = new AbortController();
    const seen: string[] = [];
    let n = 0;
    for await (const line of followLog(folder, LOG_START, stop.signal)) {
      seen.push(JSON.stringify(line));
      for (const segment of finalSegments(folder)) archive(folder, segment);
      if (n < 30) openLogWriter(folder).append([lineOf(500 + n++, 60)]);
      if (seen.length === wanted) stop.abort();
    }
    expect(seen).toEqual([...readLines(folder)].map((line) => JSON.stringify(line)));
  });

  it('counts once beside its plain file', () => {
    const folder = logOf(newRoot(), 300, SIZES);
    const before = readingOf(folder);
    const plain = readFileSync(segmentPath(folder, 2));
    archive(folder, 2);
    writeFileSync(segmentPath(folder, 2), plain);
    expect(readingOf(folder)).toEqual(before);
    const recorded: unknown[] = [];
    const archived = archive(folder, 2, { record: (data) => recorded.push(data) });
    expect(recorded).toEqual([archived]);
    expect(existsSync(segmentPath(folder, 2))).toBe(false);
    expect(readingOf(folder)).toEqual(before);
  });

  it('keeps the times of its events whatever their order, and the number of its lines', () => {
    const folder = logFolder(newRoot(), nodeLogFs, 600);
    for (const n of [50, 10, 90, 30]) openLogWriter(folder).append([lineOf(n)]);
    archive(folder, 1);
    expect(readManifest(folder, 1)).toMatchObject({
      segment: 1,
      lines: 3,
      firstAt: '2026-01-01T00:00:10.000Z',
      lastAt: '2026-01-01T00:01:30.000Z',
      archivedAt: '2026-06-01T00:00:00.000Z',
    });
    expect(nodeLogFs.statSync(archivePath(folder, 1)).mode & 0o777).toBe(0o600);
  });
});

describe('which segments are old', () => {
  it('is decided by every event, not the last one', () => {
    const folder = logFolder(newRoot(), nodeLogFs, 600);
    for (const n of [50, 90, 10, 30]) openLogWriter(folder).append([lineOf(n)]);
    const at = (n: number): number => Date.UTC(2026, 0, 1) + n * 1000;
    expect(surveySegment(folder, 1, at(91)).newer).toBeNull();
    expect(surveySegment(folder, 1, at(90)).newer).toBe('2026-01-01T00:01:30.000Z');
    expect(surveySegment(folder, 1, at(5)).newer).toBe('2026-01-01T00:00:50.000Z');
  });

  it('is no when a time cannot be read', () => {
    const folder = logFolder(newRoot(), nodeLogFs, 10);
    openLogWriter(folder).append([lineOf(1).replace(/"at":"[^"]*"/, '"at":"long ago"')]);
    openLogWriter(folder).append([lineOf(2)]);
    expect(surveySegment(folder, 1, Date.UTC(2100, 0, 1)).newer).toBe('long ago');
  });
});

describe('a damaged archive', () => {
  /** Readings of a log with one segment whose archive was changed. */
  const readings = (change: (path: string, bytes: Buffer) => void) => {
    const folder = logOf(newRoot(), 300, SIZES);
    const before = readingOf(folder);
    archive(folder, 2);
    const path = archivePath(folder, 2);
    change(path, readFileSync(path));
    return { folder, before, after: readingOf(folder) };
  };

  const rest = (lines: readonly string[]): string[] => lines.filter((line) => !line.startsWith('2:'));

  it('is named wherever one of its bytes is another one, and what follows is read', () => {
    const folder = logOf(newRoot(), 300, SIZES);
    const before = readingOf(folder);
    archive(folder, 2);
    const path = archivePath(folder, 2);
    const bytes = readFileSync(path);
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(at) ^ 0x11, at);
      writeFileSync(path, changed);
      expect(readingOf(folder), `byte ${at}`).toEqual(
        before.flatMap((line) => {
          if (!line.startsWith('2:')) return [line];
          return line === before.find((one) => one.startsWith('2:')) ? ['2:0 archive-damaged'] : [];
        }),
      );
    }
  });

  it('is named wherever it was cut off, or has something behind its end', () => {
    const folder = logOf(newRoot(), 300, SIZES);
    const before = rest(readingOf(folder));
    archive(folder, 2);
    const path = archivePath(folder, 2);
    const bytes = readFileSync(path);
    for (let length = 0; length < bytes.length; length += 1) {
      writeFileSync(path, bytes.subarray(0, length));
      expect(
        readingOf(folder).filter((line) => line.startsWith('2:')),
        `cut at ${length}`,
      ).toEqual(['2:0 archive-damaged']);
      expect(rest(readingOf(folder))).toEqual(before);
    }
    writeFileSync(path, Buffer.concat([bytes, Buffer.from([0])]));
    expect(readingOf(folder)).toContain('2:0 archive-damaged');
  });

  it('stops whoever cannot tell of it', () => {
    const { folder } = readings((path) => truncateSync(path, 40));
    expect(() => [...readEvents(folder)]).toThrow(
      /segment 2 of the log cannot be read.*its end is missing.*move it away/,
    );
    expect(() => [...readBlocks(folder)]).toThrow(/segment 2/);
    expect(() => [...readStream(folder, 's0')]).toThrow(/segment 2/);
  });

  it('gives way to the plain file where that is there too, and is made anew', () => {
    const folder = logOf(newRoot(), 300, SIZES);
    const before = readingOf(folder);
    const plain = readFileSync(segmentPath(folder, 2));
    archive(folder, 2);
    writeFileSync(segmentPath(folder, 2), plain);
    truncateSync(archivePath(folder, 2), 40);
    expect(readingOf(folder)).toEqual(before);
    archive(folder, 2);
    expect(readingOf(folder)).toEqual(before);
    expect(existsSync(segmentPath(folder, 2))).toBe(false);
  });

  it('beside a plain file that says something else is not overwritten', () => {
    const folder = logOf(newRoot(), 300, SIZES);
    archive(folder, 2);
    const bytes = readFileSync(archivePath(folder, 2));
    writeFileSync(segmentPath(folder, 2), 'mine');
    expect(() => archive(folder, 2)).toThrow(/both there and hold different bytes/);
    expect(readFileSync(archivePath(folder, 2)).equals(bytes)).toBe(true);
    expect(readFileSync(segmentPath(folder, 2), 'utf8')).toBe('mine');
  });
});

describe('a writer that was stopped while its segment was filled and archived', () => {
  it('appends to the newest segment, and what it left in an old one’s place hides nothing', () => {
    const folder = logFolder(newRoot(), nodeLogFs, 300);
    openLogWriter(folder).append([lineOf(1)]);
    const stopped = openLogWriter(folder);
    for (const n of [2, 3, 4, 5, 6, 7]) openLogWriter(folder).append([lineOf(n)]);
    for (const segment of finalSegments(folder)) archive(folder, segment);
    const before = readingOf(folder);
    stopped.append([lineOf(8)]);
    expect(readingOf(folder).slice(0, -1)).toEqual(before);
    expect(readingOf(folder).at(-1)).toContain('"id":"e8"');
  });

  it('also when it was stopped on the way to the next segment', () => {
    const folder = logFolder(newRoot(), nodeLogFs, 300);
    openLogWriter(folder).append([lineOf(1), lineOf(2)]);
    let isFirst = true;
    const openSync = ((path: string, flags: number, mode: number) => {
      if (path === segmentPath(folder, 2) && isFirst) {
        isFirst = false;
        for (const n of [3, 4, 5, 6, 7, 8]) openLogWriter(folder).append([lineOf(n)]);
        for (const segment of finalSegments(folder)) archive(folder, segment);
      }
      return nodeLogFs.openSync(path, flags, mode);
    }) as typeof nodeLogFs.openSync;
    openLogWriter({ ...folder, fs: { ...nodeLogFs, openSync } }).append([lineOf(9)]);
    const ids = [...readLines(folder)].map((line) => (isLogLine(line) ? line.event.id : 'unreadable'));
    expect(ids).toEqual(['e1', 'e2', 'e3', 'e4', 'e5', 'e6', 'e7', 'e8', 'e9']);
    // The empty file that it made in the place of the archived one is taken away by the next archiver.
    expect(readFileSync(segmentPath(folder, 2)).length).toBe(0);
    archive(folder, 2);
    expect(existsSync(segmentPath(folder, 2))).toBe(false);
    expect([...readEvents(folder)].length).toBe(9);
  });

  it('also when it is only about to open the log', () => {
    const folder = logFolder(newRoot(), nodeLogFs, 300);
    openLogWriter(folder).append([lineOf(1)]);
    let isFirst = true;
    const readdir = nodeLogFs.readdirSync as (path: string) => string[];
    const readdirSync = ((path: string) => {
      const names = readdir(path);
      if (isFirst) {
        isFirst = false;
        for (const n of [2, 3, 4, 5]) openLogWriter(folder).append([lineOf(n)]);
        archive(folder, 1);
      }
      return names;
    }) as typeof nodeLogFs.readdirSync;
    openLogWriter({ ...folder, fs: { ...nodeLogFs, readdirSync } }).append([lineOf(6)]);
    expect([...readEvents(folder)].map(({ event }) => event.id)).toEqual(['e1', 'e2', 'e3', 'e4', 'e5', 'e6']);
    expect(existsSync(segmentPath(folder, 1))).toBe(false);
  });
});

it('shows a segment that is archived while the folder is read', () => {
  const folder = logOf(newRoot(), 300, SIZES);
  const before = readingOf(folder);
  let isFirst = true;
  const readdir = nodeLogFs.readdirSync as (path: string) => string[];
  const readdirSync = ((path: string) => {
    const names = readdir(path);
    if (!isFirst) return names;
    isFirst = false;
    archive(folder, 1);
    return names.filter((name) => name !== '000001.ndjson');
  }) as typeof nodeLogFs.readdirSync;
  expect(readingOf({ ...folder, fs: { ...nodeLogFs, readdirSync } })).toEqual(before);
});

describe('two archivers of one segment', () => {
  it.each(['record', 'onBytes'] as const)('do it once (the other one comes in %s)', (moment) => {
    const folder = logOf(newRoot(), 300, SIZES);
    const before = readingOf(folder);
    const recorded: string[] = [];
    let isFirst = true;
    const other = (): void => {
      if (!isFirst) return;
      isFirst = false;
      archive(folder, 2, { record: () => recorded.push('other') });
    };
    archive(folder, 2, { record: () => recorded.push('one'), [moment]: other });
    expect(readingOf(folder)).toEqual(before);
    expect(recorded).toEqual(['other']);
    expect(
      readdirSync(folder.path)
        .filter((name) => name.startsWith('000002'))
        .sort(),
    ).toEqual(['000002.archive.json', '000002.ndjson.gz']);
    expect(archive(folder, 1)).not.toBeNull();
  });
});

describe('an archiver that is killed', () => {
  /** The port whose N-th call and all behind it never happen: the process is gone. */
  const dyingAt = (at: number) => {
    let calls = 0;
    const fs = Object.fromEntries(
      Object.entries(nodeLogFs).map(([name, call]) => [
        name,
        (...args: readonly unknown[]) => {
          calls += 1;
          if (calls >= at) throw new Error('killed');
          return (call as (...all: readonly unknown[]) => unknown)(...args);
        },
      ]),
    ) as unknown as typeof nodeLogFs;
    return { fs, died: () => calls >= at };
  };

  it('leaves at every step a log that reads as before, and the next one ends what it began', () => {
    let steps = 0;
    for (let at = 1; ; at += 1) {
      const folder = logOf(newRoot(), 300, SIZES.slice(0, 8));
      const before = readingOf(folder);
      const bytes = readFileSync(segmentPath(folder, 2));
      const { fs, died } = dyingAt(at);
      try {
        archive({ ...folder, fs }, 2);
      } catch (error) {
        expect((error as Error).message).toBe('killed');
      }
      expect(readingOf(folder), `killed at call ${at}`).toEqual(before);
      const [plain, packed] = [segmentPath(folder, 2), archivePath(folder, 2)];
      if (existsSync(plain)) expect(readFileSync(plain).equals(bytes)).toBe(true);
      else expect(readManifest(folder, 2)?.bytes, `killed at call ${at}`).toBe(bytes.length);
      if (existsSync(packed)) expect(gunzipSync(readFileSync(packed)).equals(bytes)).toBe(true);
      archive(folder, 2);
      expect(existsSync(plain)).toBe(false);
      expect(readingOf(folder)).toEqual(before);
      expect(readManifest(folder, 2)?.bytes).toBe(bytes.length);
      rmSync(folder.path, { recursive: true });
      if (!died()) break;
      steps += 1;
    }
    expect(steps).toBeGreaterThan(25);
  });

  it('or whose file system fails at any one call loses nothing either, and leaves no temporary file', () => {
    for (let at = 1; ; at += 1) {
      const folder = logOf(newRoot(), 300, SIZES.slice(0, 8));
      const before = readingOf(folder);
      let calls = 0;
      const fs = Object.fromEntries(
        Object.entries(nodeLogFs).map(([name, call]) => [
          name,
          (...args: readonly unknown[]) => {
            calls += 1;
            if (calls !== at) return (call as (...all: readonly unknown[]) => unknown)(...args);
            if (name === 'existsSync') return false;
            throw Object.assign(new Error('EIO: injected'), { code: 'EIO' });
          },
        ]),
      ) as unknown as typeof nodeLogFs;
      let failed = '';
      try {
        archive({ ...folder, fs }, 2);
      } catch (error) {
        failed = String(error);
      }
      expect(readingOf(folder), `call ${at}: ${failed}`).toEqual(before);
      const left = readdirSync(folder.path).filter((name) => name.endsWith('.tmp'));
      // Only where removing it is what failed.
      expect(left.length, `call ${at}: ${failed}`).toBeLessThanOrEqual(1);
      if (calls < at) break;
    }
  });

  it('gives up on a file that takes only a part of what is written, again and again', () => {
    const folder = logOf(newRoot(), 300, SIZES);
    const before = readingOf(folder);
    for (const part of [0, 0.5]) {
      let calls = 0;
      const writeSync = ((fd: number, bytes: Buffer, offset: number, length: number) => {
        calls += 1;
        if (calls > 1000) throw new Error('tried for ever');
        return nodeLogFs.writeSync(fd, bytes, offset, Math.floor(length * part));
      }) as typeof nodeLogFs.writeSync;
      expect(() => archive({ ...folder, fs: { ...nodeLogFs, writeSync } }, 1)).toThrow(/SHORT_WRITE: only \d+ of \d+/);
    }
    expect(readingOf(folder)).toEqual(before);
    expect(existsSync(archivePath(folder, 1))).toBe(false);
  });

  it('does not take the plain file away when the archiving cannot be recorded', () => {
    const folder = logOf(newRoot(), 300, SIZES);
    const record = (): never => {
      throw new Error('disk full');
    };
    expect(() => archive(folder, 2, { record })).toThrow('disk full');
    expect(existsSync(segmentPath(folder, 2))).toBe(true);
    expect(archive(folder, 2)?.segment).toBe(2);
  });

  it('does not take the plain file away when the archive does not read back', () => {
    const folder = logOf(newRoot(), 300, SIZES);
    const before = readingOf(folder);
    const writeSync = ((fd: number, bytes: Buffer, offset: number, length: number) => {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(30) ^ 1, 30);
      return nodeLogFs.writeSync(fd, changed, offset, length);
    }) as typeof nodeLogFs.writeSync;
    expect(() => archive({ ...folder, fs: { ...nodeLogFs, writeSync } }, 2)).toThrow(/does not read back/);
    expect(existsSync(archivePath(folder, 2))).toBe(false);
    expect(readingOf(folder)).toEqual(before);
  });

  it('does not take the plain file away when it grew', () => {
    const folder = logOf(newRoot(), 300, SIZES);
    const path = segmentPath(folder, 2);
    const grow = (): void => writeFileSync(path, '\nvoid\n', { flag: 'a' });
    expect(() => archive(folder, 2, { record: grow })).toThrow(/still being appended to/);
    expect(existsSync(path)).toBe(true);
    const whole = readFileSync(path);
    archive(folder, 2);
    expect(gunzipSync(readFileSync(archivePath(folder, 2))).equals(whole)).toBe(true);
  });
});
