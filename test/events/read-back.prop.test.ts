import { appendFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { parseBlock, readBlocks } from '../../src/events/log-reader.ts';
import { openLogWriter } from '../../src/events/log-writer.ts';
import { comparePositions, type Position } from '../../src/events/position.ts';
import { readBlocksBack } from '../../src/events/read-back.ts';
import { type LogFolder, logFolder, segmentPath } from '../../src/events/segments.ts';
import { envelope } from '../kit/envelope.ts';
import { tempProject } from '../kit/temp-project.ts';
import { archive, finalSegments } from './archived-log.ts';

const lineOf = (size: number, index: number): string =>
  JSON.stringify(envelope(`e${index}`, 'NotificationShown', { data: { message: 'x'.repeat(size) } }));

const logOf = (sizes: readonly number[], limit: number, torn: string): LogFolder => {
  const folder = logFolder(join(tempProject().path, '.docket'), nodeLogFs, limit);
  const writer = openLogWriter(folder);
  for (const [index, size] of sizes.entries()) writer.append([lineOf(size, index)]);
  writer.close();
  if (sizes.length > 0) appendFileSync(segmentPath(folder, 1), torn);
  return folder;
};

const positionsOf = (blocks: Iterable<Parameters<typeof parseBlock>[0]>): Position[] =>
  [...blocks].flatMap((block) => [...parseBlock(block)].map(({ position }) => position));

const backwards = (folder: LogFolder, before?: Position): Position[] =>
  [...readBlocksBack(folder, before)].flatMap((block) =>
    [...parseBlock(block)].map(({ position }) => position).reverse(),
  );

it('reading back gives every line that reading gives, the last one first', () => {
  const size = fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 400 }) },
    { weight: 1, arbitrary: fc.integer({ min: 200_000, max: 700_000 }) },
  );
  const limit = fc.constantFrom(1_500, 600_000, 64 * 1024 * 1024);
  fc.assert(
    fc.property(
      fc.array(size, { maxLength: 14 }),
      limit,
      fc.constantFrom('', '{"torn', '\n\n'),
      (sizes, most, torn) => {
        const folder = logOf(sizes, most, torn);
        const all = positionsOf(readBlocks(folder));
        expect(backwards(folder)).toEqual([...all].reverse());
        for (const before of all) {
          expect(backwards(folder, before)).toEqual(all.filter((one) => comparePositions(one, before) < 0).reverse());
        }
      },
    ),
    { numRuns: 60 },
  );
});

it('reads little of a long segment for what stands at its end', () => {
  const folder = logOf(
    Array.from({ length: 400 }, () => 10_000),
    64 * 1024 * 1024,
    '',
  );
  const [first] = readBlocksBack(folder);
  const all = positionsOf(readBlocks(folder));
  expect(first?.offset).toBeGreaterThan((all.at(-1)?.offset ?? 0) * 0.9);
});

it('reads back what was archived', () => {
  const folder = logOf([100, 200, 300, 400, 500, 600, 700, 800, 900], 1_500, '');
  const all = positionsOf(readBlocks(folder));
  for (const segment of finalSegments(folder)) archive(folder, segment);
  expect(existsSync(segmentPath(folder, 1))).toBe(false);
  expect(backwards(folder)).toEqual([...all].reverse());
});
