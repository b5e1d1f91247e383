import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { isLogLine, parseBlock, readBlocks, readLines } from '../../src/events/log-reader.ts';
import { dataSchemas } from '../../src/events/schemas.ts';
import { logFolder } from '../../src/events/segments.ts';
import { startFold } from '../../src/projections/fold.ts';

const ROOT = join(import.meta.dirname, '..', '..', 'fixtures', 'log-v1');
const folder = logFolder(ROOT, nodeLogFs);
const lines = [...readLines(folder)];
const events = lines.flatMap((line) => (isLogLine(line) ? [line.event] : []));

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

describe('the frozen log of version 1', () => {
  it('has the bytes it was written with', () => {
    const bytes = readFileSync(join(ROOT, 'log', '000001.ndjson'));
    expect(readdirSync(join(ROOT, 'log'))).toEqual(['000001.ndjson']);
    expect(sha256(bytes)).toBe('e70adbb311dbfb466cc015ef6dac84ae0fab136951fb47e81f8ef3d6f04f49f0');
    // The reader gives back every byte of it.
    expect(Buffer.concat([...readBlocks(folder)].map((block) => block.bytes)).equals(bytes)).toBe(true);
  });

  it('is read line by line as it was then, and written again so', () => {
    expect(lines.filter((line) => !isLogLine(line))).toEqual([
      { position: { segment: 1, offset: 26378 }, length: 84, reason: 'not-utf8' },
    ]);
    expect(events).toHaveLength(62);
    const [block] = [...readBlocks(folder)];
    for (const line of parseBlock(block as never)) {
      if (!isLogLine(line)) continue;
      const { offset } = line.position;
      const stored = block?.bytes.subarray(offset, block.bytes.indexOf(0x0a, offset)).toString('utf8');
      expect(JSON.stringify(line.event)).toBe(stored);
    }
  });

  it('has an event of each of docket’s own types of that time, and each still has its shape', () => {
    const own = [
      'HostObserved',
      'PolicyLoaded',
      'CommandUnderstood',
      'FileObserved',
      'GitObserved',
      'TestRunStarted',
      'TestRunFinished',
      'GatesRuled',
      'AnswerSent',
      'HookFailed',
    ];
    expect(own.filter((type) => !events.some((event) => event.type === type))).toEqual([]);
    for (const { type, data } of events) {
      expect(dataSchemas[type as keyof typeof dataSchemas]?.safeParse(data).success, type).toBe(true);
    }
  });

  it('has its blobs under the names of their content', () => {
    const references = events.flatMap(({ data }) => [...JSON.stringify(data).matchAll(/"\$blob":"([0-9a-f]{64})"/g)]);
    expect(references.length).toBeGreaterThan(0);
    for (const [, hash = ''] of references) {
      expect(sha256(readFileSync(join(ROOT, 'blobs', hash.slice(0, 2), hash)))).toBe(hash);
    }
  });

  it('folds to the state it always folded to', () => {
    const fold = startFold();
    for (const event of events) fold.apply(event);
    const path = join(ROOT, 'state.json');
    if (process.env['UPDATE_FROZEN_STATE'] === '1') {
      writeFileSync(path, `${JSON.stringify(fold.state(), null, 1)}\n`);
    }
    // Projections that came later say more, and not otherwise.
    expect(fold.state()).toMatchObject(JSON.parse(readFileSync(path, 'utf8')));
  });
});
