import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { isLogLine, readLines } from '../../src/events/log-reader.ts';
import { openLogWriter } from '../../src/events/log-writer.ts';
import { logFolder } from '../../src/events/segments.ts';
import { envelope } from '../kit/envelope.ts';
import { commands } from './commands.ts';
import { newModel, newReal, note, visible } from './log-model.ts';
import { expectVerified } from './seal-commands.ts';

/** Seconds to go on for with fresh operations each time; without it a fixed number. */
const SECONDS = Number(process.env['DOCKET_MODEL_SECONDS'] ?? 0);

// The time limit ends also the search for a smaller counterexample, which has none of its own.
const RUNS: fc.Parameters<unknown> =
  SECONDS > 0
    ? { numRuns: 1_000_000_000, interruptAfterTimeLimit: SECONDS * 1000 }
    : { numRuns: 25, interruptAfterTimeLimit: 45_000 };

it(
  'a log is the list of what was appended, whatever happens to it',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 200, max: 4000 }), commands, async (limit, operations) => {
        const root = mkdtempSync(join(tmpdir(), 'docket-model-'));
        // No power fails here, and waiting for the disk would take most of the time.
        const folder = logFolder(root, { ...nodeLogFs, fsyncSync: () => undefined }, limit);
        const model = newModel();
        const real = newReal(root, folder);
        try {
          await fc.asyncModelRun(() => ({ model, real }), operations);
          // Whatever came before, the next append is there, and nothing is left open.
          const last = envelope('last', 'NotificationShown');
          openLogWriter(folder).append([JSON.stringify(last)]);
          note(model, [last], true);
          expect(visible(model, real).at(-1)).toEqual(last);
          expectVerified(model, real);
          const rest = [...readLines(folder, real.follower.position)].flatMap((line) =>
            isLogLine(line) ? [line.event.id] : [],
          );
          expect([...real.follower.ids, ...rest]).toEqual(visible(model, real).map(({ id }) => id));
        } finally {
          for (const writer of real.writers.values()) writer.close();
          rmSync(root, { recursive: true, force: true });
        }
      }),
      RUNS,
    );
  },
  (SECONDS + 60) * 1000,
);
