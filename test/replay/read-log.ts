import type { Envelope } from '../../src/events/envelope.ts';
import { type LogLine, readEvents } from '../../src/events/log-reader.ts';
import { type LogFolder, logFolder } from '../../src/events/segments.ts';
import { type Explanation, explainRuling } from '../../src/replay/explain.ts';
import type { Scenario } from '../kit/scenario.ts';

export const folderOf = (s: Scenario): LogFolder => logFolder(s.root, s.deps.fs);

/** The rulings of a scenario's log, oldest first. */
export const rulings = (s: Scenario): LogLine[] =>
  [...readEvents(folderOf(s))].filter(({ event }) => event.type === 'GatesRuled');

/** Explains every verdict of a ruling, by default of the last one. */
export const explained = (s: Scenario, ruling = rulings(s).at(-1)) => {
  if (ruling === undefined) throw new Error('the log has no ruling');
  const result = explainRuling(folderOf(s), ruling, (verdicts) => verdicts);
  if (result === null) throw new Error('the event that was judged is not in the log');
  return result;
};

/** The explanation of one rule's verdict in the last ruling. */
export const explanationOf = (s: Scenario, rule: string): Explanation => {
  const found = explained(s).explanations.find((explanation) => explanation.rule === rule);
  if (found === undefined) throw new Error(`${rule} gave no verdict`);
  return found;
};

export const eventsOf = (s: Scenario, type: string): Envelope[] => s.events().filter((event) => event.type === type);
