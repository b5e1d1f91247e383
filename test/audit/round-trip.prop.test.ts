import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { type LogFolder, listSegments, logFolder, segmentPath } from '../../src/events/segments.ts';
import { archive, finalSegments, logOf } from '../events/archived-log.ts';
import { tempProject } from '../kit/temp-project.ts';
import { bytesOf, check, exportOf, restored } from './export-kit.ts';

const limits = fc.constantFrom(900, 4000, 64 * 1024 * 1024);
const sizes = fc.array(fc.nat(400), { minLength: 1, maxLength: 25 });

/** What somebody does to a file of the log. */
const damages = fc.array(
  fc.record({
    kind: fc.constantFrom('cut', 'blank', 'bytes', 'record', 'carriage return', 'no newline', 'empty'),
    place: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
    bytes: fc.uint8Array({ maxLength: 40 }),
  }),
  { maxLength: 4 },
);

type Damage = typeof damages extends fc.Arbitrary<(infer One)[]> ? One : never;

const damage = (folder: LogFolder, { kind, place, bytes }: Damage): void => {
  const plain = listSegments(folder).filter((segment) => nodeLogFs.existsSync(segmentPath(folder, segment)));
  const path = segmentPath(folder, plain[Math.floor(place * plain.length)] ?? 1);
  const before = readFileSync(path);
  const at = Math.floor(place * before.length);
  const put = (text: string | Uint8Array): Buffer =>
    Buffer.concat([before.subarray(0, at), Buffer.from(text as string), before.subarray(at)]);
  const changed: Record<Damage['kind'], () => Buffer> = {
    cut: () => before.subarray(0, at),
    blank: () => put('\n\n\n'),
    bytes: () => put(bytes),
    record: () => put('\n{"docket":"manifest","v":1}\n{"v":1}\n{"v":1,"docket":"at"}\n'),
    'carriage return': () => Buffer.from(before.toString('latin1').replace('}\n', '}\r\n'), 'latin1'),
    'no newline': () => before.subarray(0, before.length - 1),
    empty: () => Buffer.alloc(0),
  };
  writeFileSync(path, changed[kind]());
};

describe('an export of everything', () => {
  it('gives the bytes of every segment back, whatever they are', async () => {
    await fc.assert(
      fc.asyncProperty(limits, sizes, damages, fc.boolean(), async (limit, lengths, harm, isArchived) => {
        const { path: root } = tempProject();
        const folder = logOf(root, limit, lengths);
        if (isArchived) for (const segment of finalSegments(folder)) if (segment % 2 === 1) archive(folder, segment);
        for (const one of harm) damage(folder, one);
        const text = exportOf(folder);
        expect((await check(text)).damage).toEqual([]);
        const back = await restored(text);
        expect(bytesOf(logFolder(back, nodeLogFs, limit))).toEqual(bytesOf(folder));
        rmSync(root, { recursive: true });
      }),
      { numRuns: 60, seed: 11 },
    );
  });

  it('is the same again when it is made from what was restored', async () => {
    const folder = logOf(tempProject().path, 900, [5, 77, 300, 35, 0, 400, 22]);
    const text = exportOf(folder);
    const again = exportOf(logFolder(await restored(text), nodeLogFs, 900));
    expect(again).toBe(text);
  });

  it('has valid JSON in every line', () => {
    const folder = logOf(tempProject().path, 900, [5, 77, 300, 35, 11]);
    const lines = exportOf(folder).split('\n').slice(0, -1);
    expect(lines.map((line) => typeof JSON.parse(line))).toEqual(lines.map(() => 'object'));
  });
});
