import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { openStreamIndex } from '../../src/events/open-index.ts';
import { recordGolden } from '../../src/replay/golden.ts';
import { folderOf } from '../replay/read-log.ts';
import { SESSIONS } from './sessions.ts';

// No test: `npm run goldens` plays the sessions and writes them anew. What changed then is to be looked at before it is
// committed; the goldens that are there are checked by golden-sessions.test.ts.

const FOLDER = join(import.meta.dirname, '..', '..', 'fixtures', 'transcripts');

it.each(Object.entries(SESSIONS))('records %s', async (name, play) => {
  const { log, projects, home } = await play();
  const folder = folderOf(log);
  const places = { projects, homes: [home] };
  const golden = recordGolden({ folder, index: openStreamIndex(folder), stream: 's1', places });
  expect({ changed: golden.changed, differ: golden.checked.differ }).toEqual({ changed: [], differ: 0 });
  writeFileSync(join(FOLDER, `${name}.ndjson`), golden.text);
});
