import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { archivePath, type LogFolder, segmentPath } from '../../src/events/segments.ts';
import { detailLines } from '../../src/tui/detail/detail-lines.ts';
import { demoLog } from './kit/demo-log.ts';
import { openSession } from './kit/opened-session.ts';
import { said } from './kit/said.ts';

/** The demo session, whose beginning stands in a segment that was archived and is damaged since. */
const cutOff = async (): Promise<LogFolder> => {
  const folder = await demoLog();
  const text = readFileSync(segmentPath(folder, 1), 'utf8');
  const at = text.indexOf('{"v":1,"id":"e45"');
  const packed = gzipSync(text.slice(0, at));
  packed.fill(0xff, 20, packed.length - 20);
  writeFileSync(archivePath(folder, 1), packed);
  writeFileSync(segmentPath(folder, 2), `\n${text.slice(at)}`);
  rmSync(segmentPath(folder, 1));
  return folder;
};

it('shows what is there of a session whose beginning cannot be read, and the gap', async () => {
  const opened = openSession(await cutOff());
  const rows = opened.model.session?.rows ?? [];
  expect(rows[0]).toMatchObject({ kind: 'gap', text: expect.stringContaining('The archive of segment 1 is damaged') });
  expect(rows.length).toBeGreaterThan(8);
});

it.each(['why', 'state', 'diff'] as const)('tells the %s of a row without what is lost, and says so', async (tab) => {
  const opened = openSession(await cutOff());
  const there = opened.learn(opened.at('git commit', { tab }));
  const { session } = there;
  expect(session?.known.answer).toMatchObject({ without: [1] });
  const text = session === null ? '' : said(detailLines(session, 76));
  expect(text).toMatch(/^░ Segment 1 of the log cannot be read: this is told without what stood/);
  if (tab === 'why') expect(text).toContain('guard denied Bash git add -A');
});
