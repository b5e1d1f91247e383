import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { isLogLine, readBlocks, readLines } from '../../src/events/log-reader.ts';
import { openLogWriter } from '../../src/events/log-writer.ts';
import { LOG_START, type Position } from '../../src/events/position.ts';
import { readStream } from '../../src/events/read-stream.ts';
import { logFolder, segmentPath } from '../../src/events/segments.ts';
import { envelope } from '../kit/envelope.ts';
import { tempProject } from '../kit/temp-project.ts';

const event = (id: string, text = '', stream = 's'): Envelope =>
  envelope(id, 'NotificationShown', { stream, data: { text } });

const line = (id: string, text = '', stream = 's'): string => JSON.stringify(event(id, text, stream));

const newLog = (limit?: number) => logFolder(tempProject().path, nodeLogFs, limit);

const idsIn = (folder: ReturnType<typeof newLog>, from?: Position): string[] =>
  [...readLines(folder, from)].map((read) => (isLogLine(read) ? read.event.id : `!${read.reason}`));

describe('append and read', () => {
  it('gives back what was appended, in order, several events of one step included', () => {
    const folder = newLog();
    const writer = openLogWriter(folder);
    writer.append([line('a')]);
    writer.append([line('b'), line('c')]);
    openLogWriter(folder).append([line('d')]);
    expect(idsIn(folder)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('reads nothing from a log that is not there', () => {
    expect(idsIn(newLog())).toEqual([]);
  });

  it('keeps files to the user', () => {
    const folder = newLog();
    openLogWriter(folder).append([line('a')]);
    expect(nodeLogFs.statSync(folder.path).mode & 0o777).toBe(0o700);
    expect(nodeLogFs.statSync(segmentPath(folder, 1)).mode & 0o777).toBe(0o600);
  });

  it('loses only the torn line when the log is cut at any byte, and goes on behind it', () => {
    const folder = newLog();
    openLogWriter(folder).append([line('a'), line('b', 'é𝄞')]);
    const whole = readFileSync(segmentPath(folder, 1));
    const endOfA = whole.indexOf('\n', 1) + 1;
    for (let cut = 0; cut <= whole.length; cut += 1) {
      writeFileSync(segmentPath(folder, 1), whole.subarray(0, cut));
      openLogWriter(folder).append([line('z')]);
      const ids = idsIn(folder);
      expect(ids.at(-1), `cut at ${cut}`).toBe('z');
      // The last newline of a line may be missing: it is whole all the same.
      expect(ids.includes('a'), `cut at ${cut}`).toBe(cut >= endOfA - 1);
      expect(ids.filter((id) => !id.startsWith('!')).length, `cut at ${cut}`).toBe(
        1 + (cut >= endOfA - 1 ? 1 : 0) + (cut >= whole.length - 1 ? 1 : 0),
      );
    }
  });

  it.each([
    ['a NUL byte', Buffer.from('\n{"v":1,"id":"x\u0000"}\n'), '!not-json'],
    [
      'invalid UTF-8',
      Buffer.concat([Buffer.from('\n{"v":1,"id":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}\n')]),
      '!not-utf8',
    ],
    ['two values fused', Buffer.from(`\n${line('x')}${line('y')}\n`), '!not-json'],
    ['a value inside a value', Buffer.from('\n{"ts":1,"m":"he{"ts":2,"m":"x"}llo"}\n'), '!not-json'],
    ['a character cut in the middle', Buffer.from('7b2273223a22e6970a', 'hex'), '!not-utf8'],
    ['JSON that is no event', Buffer.from('\n{"seq":1}\n'), '!not-an-event'],
    ['a scalar', Buffer.from('\n42\n'), '!not-an-event'],
  ])('reports %s with its place and reads the rest', (_what, bytes, reported) => {
    const folder = newLog();
    const writer = openLogWriter(folder);
    writer.append([line('a')]);
    appendFileSync(segmentPath(folder, 1), bytes);
    writer.append([line('b')]);
    expect(idsIn(folder)).toEqual(['a', reported, 'b']);
    const broken = [...readLines(folder)].find((read) => !isLogLine(read));
    expect(broken?.position.offset).toBeGreaterThan(line('a').length);
  });

  it('reads lines longer than a block', () => {
    const folder = newLog();
    const writer = openLogWriter(folder);
    const long = 'x'.repeat(3 * 1024 * 1024);
    writer.append([line('a'), line('b', long), line('c')]);
    expect(idsIn(folder)).toEqual(['a', 'b', 'c']);
  });

  it('does not read a line that is still being written', () => {
    const folder = newLog();
    openLogWriter(folder).append([line('a')]);
    appendFileSync(segmentPath(folder, 1), `\n${line('b').slice(0, 20)}`);
    expect(idsIn(folder)).toEqual(['a']);
  });

  it('finds one session’s events by a search', () => {
    const folder = newLog();
    const writer = openLogWriter(folder);
    writer.append([line('a', '', 'one'), line('b', '"stream":"one",', 'two'), line('c', '', 'one')]);
    expect([...readStream(folder, 'one')].map((read) => read.event.id)).toEqual(['a', 'c']);
    const [, second] = [...readStream(folder, 'one')];
    expect([...readStream(folder, 'one', second?.position)].map((read) => read.event.id)).toEqual(['a']);
  });
});

describe('what stands in the place of a segment', () => {
  it('is not followed when it is a symbolic link', () => {
    const folder = newLog();
    mkdirSync(folder.path);
    const target = join(folder.path, '..', 'bashrc');
    writeFileSync(target, 'mine');
    symlinkSync(target, segmentPath(folder, 1));
    expect(() => openLogWriter(folder)).toThrow(/symbolic link/);
    expect(readFileSync(target, 'utf8')).toBe('mine');
  });

  it('is refused when it is a folder', () => {
    const folder = newLog();
    mkdirSync(segmentPath(folder, 1), { recursive: true });
    expect(() => openLogWriter(folder)).toThrow();
  });
});

describe('segments', () => {
  /** Appends with several writers that all opened the log before anybody rolled. */
  const appendInterleaved = (limit: number, sizes: readonly number[], writers: number) => {
    const folder = newLog(limit);
    const open = Array.from({ length: writers }, () => openLogWriter(folder));
    const ids = sizes.map((size, index) => {
      const id = `e${index}`;
      const lines = size % 3 === 0 ? [line(id, 'x'.repeat(size)), line(`${id}b`)] : [line(id, 'x'.repeat(size))];
      open[index % writers]?.append(lines);
      return size % 3 === 0 ? [id, `${id}b`] : [id];
    });
    return { folder, ids: ids.flat() };
  };

  it('lose and repeat nothing over any number of rolls, and keep the order', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2000 }),
        fc.array(fc.nat(600), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 5 }),
        (limit, sizes, writers) => {
          const { folder, ids } = appendInterleaved(limit, sizes, writers);
          expect(idsIn(folder)).toEqual(ids);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('are one log for a reader that goes on from where it stopped', () => {
    const folder = newLog(500);
    const seen: string[] = [];
    let position: Position = LOG_START;
    for (let i = 0; i < 30; i += 1) {
      openLogWriter(folder).append([line(`e${i}`)]);
      const lines = readLines(folder, position);
      let next = lines.next();
      for (; !next.done; next = lines.next()) if (isLogLine(next.value)) seen.push(next.value.event.id);
      position = next.value;
    }
    expect(seen).toEqual(Array.from({ length: 30 }, (_, i) => `e${i}`));
    expect(readdirSync(folder.path).length).toBeGreaterThan(5);
  });

  it('end where a line begins at the limit: what lies behind is not read', () => {
    const folder = newLog(300);
    openLogWriter(folder).append([line('a', 'x'.repeat(300))]);
    appendFileSync(segmentPath(folder, 1), `\n${line('void')}\n`);
    openLogWriter(folder).append([line('b')]);
    expect(idsIn(folder)).toEqual(['a', 'b']);
  });

  it('yield blocks that end with a newline', () => {
    const { folder } = appendInterleaved(700, [100, 200, 300, 400, 50], 2);
    for (const block of readBlocks(folder)) expect(block.bytes.at(-1)).toBe(0x0a);
  });
});

it('says why it cannot write', () => {
  const folder = newLog();
  openLogWriter(folder).append([line('a')]);
  const short = {
    ...nodeLogFs,
    writeSync: ((fd: number, bytes: Buffer) => nodeLogFs.writeSync(fd, bytes, 0, 10)) as typeof nodeLogFs.writeSync,
  };
  expect(() => openLogWriter({ ...folder, fs: short }).append([line('b')])).toThrow(/only 10 of/);
  openLogWriter(folder).append([line('c')]);
  expect(idsIn(folder)).toEqual(['a', '!not-json', 'c']);
  truncateSync(segmentPath(folder, 1), 5);
  chmodSync(segmentPath(folder, 1), 0o600);
  openLogWriter(folder).append([line('d')]);
  expect(idsIn(folder)).toEqual(['!not-json', 'd']);
});
