import type { Envelope } from '../../events/envelope.ts';
import type { LogLine } from '../../events/log-reader.ts';
import { recordedCalls } from '../recorded-calls.ts';
import { type CounterfactualOptions, type Edits, startCounterfactual } from './counterfactual.ts';
import { startTally, type Tally } from './tally.ts';

export interface JudgedSessions {
  readonly tally: Tally;
  /** What other sessions would notice of these. */
  readonly edits: Edits;
}

/** Judges the sessions of a log under another policy. `matches`: which events are counted. */
export const judgeSessions = (
  lines: Iterable<LogLine>,
  options: CounterfactualOptions,
  matches: (event: Envelope) => boolean = () => true,
): JudgedSessions => {
  const counterfactual = startCounterfactual(options);
  const tally = startTally(options.isJudged ?? (() => true), matches);
  for (const callLine of recordedCalls(lines)) tally.add(callLine, counterfactual.next(callLine));
  const { edits, unruled } = counterfactual.end();
  return { tally: tally.end(unruled), edits };
};
