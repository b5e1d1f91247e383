import { isLogLine, type LogLine, parseBlock } from '../events/log-reader.ts';
import { readBlocksBack } from '../events/read-back.ts';
import type { EventData, Verdict } from '../events/schemas.ts';
import type { LogFolder } from '../events/segments.ts';
import { linesBack } from './find-event.ts';
import { hasWholeData } from './whole-data.ts';

/** A ruling in which a gate said something. */
export interface LastSaid {
  readonly event: string;
  readonly ruling: string;
  readonly at: string;
  readonly rule: string;
  readonly decision: Verdict['decision'];
  readonly mode: Verdict['mode'];
}

export interface Liveness {
  /** When it last came to a verdict. */
  readonly ran: LastSaid | null;
  /** When it last came to one that is no pass and was not only watched. */
  readonly fired: LastSaid | null;
}

/** When a gate, or one of its rules, last ran and fired in a log; looked for from its end. */
export const livenessOf = (folder: LogFolder, gate: string, rule: string | null): Liveness => {
  const ran = firstOf(linesBack(folder, [JSON.stringify(gate)]), gate, rule, () => true);
  if (ran === null || hasFired(ran)) return { ran, fired: ran };
  return { ran, fired: firstOf(firedBack(folder, gate), gate, rule, hasFired) };
};

const hasFired = ({ decision, mode }: LastSaid): boolean => decision !== 'pass' && mode === 'enforce';

const firstOf = (
  lines: Iterable<LogLine>,
  gate: string,
  rule: string | null,
  isWanted: (said: LastSaid) => boolean,
): LastSaid | null => {
  for (const line of lines) {
    const said = saidIn(line, gate, rule).find(isWanted);
    if (said !== undefined) return said;
  }
  return null;
};

/**
 * The events in which a gate may have said more than that it passed, the last one first. A gate passes far more often
 * than it fires, and docket writes the fields of a verdict in one order: lines that say no more are not parsed.
 */
function* firedBack(folder: LogFolder, gate: string): Generator<LogLine> {
  const fired = new RegExp(`"gate":"${gate}","rule":"[^"]*","decision":"(?!pass")`, 'g');
  for (const { segment, offset, bytes } of readBlocksBack(folder)) {
    const text = bytes.toString('latin1');
    const starts = new Set([...text.matchAll(fired)].map(({ index }) => text.lastIndexOf('\n', index) + 1));
    for (const start of [...starts].reverse()) {
      const end = text.indexOf('\n', start) + 1;
      for (const line of parseBlock({ segment, offset: offset + start, bytes: bytes.subarray(start, end) })) {
        if (isLogLine(line)) yield line;
      }
    }
  }
}

const saidIn = ({ event }: LogLine, gate: string, rule: string | null): LastSaid[] => {
  if (event.type !== 'GatesRuled' || !hasWholeData(event)) return [];
  const { event: judged, verdicts, repeatOf } = event.data as EventData<'GatesRuled'>;
  if (repeatOf !== undefined) return [];
  return verdicts.flatMap((verdict): LastSaid[] =>
    verdict.gate === gate && (rule === null || verdict.rule === rule)
      ? [
          {
            event: judged,
            ruling: event.id,
            at: event.at,
            rule: verdict.rule,
            decision: verdict.decision,
            mode: verdict.mode,
          },
        ]
      : [],
  );
};
