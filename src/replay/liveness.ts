import type { LogLine } from '../events/log-reader.ts';
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
  let ran: LastSaid | null = null;
  for (const line of linesBack(folder, [JSON.stringify(gate)])) {
    for (const said of saidIn(line, gate, rule)) {
      ran ??= said;
      if (said.decision !== 'pass' && said.mode === 'enforce') return { ran, fired: said };
    }
  }
  return { ran, fired: null };
};

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
