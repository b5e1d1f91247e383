import type { Envelope } from '../events/envelope.ts';
import type { LogLine } from '../events/log-reader.ts';
import { formatPosition } from '../events/position.ts';
import type { EventData, Policy } from '../events/schemas.ts';
import { resolvePolicy } from '../gates/policy-files.ts';
import { summaryOf } from './summary.ts';
import { type SuspectStream, startStream } from './suspect-stream.ts';
import { hasWholeData } from './whole-data.ts';

/** What does not fit together in a log. */
export type SuspectKind =
  /** A call has an outcome although it was denied. */
  | 'denied-but-ran'
  /** A call ran as it was requested although it was to be changed. */
  | 'rewrite-not-taken'
  /** A call has no outcome, and its turn is over. */
  | 'open-call'
  /** An event was recorded and not judged, although gates judge such events. */
  | 'no-ruling'
  /** A ruling was recorded, and its answer was not written. */
  | 'answer-lost'
  /** An outcome of a call that nobody requested. */
  | 'unknown-call'
  /** A turn was begun and did not end before the next one, or before the session did. */
  | 'turn-without-end'
  /** Something went wrong in the hook or in its input. */
  | 'hook-failed';

/** An event that a finding is about. */
export interface SuspectEvent {
  readonly id: string;
  readonly type: string;
  readonly at: string;
  readonly position: string;
  readonly summary: string;
  /** It is one of those that are asked for. */
  readonly isWanted: boolean;
}

export interface Finding {
  readonly kind: SuspectKind;
  readonly session: string;
  readonly host: string;
  readonly call: string | null;
  /** In the order of the log. */
  readonly events: readonly SuspectEvent[];
  /** More that is known of it. */
  readonly notes: readonly Note[];
}

/** What makes one finding another case than its kind says. */
export type Note = 'answer-not-written' | 'was-asked-about' | 'end-was-blocked' | 'first-of-session' | 'still-running';

export interface Suspects {
  /** Takes the next line of the log; what it shows to be amiss. */
  readonly add: (line: LogLine) => Finding[];
  /** What is amiss where the log ends. What may still be under way is not. */
  readonly end: () => Finding[];
}

/** More sessions than these are not followed at the same time: the one that was active the longest ago is forgotten. */
const MOST_STREAMS = 200;

export interface SuspectOptions {
  readonly mostStreams?: number;
  /** What is in force where the lines begin, when that is not the beginning of the log; null for none. */
  readonly policy?: Policy | null;
}

/**
 * Goes through a log in its order and finds what does not fit together. Memory is bounded however long the log is. `isWanted` says
 * of an event whether findings about it are asked for.
 */
export const startSuspects = (
  isWanted: (event: Envelope) => boolean,
  { mostStreams = MOST_STREAMS, policy: from = null }: SuspectOptions = {},
): Suspects => {
  const streams = new Map<string, SuspectStream>();
  let policy: Policy = from ?? resolvePolicy([]).policy;
  const streamOf = (name: string): SuspectStream => {
    const known = streams.get(name) ?? startStream(name);
    streams.delete(name);
    streams.set(name, known);
    if (streams.size > mostStreams) {
      const [oldest] = streams.keys();
      streams.delete(oldest as string);
    }
    return known;
  };
  return {
    add: (line) => {
      const { event } = line;
      // What a person did at a terminal is in no session.
      if (event.host === 'docket') return [];
      if (event.type === 'PolicyLoaded' && hasWholeData(event))
        policy = (event.data as EventData<'PolicyLoaded'>).policy;
      const known = {
        id: event.id,
        type: event.type,
        at: event.at,
        position: formatPosition(line.position),
        summary: summaryOf(event).slice(0, LONGEST_SUMMARY),
        isWanted: isWanted(event),
      };
      return streamOf(event.stream).add(event, known, policy);
    },
    end: () => [...streams.values()].flatMap((stream) => stream.end()),
  };
};

const LONGEST_SUMMARY = 200;
