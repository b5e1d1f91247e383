import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatPosition } from '../../src/events/position.ts';
import { archivePath } from '../../src/events/segments.ts';
import { type SealedLog, sealedLog } from '../kit/sealed-log.ts';
import { tempProject } from '../kit/temp-project.ts';
import { archive, finalSegments } from './archived-log.ts';

/** A sealed log of several segments, all archived but the newest. */
const archivedLog = (): SealedLog => {
  const log = sealedLog(tempProject().path, 2000);
  for (let turn = 0; turn < 6; turn += 1) {
    log.write(4);
    log.seal();
  }
  for (const segment of finalSegments(log.folder)) archive(log.folder, segment);
  return log;
};

const damages: readonly [string, (path: string) => void][] = [
  ['a byte is another one', (path) => flipByte(path, 100)],
  ['its first byte is another one', (path) => flipByte(path, 0)],
  ['its end is cut off', (path) => truncateSync(path, readFileSync(path).length - 1)],
  ['it is empty', (path) => truncateSync(path, 0)],
];

const flipByte = (path: string, at: number): void => {
  const bytes = readFileSync(path);
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0x55, at);
  writeFileSync(path, bytes);
};

describe('docket verify over archived segments', () => {
  it('says the same as before they were archived', () => {
    const log = sealedLog(tempProject().path, 2000);
    for (let turn = 0; turn < 6; turn += 1) {
      log.write(4);
      log.tear();
      log.seal();
    }
    const before = log.verify(log.head());
    expect(before).toMatchObject({ ok: true, seals: 6 });
    for (const segment of finalSegments(log.folder)) archive(log.folder, segment);
    expect(log.verify(log.head())).toEqual(before);
  });

  it.each(damages)('names the segment when %s, and checks the others', (_what, damage) => {
    const log = archivedLog();
    const segments = finalSegments(log.folder);
    expect(segments.length).toBeGreaterThanOrEqual(3);
    for (const segment of segments) {
      const path = archivePath(log.folder, segment);
      const whole = readFileSync(path);
      damage(path);
      const report = log.verify(log.head());
      expect(report.damage).toMatchObject([{ kind: 'archive-damaged', segment, offset: 0, line: null }]);
      expect(report.damage[0]?.detail).toContain(path);
      writeFileSync(path, whole);
    }
    expect(log.verify(log.head()).ok).toBe(true);
  });

  it.each([1, 2, 3, 4])('names segment %i alone when it is gone', (segment) => {
    const log = archivedLog();
    rmSync(archivePath(log.folder, segment));
    expect(log.verify(log.head()).damage).toMatchObject([{ kind: 'missing-segment', segment, offset: 0 }]);
  });

  it('finds other damage beside it', () => {
    const log = archivedLog();
    const [first = 0, second = 0] = finalSegments(log.folder);
    truncateSync(archivePath(log.folder, first), 10);
    rmSync(archivePath(log.folder, second));
    expect(log.verify().damage.map(({ kind, segment }) => `${kind} ${segment}`)).toEqual([
      `archive-damaged ${first}`,
      `missing-segment ${second}`,
    ]);
  });

  it('does not say that an anchored seal is gone that may stand in the damaged segment', () => {
    const log = sealedLog(tempProject().path, 2000);
    log.write(2);
    const { last } = log.seal();
    log.write(12);
    archive(log.folder, 1);
    truncateSync(archivePath(log.folder, 1), 10);
    const anchor = { chain: last?.chain ?? '', seal: last?.seal ?? '', by: 'the anchor' };
    expect(anchor.seal).toMatch(/^1:/);
    const { damage, ok } = log.verify([anchor]);
    expect(ok).toBe(false);
    expect(damage.map((one) => `${one.kind} ${formatPosition(one)}`)).toEqual(['archive-damaged 1:0']);
  });
});
