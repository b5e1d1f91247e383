import type { LogLine } from '../../src/events/log-reader.ts';
import { startFold } from '../../src/projections/fold.ts';
import { recordedCalls } from '../../src/replay/recorded-calls.ts';
import { rejudge } from '../../src/replay/rejudge.ts';

/** Everything that today's gates say of each ruled event, as JSON. */
export const verdictLines = (lines: readonly LogLine[]): string[] => {
  const fold = startFold();
  const said: string[] = [];
  for (const { line, call } of recordedCalls(lines)) {
    fold.apply(line.event);
    if (call?.ruling == null) continue;
    const { verdicts, ruling, failures, unknown } = rejudge(call, fold);
    said.push(JSON.stringify({ event: line.event.id, verdicts, ruling, failures, unknown }));
  }
  return said;
};
