import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect } from 'vitest';
import { readBlocks } from '../../src/events/log-reader.ts';
import { openStreamIndex } from '../../src/events/open-index.ts';
import { readSession } from '../../src/events/read-sessions.ts';
import { type IndexBounds, startIndex } from '../../src/events/stream-index.ts';
import { command, type LogCommand, pick, place } from './command.ts';
import { type Real, visible } from './log-model.ts';

// The index of sessions in the model test: whatever became of its file, a session reads as without it.

const indexPath = ({ root }: Real): string => join(root, 'index', 'streams.json');

const readIndexed = (stream: string, bounds: IndexBounds): LogCommand =>
  command(`readIndexed(${stream}, ${JSON.stringify(bounds)})`, (model, real) => {
    const { folder } = real;
    const events = visible(model, real);
    const index = openStreamIndex(folder, { bounds });
    if (existsSync(indexPath(real))) real.oldIndexes.push(readFileSync(indexPath(real)));
    const own = events.filter((event) => event.stream === stream);
    expect([...readSession(folder, stream, index)].map(({ event }) => event)).toEqual(own);
    if (index.overflowed) return;
    const anew = startIndex(null, folder.limit, { ...bounds, mostStreams: Number.POSITIVE_INFINITY });
    for (const block of readBlocks(folder)) anew.add(block);
    const facts = index.streams.map(({ ranges: _ranges, ...rest }) => rest);
    expect(facts).toEqual(anew.streams().map(({ ranges: _ranges, ...rest }) => rest));
  });

type Harm = 'cut' | 'flip' | 'empty' | 'gone' | 'older';

const harmIndex = (harm: Harm, where: number): LogCommand =>
  command(`harmIndex(${harm}, ${where})`, (_model, real) => {
    const path = indexPath(real);
    if (harm === 'gone') return rmSync(path, { force: true });
    const old = pick(real.oldIndexes, where);
    if (harm === 'older' && old !== undefined) {
      mkdirSync(join(path, '..'), { recursive: true, mode: 0o700 });
      writeFileSync(path, old, { mode: 0o600 });
    }
    if (!existsSync(path)) return;
    const bytes = readFileSync(path);
    const at = Math.floor(where * bytes.length);
    if (harm === 'cut') writeFileSync(path, bytes.subarray(0, at));
    else if (harm === 'empty') writeFileSync(path, '');
    else if (harm === 'flip' && at < bytes.length) writeFileSync(path, bytes.with(at, (bytes[at] as number) ^ 1));
  });

const bounds: fc.Arbitrary<IndexBounds> = fc.record({
  gap: fc.constantFrom(0, 100, 2000),
  mostRanges: fc.integer({ min: 1, max: 6 }),
  mostStreams: fc.constantFrom(3, 50, 1000),
});

export const indexCommands: fc.Arbitrary<LogCommand>[] = [
  fc.tuple(fc.nat(4), bounds).map(([n, bound]) => readIndexed(`s${n}`, bound)),
  fc
    .tuple(fc.constantFrom<Harm>('cut', 'flip', 'empty', 'gone', 'older'), place)
    .map(([harm, where]) => harmIndex(harm, where)),
];
