import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Envelope } from '../../src/events/envelope.ts';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { openLogWriter } from '../../src/events/log-writer.ts';
import { type LogFolder, logFolder } from '../../src/events/segments.ts';
import { loadState } from '../../src/hooks/load-state.ts';
import { writeViews } from '../../src/hooks/views/write-views.ts';
import { eventSequences } from '../projections/generated.ts';

const append = (log: LogFolder, events: readonly Envelope[]): void => {
  const writer = openLogWriter(log);
  if (events.length > 0) writer.append(events.map((event) => JSON.stringify(event)));
  writer.close();
};

const writeInto = (log: LogFolder, root: string, folder: string): void => {
  writeViews({
    log,
    root,
    targets: [{ worktree: '/w/1', folder }],
    load: () => loadState(log, root, null, { candidate: null }).fold,
    mostBytes: Number.POSITIVE_INFINITY,
    isForced: false,
  });
};

const filesIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => [entry.name, readFileSync(join(entry.parentPath, entry.name), 'utf8')])
      .sort(),
  );

it('are a function of the log, however often and whenever they were written on the way', () => {
  let seen = 0;
  fc.assert(
    fc.property(
      eventSequences(3, 60, 20),
      fc.array(fc.record({ at: fc.nat(40), isForgotten: fc.boolean() }), { maxLength: 4 }),
      (events, cuts) => {
        const outer = realpathSync(mkdtempSync(join(tmpdir(), 'docket-views-')));
        try {
          const [root, once, often] = ['docket', 'once', 'often'].map((name) => join(outer, name)) as [
            string,
            string,
            string,
          ];
          for (const folder of [root, once, often]) nodeLogFs.mkdirSync(folder);
          const log = logFolder(root, nodeLogFs);
          nodeLogFs.mkdirSync(log.path);
          let from = 0;
          for (const { at, isForgotten } of [...cuts].sort((a, b) => a.at - b.at)) {
            append(log, events.slice(from, Math.max(from, at)));
            from = Math.max(from, at);
            if (isForgotten) rmSync(join(root, 'views', 'trail.json'), { force: true });
            writeInto(log, root, often);
          }
          append(log, events.slice(from));
          writeInto(log, root, often);
          rmSync(join(root, 'views', 'trail.json'), { force: true });
          writeInto(log, join(outer, 'other'), once);
          seen += Object.keys(filesIn(once)).length;
          expect(filesIn(often)).toEqual(filesIn(once));
          expect(existsSync(join(outer, 'other', 'views', 'written')) || Object.keys(filesIn(once)).length === 0).toBe(
            true,
          );
        } finally {
          rmSync(outer, { recursive: true, force: true });
        }
      },
    ),
    { numRuns: 60 },
  );
  // Otherwise it would have compared nothing with nothing.
  expect(seen).toBeGreaterThan(0);
});
