import { pathsOf } from '../../cli/filters.ts';
import type { Envelope } from '../../events/envelope.ts';
import type { LogLine } from '../../events/log-reader.ts';
import { summaryOf, verdictsIn } from '../../replay/summary.ts';
import type { TimelineRow } from './timeline-row.ts';

export interface Timeline {
  /** Goes on by the next line of the session. */
  readonly add: (line: LogLine) => void;
  /** The rows so far. Another list whenever something was added since. */
  readonly rows: () => readonly TimelineRow[];
  /** Index of the row that an event belongs to. */
  readonly rowOf: (event: string) => number | undefined;
}

/** Groups the events of a session into rows: a tool call with its facts, verdicts and outcome is one. */
export const startTimeline = (): Timeline => {
  const rows: OpenRow[] = [];
  const rowOfEvent = new Map<string, number>();
  const rowOfCall = new Map<string, number>();
  let turn = 0;
  let given: readonly TimelineRow[] | null = null;

  const attach = (index: number, event: Envelope): void => {
    const row = rows[index] as OpenRow;
    row.events.push(event.id);
    row.types.push(event.type);
    rowOfEvent.set(event.id, index);
    note(row, event);
  };

  const add = (line: LogLine): void => {
    given = null;
    const { event } = line;
    const owner = ownerOf(event, rowOfEvent, rowOfCall);
    if (owner !== undefined) {
      attach(owner, event);
      return;
    }
    const kind = KINDS[event.type] ?? 'note';
    const isPrompt = kind === 'prompt' && (event.provenance === 'prompt' || event.provenance === 'import');
    if (isPrompt) turn += 1;
    const row: OpenRow = {
      kind: kind === 'prompt' && !isPrompt ? 'note' : kind,
      id: event.id,
      at: event.at,
      position: line.position,
      turn,
      actor: event.actor.id,
      text: kind === 'note' ? `${event.type} ${summaryOf(event)}`.trimEnd() : summaryOf(event),
      fired: [],
      events: [event.id],
      types: [event.type],
    };
    if (kind === 'call') noteCall(row, event);
    rows.push(row);
    rowOfEvent.set(event.id, rows.length - 1);
    if (event.type === 'ToolRequested' && event.call !== null) rowOfCall.set(event.call, rows.length - 1);
  };

  return {
    add,
    rows: () => {
      given ??= rows.map((row) => ({ ...row }));
      return given;
    },
    rowOf: (event) => rowOfEvent.get(event),
  };
};

type OpenRow = { -readonly [Field in keyof TimelineRow]: TimelineRow[Field] } & { events: string[]; types: string[] };

/** Outcomes belong to their request, what docket adds to what it was added for. */
const ownerOf = (
  event: Envelope,
  rowOfEvent: ReadonlyMap<string, number>,
  rowOfCall: ReadonlyMap<string, number>,
): number | undefined => {
  const { type, call, cause, data } = event;
  if (type === 'ToolRequested' || type in KINDS) return undefined;
  const judged = type === 'GatesRuled' || type === 'AnswerSent' ? data['event'] : null;
  if (typeof judged === 'string' && rowOfEvent.has(judged)) return rowOfEvent.get(judged);
  if (cause !== null && rowOfEvent.has(cause)) return rowOfEvent.get(cause);
  return call === null ? undefined : rowOfCall.get(call);
};

const KINDS: Readonly<Record<string, TimelineRow['kind']>> = {
  PromptSubmitted: 'prompt',
  ToolRequested: 'call',
  TurnEnded: 'turn-end',
  TurnFailed: 'turn-end',
  SessionStarted: 'session',
  SessionEnded: 'session',
};

const noteCall = (row: OpenRow, { data }: Envelope): void => {
  row.outcome = 'open';
  if (typeof data['tool_name'] === 'string') row.tool = data['tool_name'];
  const [path] = pathsOf(data);
  if (path !== undefined) row.path = path;
};

const note = (row: OpenRow, { type, data }: Envelope): void => {
  if (type === 'ToolCompleted') row.outcome = 'done';
  else if (type === 'ToolFailed') row.outcome = 'failed';
  else if (type === 'GatesRuled' && data['repeatOf'] === undefined) {
    row.decision = String(data['decision']);
    row.fired = verdictsIn(data).flatMap(({ gate, rule, decision, mode }) =>
      gate === undefined || rule === undefined || decision === undefined || decision === 'pass' || mode === undefined
        ? []
        : [{ gate, rule, decision, mode }],
    );
  }
};
