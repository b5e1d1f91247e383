import type { LogLine } from '../events/log-reader.ts';
import type { ExportFormat, ExportOrigin } from './format.ts';
import { wellFormedJson } from './well-formed-json.ts';

/** A batch of CloudEvents 1.0 in JSON: one array, an event of the log each, with the rest of its envelope as extensions. */
export const cloudEventsFormat: ExportFormat = {
  name: 'cloudevents',
  extension: 'cloudevents.json',
  summary: 'a batch of CloudEvents 1.0',
  write: function* (log, origin) {
    let before = '[\n';
    for (const line of log.lines()) {
      yield `${before}${wellFormedJson(cloudEvent(line, origin))}`;
      before = ',\n';
    }
    yield before === '[\n' ? '[]\n' : '\n]\n';
  },
};

const cloudEvent = ({ event, position }: LogLine, { project }: ExportOrigin) => ({
  specversion: '1.0',
  id: event.id,
  source: `/docket/${encodeURIComponent(project)}/${encodeURIComponent(event.stream.toWellFormed())}`,
  type: `docket.v${event.v}.${attribute(event.type)}`,
  // An attribute that is not what it says is worse than none.
  ...(isTimestamp(event.at) && { time: event.at }),
  datacontenttype: 'application/json',
  ...extensions({
    // Two extensions that the specification's own repository documents: order, and what belongs together.
    sequence: `${padded(position.segment, 6)}:${padded(position.offset, 9)}`,
    partitionkey: event.stream,
    host: event.host,
    actorid: event.actor.id,
    actortype: event.actor.type,
    turn: event.turn,
    cause: event.cause,
    call: event.call,
    worktree: event.worktree,
    provenance: event.provenance,
    redacted: event.redacted.join(' '),
    delivery: event.delivery,
  }),
  data: event.data,
});

/** Attributes are never null or empty: what does not apply is left out. */
const extensions = (values: Readonly<Record<string, string | null | undefined>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === null || value === undefined || value === '' ? [] : [[name, attribute(value)]],
    ),
  );

/** Texts of attributes may hold no control characters, no halves of pairs and no noncharacters (CloudEvents 1.0, type system). */
const attribute = (text: string): string =>
  text.toWellFormed().replace(/[\p{Cc}\p{Noncharacter_Code_Point}]/gu, '\ufffd');

const isTimestamp = (at: string): boolean =>
  /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(at) && !Number.isNaN(Date.parse(at));

const padded = (number: number, width: number): string => `${number}`.padStart(width, '0');
