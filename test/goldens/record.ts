import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStreamIndex } from '../../src/events/open-index.ts';
import { checkRulings } from '../../src/replay/check.ts';
import { recordGolden } from '../../src/replay/golden.ts';
import { readable, readGolden } from '../../src/replay/golden-file.ts';
import { GOLDENS } from '../replay/goldens.ts';
import { folderOf } from '../replay/read-log.ts';
import { SESSIONS } from './sessions.ts';

// No test: `npm run goldens` plays the sessions whose golden is not there, or is decided otherwise today, and writes it
// anew. What changed then is to be looked at before it is committed. DOCKET_GOLDENS=all writes all of them.

const ALL = process.env['DOCKET_GOLDENS'] === 'all';

const isGood = (path: string): boolean => {
  if (ALL || !existsSync(path)) return false;
  const { session, lines } = readGolden(path);
  const isWanted = (stream: string): boolean => stream === session;
  return checkRulings(
    readable(lines, () => undefined),
    { isWanted },
  ).every(({ differ }) => differ === 0);
};

it.each(Object.entries(SESSIONS))('records %s', async (name, play) => {
  const path = join(GOLDENS, `${name}.ndjson`);
  if (isGood(path)) return;
  const { log, projects, home } = await play();
  const folder = folderOf(log);
  const places = { projects, homes: [home] };
  const golden = recordGolden({ folder, index: openStreamIndex(folder), stream: 's1', places });
  expect({ changed: golden.changed, differ: golden.checked.differ }).toEqual({ changed: [], differ: 0 });
  writeFileSync(path, golden.text);
});
