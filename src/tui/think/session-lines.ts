import type { Envelope } from '../../events/envelope.ts';
import type { LogLine } from '../../events/log-reader.ts';
import type { Position } from '../../events/position.ts';
import { readSession } from '../../events/read-sessions.ts';
import type { LogFolder } from '../../events/segments.ts';
import type { StreamIndex } from '../../events/stream-index.ts';
import type { Session } from '../../replay/causes.ts';
import { lineReader } from '../source/line-at.ts';

/** Called often while something takes long; throws where nobody waits for it any more. */
export type Check = () => void;

/**
 * A session's events, without most of what they say: that is read again where it is wanted. Kept for all that is asked about
 * the session; what was asked about stays as it was read.
 */
export interface SessionLines {
  readonly session: Session;
  /** Reads whole what belongs to some events: they, what was observed, ruled and answered. Gives these in order. */
  readonly whole: (events: readonly Envelope[]) => readonly LogLine[];
  /** An event as it stands in the log. */
  readonly wholeEvent: (line: LogLine) => Envelope;
}

/** A line of which the event may be read whole later. */
interface KeptLine {
  readonly position: Position;
  event: Envelope;
}

const CHECKED_EVERY = 1_000;

/** Reads the lines of a session once, each told to whoever learns from them. Throws the system's errors, and what `check` throws. */
export const readLight = (
  folder: LogFolder,
  stream: string,
  index: StreamIndex,
  check: Check,
  learn: ((line: LogLine) => void) | null = null,
): SessionLines => {
  const lines: KeptLine[] = [];
  const byId = new Map<string, LogLine>();
  const places = new Map<string, number>();
  const joined = new Map<string, number[]>();
  for (const line of readSession(folder, stream, index)) {
    learn?.(line);
    const place = lines.push(light(line)) - 1;
    byId.set(line.event.id, lines[place] as KeptLine);
    places.set(line.event.id, place);
    for (const other of namedBy(line.event)) joined.set(other, [...(joined.get(other) ?? []), place]);
    if (lines.length % CHECKED_EVERY === 0) check();
  }
  const wholeAt = lineReader(folder);

  const whole = (events: readonly Envelope[]): readonly LogLine[] => {
    const ids = new Set(events.flatMap((event) => [event.id, ...namedBy(event)]));
    const wanted = new Set(
      [...ids].flatMap((id) => [...(places.has(id) ? [places.get(id) as number] : []), ...(joined.get(id) ?? [])]),
    );
    return [...wanted]
      .sort((a, b) => a - b)
      .map((place) => {
        const line = lines[place] as KeptLine;
        // The line stays the same object: where it stands among the others is known by that.
        line.event = wholeAt(line.position)?.event ?? line.event;
        return line;
      });
  };
  return {
    session: { lines, byId },
    whole,
    wholeEvent: ({ position, event }) => wholeAt(position)?.event ?? event,
  };
};

/** The events that another one says it belongs to. */
const namedBy = ({ cause, data }: Envelope): string[] => [
  ...(cause === null ? [] : [cause]),
  ...(typeof data['event'] === 'string' && data['event'] !== cause ? [data['event']] : []),
];

/** What joins events to each other stays. */
const light = ({ position, event }: LogLine): KeptLine => {
  const { event: about, repeatOf, toolCall } = event.data;
  const data = {
    ...(about === undefined ? {} : { event: about }),
    ...(repeatOf === undefined ? {} : { repeatOf }),
    ...(toolCall === undefined ? {} : { toolCall }),
  };
  return { position, event: { ...event, data } };
};
