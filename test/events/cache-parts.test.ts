import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { partText } from '../../src/events/cache-part.ts';
import { type CacheParts, ReplacedError, readParts } from '../../src/events/cache-parts.ts';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { bytesOfParts } from '../kit/cache-bytes.ts';
import { place } from '../model/command.ts';

let file: string;
beforeEach(() => {
  file = join(mkdtempSync(join(tmpdir(), 'docket-test-')), 'parts');
  return () => rmSync(dirname(file), { recursive: true });
});

type Texts = (index: number) => string | null;

const textsOf =
  (parts: CacheParts): Texts =>
  (index) => {
    const part = parts(index);
    return part === null ? null : partText(part);
  };

const fileOf = (bytes: string | Uint8Array): Texts => {
  writeFileSync(file, bytes);
  return textsOf(readParts(file, nodeLogFs));
};

const manyOf = (texts: Texts, count: number): (string | null)[] =>
  Array.from({ length: count }, (_, index) => texts(index));

/** Parts of all sizes: some end behind what is read at once. */
const somePart = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }).filter((text) => !text.includes('\n')),
  fc.constant(''),
  fc.integer({ min: 1_000, max: 40_000 }).map((length) => 'größe '.repeat(length / 6)),
);
const someParts = fc.array(somePart, { minLength: 1, maxLength: 8 });

describe('the parts of a file', () => {
  it('are what was written, in whatever order they are asked for', () => {
    fc.assert(
      fc.property(
        someParts.chain((parts) => fc.tuple(fc.constant(parts), fc.shuffledSubarray([...parts.keys()]))),
        ([parts, asked]) => {
          const read = fileOf(bytesOfParts(parts));
          for (const index of asked) expect(read(index)).toBe(parts[index]);
          expect([read(parts.length), read(-1)]).toEqual([null, null]);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('are the same in another file that they were put into as they stood', () => {
    fc.assert(
      fc.property(someParts, fc.nat(7), (parts, at) => {
        writeFileSync(file, bytesOfParts(parts));
        const read = readParts(file, nodeLogFs);
        const kept = parts.map((_part, index) => read(index) ?? 'damaged').toSpliced(at, 0, 'new');
        expect(bytesOfParts(kept).equals(bytesOfParts(parts.toSpliced(at, 0, 'new')))).toBe(true);
      }),
      { numRuns: 30 },
    );
  });

  it('are what was written or nothing when any byte was changed or the file was cut anywhere', () => {
    const damage = fc.record({
      where: place,
      bit: fc.nat(7),
      isCut: fc.boolean(),
    });
    let damaged = 0;
    fc.assert(
      fc.property(someParts, damage, (parts, { where, bit, isCut }) => {
        const bytes = bytesOfParts(parts);
        const at = Math.floor(where * bytes.length);
        const read = fileOf(isCut ? bytes.subarray(0, at) : bytes.with(at, (bytes[at] as number) ^ (1 << bit)));
        for (const [index, part] of manyOf(read, parts.length).entries()) {
          if (part === null) damaged += 1;
          else expect(part).toBe(parts[index]);
        }
      }),
      { numRuns: 200 },
    );
    expect(damaged).toBeGreaterThan(100);
  });

  it('are nothing when every byte in turn was changed, in a small file', () => {
    const parts = ['{"é":1}', '', 'x'];
    const bytes = bytesOfParts(parts);
    for (let at = 0; at < bytes.length; at += 1) {
      const read = manyOf(fileOf(bytes.with(at, (bytes[at] as number) ^ 1)), 3);
      expect(read).toContain(null);
      expect(read.filter((part, index) => part !== null && part !== parts[index])).toEqual([]);
    }
  });

  it.each([
    ['an empty file', ''],
    ['text without a newline', 'x'.repeat(5_000)],
    ['sizes that are no list', '{}\n{}\n'],
    ['sizes that are no numbers', '["1"]\n["1"]\nx\nx\n'],
    ['sizes that are negative', '[-1,1]\n[-1,1]\nx\nx\n'],
    ['sizes behind the end', '[9]\n[9]\nx\nx\n'],
    ['sizes beyond all memory', '[9007199254740991]\n[9007199254740991]\nx\nx\n'],
    ['the same text twice', `${JSON.stringify({ key: 'v2' })}\n${JSON.stringify({ key: 'v2' })}\n`],
  ])('are nothing in %s', (_what, text) => {
    expect(manyOf(fileOf(text), 3)).toEqual([null, null, null]);
  });

  it('are never those of two files: what was not read yet is refused when another process replaced it', () => {
    const [first, second] = [1, 2].map((n) => [`{"n":${n}}`, 'a'.repeat(40_000), `${n}`.repeat(9)]);
    const read = fileOf(bytesOfParts(first as string[]));
    writeFileSync(`${file}.tmp`, bytesOfParts(second as string[]));
    renameSync(`${file}.tmp`, file);
    expect(read(0)).toBe('{"n":1}');
    expect(() => read(2)).toThrow(ReplacedError);
    rmSync(file);
    expect(read(2)).toBeNull();
  });

  it('are read once, and only as far as they are asked for', () => {
    const parts = ['head', ...Array.from({ length: 12 }, (_, n) => `${n}`.repeat(20_000)), 'end'];
    writeFileSync(file, bytesOfParts(parts));
    let bytes = 0;
    const readSync = ((...args: Parameters<typeof nodeLogFs.readSync>) => {
      const length = nodeLogFs.readSync(...args);
      bytes += length;
      return length;
    }) as typeof nodeLogFs.readSync;
    const read = textsOf(readParts(file, { ...nodeLogFs, readSync }));
    manyOf(read, 2);
    expect(bytes).toBe(64 * 1024);
    expect(read(13)).toBe('end');
    expect(bytes).toBeLessThan(65 * 1024);
    expect(manyOf(read, 14)).toEqual(parts);
    const all = bytes;
    expect(manyOf(read, 14)).toEqual(parts);
    expect(bytes).toBe(all);
  });
});
