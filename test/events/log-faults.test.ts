import { mkdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorCode, nodeLogFs } from '../../src/events/log-fs.ts';
import { isLogLine, readLines } from '../../src/events/log-reader.ts';
import { type LogWriter, openLogWriter } from '../../src/events/log-writer.ts';
import { type LogFolder, logFolder } from '../../src/events/segments.ts';
import { envelope } from '../kit/envelope.ts';
import { FAULTS, type Fault, faultyFs } from '../kit/faulty-fs.ts';
import { tempProject } from '../kit/temp-project.ts';

const LIMIT = 900;

const line = (id: string): string =>
  JSON.stringify(envelope(id, 'NotificationShown', { data: { text: id.repeat(40) } }));

/** Batches of one writer: over several segments, one append filling one and going on in the next. */
const BATCHES = [['a'], ['b', 'c'], ['d', 'e', 'f'], ['g'], ['h', 'i', 'j', 'k']];

interface Run {
  readonly folder: LogFolder;
  /** What an append said it had written. */
  readonly reported: readonly string[];
  /** Appends that said why they could not. */
  readonly refused: readonly string[];
  /** Whether the reader went through, or what it said. */
  readonly read: string;
  readonly isHit: boolean;
  /** Whether the run was over before the fault's turn came. */
  readonly isOver: boolean;
}

/** Writes all batches and reads the log, opening it again whenever that failed, as hook calls do. */
const run = (fault: Fault, at: number, isLasting: boolean): Run => {
  const root = tempProject().path;
  const { fs, hits, calls } = faultyFs({ fault, at, isLasting, root: logFolder(root, nodeLogFs).path });
  const folder = logFolder(root, fs, LIMIT);
  const reported: string[] = [];
  const refused: string[] = [];
  let writer: LogWriter | null = null;
  for (const batch of BATCHES) {
    try {
      writer ??= openLogWriter(folder);
      writer.append(batch.map(line));
      reported.push(...batch);
    } catch (error) {
      refused.push(errorCode(error));
    }
  }
  let read = 'whole';
  try {
    for (const _ of readLines(folder));
  } catch (error) {
    read = errorCode(error);
  }
  const isOver = calls.length < at;
  return { folder: logFolder(root, nodeLogFs, LIMIT), reported, refused, read, isHit: hits() > 0, isOver };
};

const readBack = (folder: LogFolder) => {
  const lines = [...readLines(folder)];
  return {
    ids: lines.flatMap((read) => (isLogLine(read) ? [read.event.id] : [])),
    torn: lines.filter((read) => !isLogLine(read)),
  };
};

const IDS = BATCHES.flat();

/** Runs a fault at every call until a run is over before its turn comes. */
const everyCall = (fault: Fault, isLasting: boolean, check: (run: Run, where: string) => void): number => {
  let struck = 0;
  for (let at = 1; ; at += 1) {
    const result = run(fault, at, isLasting);
    if (result.isOver) return struck;
    if (!result.isHit) continue;
    struck += 1;
    check(result, `${fault} ${isLasting ? 'from' : 'at'} call ${at}`);
  }
};

describe.each([
  ['once', false],
  ['from then on', true],
] as const)('a fault that strikes %s', (_when, isLasting) => {
  it.each(FAULTS.filter((fault) => fault !== 'vanish'))('at any call loses nothing that was reported: %s', (fault) => {
    const struck = everyCall(fault, isLasting, ({ folder, reported, refused, read }, where) => {
      // Afterwards the log is as good as any: it takes appends and is read to the end.
      openLogWriter(folder).append([line('z')]);
      const { ids, torn } = readBack(folder);
      const known = ids.filter((id) => IDS.includes(id));
      expect(ids.at(-1), where).toBe('z');
      expect(ids.length, where).toBe(new Set(ids).size);
      expect(known, where).toEqual(IDS.filter((id) => known.includes(id)));
      expect(
        reported.filter((id) => !ids.includes(id)),
        where,
      ).toEqual([]);
      expect(torn.length, where).toBeLessThanOrEqual(fault === 'short-write' ? Math.max(1, refused.length) : 0);
      for (const code of [...refused, ...(read === 'whole' ? [] : [read])]) expect(CODES, where).toContain(code);
      // A read that gives less than it was asked for is no fault.
      if (fault === 'short-read') expect({ refused, read }, where).toEqual({ refused: [], read: 'whole' });
    });
    expect(struck).toBeGreaterThan(3);
  });

  it('at any call of a folder that is removed leaves a log that takes appends', () => {
    everyCall('vanish', isLasting, ({ folder, refused }, where) => {
      openLogWriter(folder).append([line('z')]);
      const { ids, torn } = readBack(folder);
      expect(ids.at(-1), where).toBe('z');
      expect(torn, where).toEqual([]);
      for (const code of refused) expect(['ENOENT'], where).toContain(code);
    });
  });
});

const CODES = ['ENOSPC', 'EDQUOT', 'EIO', 'EINTR', 'EAGAIN', 'EACCES', 'EROFS', 'SHORT_WRITE'];

it('a writer that is kept open notices that its log was removed', () => {
  const root = tempProject().path;
  const folder = logFolder(root, nodeLogFs, LIMIT * 100);
  const writer = openLogWriter(folder);
  writer.append([line('a')]);
  nodeLogFs.rmSync(folder.path, { recursive: true });
  for (let i = 0; i < 40; i += 1) writer.append([line(`b${i}`)]);
  expect(readBack(folder).ids).toContain('b39');
});

it('a successor that cannot be opened leaves the full segment open, and nothing is written elsewhere', () => {
  const root = tempProject().path;
  const folder = logFolder(root, nodeLogFs, 200);
  const writer = openLogWriter(folder);
  writer.append([line('a')]);
  // A folder in the successor's place cannot be opened for writing.
  mkdirSync(`${folder.path}/000002.ndjson`);
  expect(() => writer.append([line('b')])).toThrow(/EISDIR/);
  const mine = nodeLogFs.openSync(`${root}/mine`, 'w+');
  expect(() => writer.append([line('c')])).toThrow(/EISDIR/);
  expect(nodeLogFs.fstatSync(mine).size).toBe(0);
  nodeLogFs.rmSync(`${folder.path}/000002.ndjson`, { recursive: true });
  writer.append([line('d')]);
  expect(readBack(folder).ids).toEqual(['a', 'd']);
});
