import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkedLines } from '../../src/audit/ndjson/checked-lines.ts';
import { redactForSharing } from '../../src/audit/sharing/redact-for-sharing.ts';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { openLogWriter } from '../../src/events/log-writer.ts';
import { logFolder } from '../../src/events/segments.ts';
import { archive, finalSegments, logOf } from '../events/archived-log.ts';
import { envelope } from '../kit/envelope.ts';
import { tempProject } from '../kit/temp-project.ts';
import { check, EVERYTHING, exportOf, readBlob, restored, session } from './export-kit.ts';

const SIZES = [5, 77, 300, 35, 0, 400, 22, 310, 120];

describe('what archive keeps', () => {
  it.each([
    ['everything', EVERYTHING],
    ['a session', session('s1')],
    [
      'what is older',
      { ...EVERYTHING, words: ['--until x'], matches: ({ at }: { at: string }) => at < '2026-01-01T00:00:06' },
    ],
  ])('is exported as it was before it was archived: %s', (_, selection) => {
    const folder = logOf(tempProject().path, 900, SIZES);
    const before = exportOf(folder, { selection });
    expect(finalSegments(folder).length).toBeGreaterThan(1);
    for (const segment of finalSegments(folder)) expect(archive(folder, segment)).not.toBeNull();
    expect(exportOf(folder, { selection })).toBe(before);
    expect(before.split('\n').filter((line) => line.startsWith('{"v":')).length).toBeGreaterThan(2);
  });
});

describe('large texts', () => {
  const sha256 = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex');

  /** A log whose events name texts that are there, are no texts, are damaged, and are gone. */
  const log = () => {
    const { path: root } = tempProject();
    const folder = logFolder(root, nodeLogFs);
    const binary = Buffer.from([0xff, 0x00, 0x0a]);
    const kept: Record<string, string | Buffer> = {
      [sha256('é\ud83d\ude00\u0000')]: 'é\ud83d\ude00\u0000',
      [sha256(binary)]: binary,
      ['a'.repeat(64)]: 'not what its name says',
    };
    const missing = 'b'.repeat(64);
    for (const [name, bytes] of Object.entries(kept)) {
      mkdirSync(join(root, 'blobs', name.slice(0, 2)), { recursive: true });
      writeFileSync(join(root, 'blobs', name.slice(0, 2), name), bytes);
    }
    const writer = openLogWriter(folder);
    const names = [...Object.keys(kept), missing, Object.keys(kept)[0], '../../../etc/passwd'];
    names.forEach(($blob, n) => {
      const data = { list: [{ deep: { $blob, bytes: 1, head: '', tail: '' } }] };
      writer.append([JSON.stringify(envelope(`e${n}`, 'NotificationShown', { data }))]);
    });
    writer.close();
    return { root, folder, kept, missing };
  };

  it('come back to the byte, each once, and it is said which are gone', async () => {
    const { root, folder, kept, missing } = log();
    const text = exportOf(folder);
    expect((await check(text)).damage).toEqual([]);
    expect((await check(text)).manifest?.blobs).toEqual({ kept: 3, missing: [missing] });
    const back = await restored(text);
    for (const name of Object.keys(kept)) expect(readBlob(back, name)).toBe(readBlob(root, name));
    expect(text.split('"docket":"blob"').length).toBe(4);
  });

  it('are left out where nobody wants them, and where lines are redacted', () => {
    const { folder } = log();
    expect(exportOf(folder, { blobs: false })).not.toContain('"docket":"blob"');
    const text = exportOf(folder, { sharing: redactForSharing(['identities']) });
    expect(text).not.toContain('"docket":"blob"');
    expect(text).not.toContain('a'.repeat(64));
  });
});

describe('a file that somebody made to write elsewhere', () => {
  it.each([
    [
      'a segment',
      (line: string) => line.replace('{"docket":"segment","segment":1}', '{"docket":"segment","segment":"../../x"}'),
    ],
    ['a place', (line: string) => line.replace(/^\{"docket":"segment".*/, '{"docket":"at","position":"99999999:1"}')],
  ])('is refused: %s', async (_, change) => {
    const lines = exportOf(logOf(tempProject().path, 900, SIZES))
      .split('\n')
      .slice(0, -1);
    const { sha256: __, ...manifest } = JSON.parse(lines.at(-1) ?? '');
    const content = lines.filter((line) => !/^\{"docket":"(?:check|manifest)"/.test(line)).map(change);
    const forged = [...checkedLines(content, () => manifest)].join('');
    expect((await check(forged)).damage.length).toBeGreaterThan(0);
  });

  it('is refused where the lines do not make what the manifest says', async () => {
    const lines = exportOf(logOf(tempProject().path, 900, SIZES))
      .split('\n')
      .slice(0, -1);
    const { sha256: _, ...manifest } = JSON.parse(lines.at(-1) ?? '');
    const content = lines.filter((line) => !/^\{"docket":"(?:check|manifest)"/.test(line));
    const at = content.findIndex((line) => line.startsWith('{"v":'));
    content.splice(at, 1);
    expect((await check([...checkedLines(content, () => manifest)].join(''))).damage).toMatchObject([
      { kind: 'flipped', segment: 1, line: null },
    ]);
  });

  it('is refused: a manifest', async () => {
    const lines = exportOf(logOf(tempProject().path, 900, SIZES))
      .split('\n')
      .slice(0, -1);
    const { sha256: _, ...manifest } = JSON.parse(lines.at(-1) ?? '');
    const content = lines.filter((line) => !/^\{"docket":"(?:check|manifest)"/.test(line));
    const segments = [...manifest.segments, { segment: '../../x', bytes: 1, sha256: 'x' }];
    const { damage } = await check([...checkedLines(content, () => ({ ...manifest, segments }))].join(''));
    expect(damage.map(({ kind }) => kind)).toContain('truncated');
    await expect(restored([...checkedLines(content, () => ({ ...manifest, segments }))].join(''))).rejects.toThrow(
      'nothing was restored',
    );
  });
});
