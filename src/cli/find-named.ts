import type { Envelope } from '../events/envelope.ts';
import type { LogLine } from '../events/log-reader.ts';
import { readSession } from '../events/read-sessions.ts';
import type { EventData } from '../events/schemas.ts';
import type { LogFolder } from '../events/segments.ts';
import type { StreamIndex } from '../events/stream-index.ts';
import { inJson, linesBack } from '../replay/find-event.ts';
import type { FoundRuling } from './find-ruling.ts';
import { NotFoundError, UsageError } from './io.ts';
import { isRuling, strengthOf } from './rulings.ts';

/** An event or a call by its name. */
interface Name {
  readonly id: string | undefined;
  readonly call: string | undefined;
  /** How the session's id begins. */
  readonly session: string | undefined;
}

/**
 * The ruling on an event or a call, or the event where no gate ruled on it. Looks from the end of the log to where the name
 * is met first, and then at that session alone. Throws `NotFoundError`, and `UsageError` for an ambiguous id.
 */
export const findNamed = (folder: LogFolder, written: Name, index: StreamIndex): FoundRuling => {
  const { event: met } = lineNamed(folder, written);
  const name = written.id === undefined ? written : { ...written, id: met.id };
  const lines = [...readSession(folder, met.stream, index)];
  const ruling = rulingAmong(lines, name);
  if (ruling !== null) return ruling;
  const line = eventAmong(lines, name);
  const { type, cause } = line.event;
  const isKnown = lines.some(({ event }) => event.id === cause);
  return LED_TO.has(type) && cause !== null && isKnown
    ? findNamed(folder, { id: cause, call: undefined, session: undefined }, index)
    : { unjudged: line };
};

/** What only a ruling leads to: that one is what somebody means. */
const LED_TO: ReadonlySet<string> = new Set(['AnswerSent', 'FindingsRecorded', 'FindingsDelivered']);

const SHORTEST_BEGINNING = 6;

/**
 * The event with an id, or the only one whose id begins so; the last event of a call. Throws `NotFoundError`, and
 * `UsageError` for a beginning of several ids.
 */
export const lineNamed = (folder: LogFolder, { id, call, session }: Name): LogLine => {
  const mayBegin = id !== undefined && id.length >= SHORTEST_BEGINNING;
  const longer: LogLine[] = [];
  for (const line of linesBack(folder, [inJson(id ?? call ?? '')])) {
    const { event } = line;
    if (session !== undefined && !event.stream.startsWith(session)) continue;
    if (event.id === id || (call !== undefined && event.call === call)) return line;
    if (mayBegin && event.id.startsWith(id)) longer.unshift(line);
  }
  const [only, other] = longer;
  if (other !== undefined) {
    throw new UsageError(`Several ids begin with ${id}: ${longer.map(({ event }) => event.id).join(', ')}.`);
  }
  if (only !== undefined) return only;
  const what = id === undefined ? `call ${call}` : `event ${id}`;
  throw new NotFoundError(`There is no ${what} in the log. \`docket log --json\` shows ids.`);
};

/**
 * The ruling on it that says most, of several the last one: a call is judged as it is requested and once it ran. Of rulings in
 * which all passed the first: that one let it run.
 */
const rulingAmong = (lines: readonly LogLine[], name: Name): FoundRuling | null => {
  let ruling: LogLine | null = null;
  for (const line of lines) {
    if (!isAbout(line.event, name) || !isRuling(line.event)) continue;
    const strength = strengthOf(line.event);
    const most = ruling === null ? Number.NEGATIVE_INFINITY : strengthOf(ruling.event);
    if (strength > most || (strength === most && strength > 0)) ruling = line;
  }
  return ruling === null ? null : { ruling };
};

/** A repeat of a delivery is explained when it is asked for by its own id, else the first one is. */
const isAbout = (event: Envelope, { id, call }: Name): boolean => {
  if (event.type !== 'GatesRuled') return false;
  const ruling = event.data as EventData<'GatesRuled'>;
  if (id !== undefined && (event.id === id || event.cause === id)) return true;
  if (ruling.repeatOf !== undefined) return false;
  return ruling.event === id || (call !== undefined && event.call === call);
};

/** What is named itself; of a call its request. */
const eventAmong = (lines: readonly LogLine[], { id, call }: Name): LogLine =>
  (id === undefined
    ? (lines.find(({ event }) => event.call === call && event.type === 'ToolRequested') ??
      lines.find(({ event }) => event.call === call))
    : lines.find(({ event }) => event.id === id)) as LogLine;
