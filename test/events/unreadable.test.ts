import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { openLogWriter } from '../../src/events/log-writer.ts';
import { formatPosition } from '../../src/events/position.ts';
import { findQuarantined, quarantine } from '../../src/events/quarantine.ts';
import { type LogFolder, listSegments, logFolder, segmentPath } from '../../src/events/segments.ts';
import { findUnreadable } from '../../src/events/unreadable.ts';
import { tempProject } from '../kit/temp-project.ts';
import { archive, finalSegments, lineOf, logOf } from './archived-log.ts';

const newLog = (limit?: number): LogFolder => logFolder(tempProject().path, nodeLogFs, limit);

/** What is found, when `meanwhile` happens in the pauses, one after the other. */
const find = async (folder: LogFolder, ...meanwhile: readonly (() => void)[]) => {
  let pauses = 0;
  const pause = async (): Promise<void> => meanwhile[pauses++]?.();
  const { places, damaged, inProgress } = await findUnreadable(folder, { pause });
  return {
    places: places.map(({ position, length, reason }) => `${formatPosition(position)} ${length} ${reason}`),
    damaged: damaged.map(({ segment }) => segment),
    inProgress: inProgress === null ? null : formatPosition(inProgress),
    pauses,
  };
};

describe('what readers cannot read', () => {
  it('is found with its place, length and reason', async () => {
    const folder = newLog();
    openLogWriter(folder).append([lineOf(1)]);
    const start = readFileSync(segmentPath(folder, 1)).length;
    appendFileSync(segmentPath(folder, 1), Buffer.from('\n{"torn\n\n42\n\n"\xff\xfe"\n', 'latin1'));
    openLogWriter(folder).append([lineOf(2)]);
    expect(await find(folder)).toEqual({
      places: [`1:${start + 1} 6 not-json`, `1:${start + 9} 2 not-an-event`, `1:${start + 13} 4 not-utf8`],
      damaged: [],
      inProgress: null,
      pauses: 0,
    });
  });

  it('is nothing in a log that is whole, and in none', async () => {
    const folder = newLog(300);
    expect((await find(folder)).places).toEqual([]);
    for (let n = 0; n < 20; n += 1) openLogWriter(folder).append([lineOf(n)]);
    expect(await find(folder)).toMatchObject({ places: [], pauses: 0 });
  });

  it('is the same when segments are archived', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 1500 }),
        fc.array(fc.nat(500), { minLength: 3, maxLength: 20 }),
        fc.infiniteStream(fc.boolean()),
        async (limit, sizes, chosen) => {
          const folder = logOf(tempProject().path, limit, sizes);
          const before = await find(folder);
          for (const segment of finalSegments(folder)) if (chosen.next().value === true) archive(folder, segment);
          expect(await find(folder)).toEqual(before);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('is the rest of the log too when an archive is damaged, and says nothing of what may stand in it', async () => {
    const folder = newLog(300);
    for (let n = 0; n < 8; n += 1) openLogWriter(folder).append([lineOf(n)]);
    appendFileSync(segmentPath(folder, 1), `\n${lineOf(77)}\n`);
    appendFileSync(segmentPath(folder, 3), '\n{"torn\n');
    expect((await find(folder)).places.map((place) => place.split(' ').at(-1))).toEqual(['unplaced', 'not-json']);
    archive(folder, 2);
    writeFileSync(`${segmentPath(folder, 2)}.gz`, 'no gzip');
    const found = await find(folder);
    expect(found.damaged).toEqual([2]);
    expect(found.places.map((place) => place.split(' ').at(-1))).toEqual(['not-json']);
  });
});

describe('bytes behind the last newline', () => {
  const torn = (): { folder: LogFolder; at: string } => {
    const folder = newLog();
    openLogWriter(folder).append([lineOf(1)]);
    const at = `1:${readFileSync(segmentPath(folder, 1)).length + 1}`;
    appendFileSync(segmentPath(folder, 1), '\n{"v":1,"id":');
    return { folder, at };
  };
  const append = (folder: LogFolder, text: string) => () => appendFileSync(segmentPath(folder, 1), text);

  it('are torn when they are the same after a pause', async () => {
    const { folder, at } = torn();
    expect(await find(folder)).toMatchObject({ places: [`${at} 12 torn`], inProgress: null, pauses: 1 });
  });

  it('are a line when their writer ended it meanwhile', async () => {
    const { folder } = torn();
    const rest = lineOf(2).slice('{"v":1,"id":'.length);
    expect(await find(folder, append(folder, `${rest}\n`))).toMatchObject({ places: [], inProgress: null, pauses: 1 });
  });

  it('are looked at again when they grew', async () => {
    const { folder, at } = torn();
    expect(await find(folder, append(folder, '"a'))).toMatchObject({ places: [`${at} 14 torn`], pauses: 2 });
  });

  it('are left alone as long as they grow', async () => {
    const { folder, at } = torn();
    const more = append(folder, 'x');
    expect(await find(folder, more, more, more, more)).toMatchObject({ places: [], inProgress: at, pauses: 3 });
  });

  it('are an event when only the newline is missing', async () => {
    const folder = newLog();
    openLogWriter(folder).append([lineOf(1)]);
    appendFileSync(segmentPath(folder, 1), `\n${lineOf(2)}`);
    expect(await find(folder)).toMatchObject({ places: [], inProgress: null });
  });

  it('are torn at once when a later segment exists', async () => {
    const folder = newLog(1000);
    openLogWriter(folder).append([lineOf(1)]);
    appendFileSync(segmentPath(folder, 1), '\n{"torn');
    writeFileSync(segmentPath(folder, 2), `\n${lineOf(2)}\n`);
    expect(await find(folder)).toMatchObject({ places: [expect.stringMatching(/^1:\d+ 6 torn$/)], pauses: 0 });
  });
});

describe('void lines', () => {
  /** A full segment with bytes behind its valid part. */
  const full = (voided: string): { folder: LogFolder; at: number } => {
    const folder = newLog(100);
    openLogWriter(folder).append([lineOf(1)]);
    const at = readFileSync(segmentPath(folder, 1)).length;
    appendFileSync(segmentPath(folder, 1), voided);
    return { folder, at };
  };

  it('are as good as not there when their events follow, in whichever later segment', async () => {
    const { folder } = full(`\n${lineOf(2)}\n`);
    for (const n of [3, 4, 2]) openLogWriter(folder).append([lineOf(n)]);
    expect(listSegments(folder).length).toBe(4);
    expect(await find(folder)).toMatchObject({ places: [] });
  });

  it('are unplaced when their events never follow', async () => {
    const { folder, at } = full(`\n${lineOf(2)}\n\n{"torn`);
    openLogWriter(folder).append([lineOf(3)]);
    expect((await find(folder)).places).toEqual([
      `1:${at + 1} ${lineOf(2).length} unplaced`,
      // Ended by the newline that comes before the next segment.
      `1:${at + lineOf(2).length + 3} 6 not-json`,
    ]);
  });

  it('are waited for, since their writer may be about to write them again', async () => {
    const { folder } = full(`\n${lineOf(2)}\n`);
    const again = (): void => openLogWriter(folder).append([lineOf(2)]);
    expect(await find(folder, again)).toMatchObject({ places: [], pauses: 1 });
  });
});

describe('quarantine', () => {
  it('keeps the exact bytes with where they stood and why, once', async () => {
    const folder = newLog();
    const root = join(folder.path, '..');
    const big = Buffer.concat([Buffer.from('{"'), Buffer.alloc(3 * 2 ** 20, 0xfe)]);
    openLogWriter(folder).append([lineOf(1)]);
    appendFileSync(segmentPath(folder, 1), Buffer.concat([Buffer.from('\n'), big, Buffer.from('\n')]));
    const before = readFileSync(segmentPath(folder, 1));
    const { places } = await findUnreadable(folder, { pause: async () => undefined });
    const [place] = places;
    if (place === undefined) throw new Error('nothing found');
    const entry = findQuarantined(folder, root, place);
    expect(entry.isKept).toBe(false);
    let ids = 0;
    const deps = { at: '2026-01-01T00:00:00.000Z', newId: () => `t${++ids}` };
    quarantine(folder, entry, deps);
    expect(findQuarantined(folder, root, place)).toEqual({ ...entry, isKept: true });
    expect(readFileSync(entry.path).equals(big)).toBe(true);
    expect(JSON.parse(readFileSync(entry.path.replace(/bin$/, 'json'), 'utf8'))).toEqual({
      segment: 1,
      offset: place.position.offset,
      length: big.length,
      reason: 'not-utf8',
      sha256: entry.sha256,
      quarantinedAt: deps.at,
    });
    expect(nodeLogFs.statSync(entry.path).mode & 0o777).toBe(0o600);
    quarantine(folder, entry, deps);
    expect(readdirSync(join(root, 'quarantine')).length).toBe(2);
    expect(readFileSync(segmentPath(folder, 1)).equals(before)).toBe(true);
  });

  it('does not write through a link', async () => {
    const folder = newLog();
    const root = join(folder.path, '..');
    openLogWriter(folder).append(['{"torn']);
    const [place] = (await findUnreadable(folder, { pause: async () => undefined })).places;
    if (place === undefined) throw new Error('nothing found');
    mkdirSync(join(root, 'elsewhere'));
    symlinkSync(join(root, 'elsewhere'), join(root, 'quarantine'));
    const entry = findQuarantined(folder, root, place);
    expect(() => quarantine(folder, entry, { at: '', newId: () => 'x' })).toThrow(/is a link/);
    expect(readdirSync(join(root, 'elsewhere'))).toEqual([]);
    expect(existsSync(entry.path)).toBe(false);
  });
});
