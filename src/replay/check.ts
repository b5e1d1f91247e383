import type { Envelope } from '../events/envelope.ts';
import type { LogLine } from '../events/log-reader.ts';
import { formatPosition } from '../events/position.ts';
import { type Divergence, divergenceOf } from './compare-rulings.ts';
import { type IsOver, startLongFold } from './long-fold.ts';
import { type RecordedCall, recordedCalls } from './recorded-calls.ts';
import { type Rejudged, rejudge } from './rejudge.ts';
import { hasWholeData } from './whole-data.ts';

/** A ruling that is another one today. */
export interface FoundDivergence extends Divergence {
  /** The event that was judged. */
  readonly event: string;
  readonly type: string;
  readonly position: string;
}

/** Why a ruling is not compared. */
export type Unreplayable =
  /** Something of docket failed while it was judged: that cannot be repeated. */
  | 'docket-failed'
  /** What stands in the log of it, or of a fact, is not all there was: it was cut, or damaged. */
  | 'incomplete';

/** What today's gates made of one session. */
export interface CheckedSession {
  readonly session: string;
  /** Rulings of the session; another delivery's ruling is not counted again. */
  readonly rulings: number;
  /** As they were, to the byte, or without words where redaction took some or that is asked for. */
  readonly same: number;
  readonly differ: number;
  /** Of those that differ, how many only in what is said. */
  readonly wordsOnly: number;
  /** Compared without words, since redaction took some of them. */
  readonly redacted: number;
  readonly unreplayable: Readonly<Partial<Record<Unreplayable, number>>>;
  /** Rulings for which a gate looks today at what nobody recorded then. */
  readonly unknown: number;
  /** The first one, or all up to a number. */
  readonly divergences: readonly FoundDivergence[];
}

export interface CheckOptions {
  /** Of which sessions rulings are compared; events of all are applied. */
  readonly isWanted?: (stream: string) => boolean;
  readonly isOver?: IsOver;
  /** How many divergences of a session are kept. */
  readonly most?: number;
  readonly withoutWords?: boolean;
  readonly onProgress?: ((lines: number) => void) | undefined;
}

/** Lines between two calls of `onProgress`. */
const LINES_BETWEEN = 1_000;

/** Judges every ruling of a log again, and compares it with what was recorded. One pass; memory does not grow with the log. */
export const checkRulings = (lines: Iterable<LogLine>, options: CheckOptions = {}): CheckedSession[] => {
  const { isWanted = () => true, isOver, most = 1, withoutWords = false, onProgress } = options;
  const fold = startLongFold(isOver);
  const sessions = new Map<string, Counts>();
  let read = 0;
  for (const { line, call } of recordedCalls(lines)) {
    const isRepeat = fold.apply(line) !== null;
    read += 1;
    if (read % LINES_BETWEEN === 0) onProgress?.(read);
    if (isRepeat || call === null || call.ruling === null || !isWanted(line.event.stream)) continue;
    const session = sessions.get(line.event.stream) ?? newCounts();
    sessions.set(line.event.stream, session);
    count(session, call, call.ruling.event, () => rejudge(call, fold.fold()), { most, withoutWords });
  }
  return [...sessions].map(([session, counts]) => ({ session, ...counts }));
};

type Counts = { -readonly [Field in keyof Omit<CheckedSession, 'session'>]: CheckedSession[Field] } & {
  readonly unreplayable: Partial<Record<Unreplayable, number>>;
  readonly divergences: FoundDivergence[];
};

/** Of a session of which nothing was judged again. */
export const newCounts = (): Counts => ({
  rulings: 0,
  same: 0,
  differ: 0,
  wordsOnly: 0,
  redacted: 0,
  unreplayable: {},
  unknown: 0,
  divergences: [],
});

const count = (
  session: Counts,
  call: RecordedCall,
  ruling: Envelope,
  judgeAgain: () => Rejudged,
  { most, withoutWords }: { readonly most: number; readonly withoutWords: boolean },
): void => {
  session.rulings += 1;
  const rejudged = hasWholeData(ruling) ? judgeAgain() : null;
  const isRedacted = ruling.redacted.length > 0;
  // What redaction took out of a ruling stood in what was judged.
  const options = { withoutWords: withoutWords || isRedacted };
  const divergence = rejudged === null ? null : divergenceOf(ruling, rejudged, options);
  if ((rejudged?.unknown.length ?? 0) > 0) session.unknown += 1;
  if (isRedacted) session.redacted += 1;
  const why = rejudged === null ? 'incomplete' : divergence === null ? null : whyUnreplayable(call);
  if (why !== null) session.unreplayable[why] = (session.unreplayable[why] ?? 0) + 1;
  else if (divergence === null) session.same += 1;
  else {
    session.differ += 1;
    if (divergence.kind === 'words') session.wordsOnly += 1;
    const { position, event } = call.trigger;
    const found = { event: event.id, type: event.type, position: formatPosition(position), ...divergence };
    if (session.divergences.length < most) session.divergences.push(found);
  }
};

const whyUnreplayable = ({ failures, facts }: RecordedCall): Unreplayable | null => {
  if (failures.some(isOfJudging)) return 'docket-failed';
  return facts.every(hasWholeData) ? null : 'incomplete';
};

/** A gate that threw, or a log that could not be read: today neither may be so. */
const isOfJudging = ({ data }: Envelope): boolean => data['stage'] === 'rule' || data['stage'] === 'load';
