import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { archivePath } from '../../src/events/segments.ts';
import { archive, logOf } from '../events/archived-log.ts';
import { runDocket } from '../kit/hook-process.ts';
import { tempProject } from '../kit/temp-project.ts';

/** A log of several segments, the first of which is archived, and its archive damaged. */
const damaged = (damage: (bytes: Buffer) => Buffer) => {
  const { path } = tempProject();
  const sizes = Array.from({ length: 30 }, (_, n) => 100 + n);
  const folder = logOf(join(path, '.docket'), 2000, sizes);
  archive(folder, 1);
  const docket = (...args: readonly string[]) => runDocket(args, path);
  docket('log', '--sessions');
  const file = archivePath(folder, 1);
  writeFileSync(file, damage(readFileSync(file)));
  return docket;
};

const flipped = (bytes: Buffer): Buffer => {
  const copy = Buffer.from(bytes);
  copy[200] = (copy[200] ?? 0) ^ 0xff;
  return copy;
};

describe.each([
  ['cut', (bytes: Buffer) => bytes.subarray(0, bytes.length - 40)],
  ['changed', flipped],
])('an archive that was %s', (_name, damage) => {
  it.each([
    [['replay', 's1']],
    [['replay', 's1', '--steps']],
    [['replay', 's1', '--json']],
    [['log', '--session', 's1']],
  ])('is told of by %s, which shows what can be read', (args) => {
    const { status, stdout, stderr } = damaged(damage)(...args);
    expect(stdout).toContain('NotificationShown');
    expect(stderr.split('\n').filter((line) => line.includes('000001.ndjson.gz is damaged'))).toHaveLength(1);
    expect(stderr).toContain('Put a copy of the file back');
    expect(status).toBe(1);
  });
});
