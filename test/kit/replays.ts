import { expect } from 'vitest';
import { nodeLogFs } from '../../src/events/log-fs.ts';
import { isLogLine, readLines } from '../../src/events/log-reader.ts';
import type { EventData } from '../../src/events/schemas.ts';
import { logFolder } from '../../src/events/segments.ts';
import { startFold } from '../../src/projections/fold.ts';
import { judgeSessions } from '../../src/replay/backtest/judge-sessions.ts';
import { recordedCalls } from '../../src/replay/recorded-calls.ts';
import { rejudge, rulingData } from '../../src/replay/rejudge.ts';

/** Every ruling of a log, judged again from that log, is what it was, to the byte (DESIGN.md §8, P4). */
export const expectReplays = (root: string, { segmentLimit }: { readonly segmentLimit?: number }): void => {
  const lines = [...readLines(logFolder(root, nodeLogFs, segmentLimit))].filter(isLogLine);
  const fold = startFold();
  for (const { line, call } of recordedCalls(lines)) {
    const isRepeat = fold.apply(line.event) !== null;
    // Redaction took words out of some rulings as well.
    if (isRepeat || call === null || call.ruling === null || call.ruling.event.redacted.length > 0) continue;
    const recorded = call.ruling.event.data as EventData<'GatesRuled'>;
    expect(JSON.stringify(rulingData(rejudge(call, fold), recorded))).toBe(JSON.stringify(recorded));
  }
  // A backtest under the policy that was in force is the identity, as far as other sessions can notice as well.
  const { tally, edits } = judgeSessions(lines, { change: (policy) => policy, thorough: true });
  expect({ flips: tally.flips, breaks: tally.breaks, edits: [...edits] }).toEqual({ flips: [], breaks: [], edits: [] });
};
