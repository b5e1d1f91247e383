import type { Envelope } from '../events/envelope.ts';
import type { LogLine } from '../events/log-reader.ts';
import { OBSERVED_TYPES } from '../gates/facts.ts';

/** An event that gates may judge, with everything the log says came of it. */
export interface RecordedCall {
  readonly trigger: LogLine;
  /** What was observed for it before it was ruled on, in order. */
  readonly facts: readonly Envelope[];
  /** What failed while it was handled. */
  readonly failures: readonly Envelope[];
  /** What was decided for it first; null where no gate judges such events, or the hook never came to it. */
  readonly ruling: LogLine | null;
  /** That the answer was written to the host. */
  readonly answer: LogLine | null;
}

export interface CallLine {
  readonly line: LogLine;
  /** What belongs to the line where it is one that gates may judge. */
  readonly call: RecordedCall | null;
}

/**
 * How many lines of the log a ruling may stand behind the event it judges. A session writes a handful of lines a call;
 * this leaves room for a hundred sessions that write at once. It bounds what a replay of a long log holds in memory.
 */
const LINES_AHEAD = 4_096;

/**
 * Goes through lines of a log in order, and gives each one that gates may judge together with its facts, ruling and
 * answer, which stand behind it. Reads at most `ahead` lines further than it gives.
 */
export function* recordedCalls(lines: Iterable<LogLine>, ahead = LINES_AHEAD): Generator<CallLine> {
  const waiting = new Map<string, Gathered>();
  let queue: LogLine[] = [];
  let first = 0;
  const give = (): CallLine => {
    const line = queue[first] as LogLine;
    first += 1;
    if (first > ahead) {
      queue = queue.slice(first);
      first = 0;
    }
    const gathered = waiting.get(line.event.id);
    waiting.delete(line.event.id);
    return { line, call: gathered === undefined ? null : { trigger: line, ...gathered } };
  };
  for (const line of lines) {
    if (mayBeJudged(line.event)) waiting.set(line.event.id, { facts: [], failures: [], ruling: null, answer: null });
    gather(waiting, line);
    queue.push(line);
    if (queue.length - first > ahead) yield give();
  }
  while (first < queue.length) yield give();
}

interface Gathered {
  readonly facts: Envelope[];
  readonly failures: Envelope[];
  ruling: LogLine | null;
  answer: LogLine | null;
}

/** What a host reports, what was imported of it, and input that visibly was a tool call. */
const mayBeJudged = ({ delivery, provenance, type, data }: Envelope): boolean =>
  delivery !== undefined ||
  (provenance === 'import' && !OBSERVED_TYPES.has(type)) ||
  (type === 'HookFailed' && data['toolCall'] === true);

const gather = (waiting: ReadonlyMap<string, Gathered>, line: LogLine): void => {
  const { type, cause, data, provenance } = line.event;
  const judged = type === 'GatesRuled' || type === 'AnswerSent' ? data['event'] : cause;
  const gathered = typeof judged === 'string' ? waiting.get(judged) : undefined;
  if (gathered === undefined) return;
  if (type === 'GatesRuled') gathered.ruling ??= line;
  else if (type === 'AnswerSent') gathered.answer ??= line;
  else if (type === 'HookFailed') gathered.failures.push(line.event);
  // What another delivery of it observed later was not judged.
  else if (gathered.ruling === null && provenance !== 'worker' && OBSERVED_TYPES.has(type)) {
    gathered.facts.push(line.event);
  }
};
