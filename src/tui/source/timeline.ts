import { pathsOf } from '../../cli/filters.ts';
import type { Envelope } from '../../events/envelope.ts';
import type { LogLine } from '../../events/log-reader.ts';
import { formatPosition, type Position } from '../../events/position.ts';
import { summaryOf, verdictsIn } from '../../replay/summary.ts';
import { type Gap, gapText } from './gap.ts';
import { keptText, sameTexts } from './kept-text.ts';
import { startLanes } from './lanes.ts';
import { type Loss, startLosses } from './losses.ts';
import { KINDS, startOwners } from './owner.ts';
import { placeOf, positionOf } from './place.ts';
import { type OpenRow, startRows } from './rows.ts';
import type { TimelineRow } from './timeline-row.ts';

export interface Timeline {
  /** Goes on by the next line of the session. */
  readonly add: (line: LogLine) => void;
  /** Goes on by something that cannot be read. */
  readonly addGap: (gap: Gap) => void;
  /** The rows so far. Another list whenever something was added since. */
  readonly rows: () => readonly TimelineRow[];
  /** Index of the row that an event belongs to. */
  readonly rowOf: (event: string) => number | undefined;
  /** Where an event stands in the log. */
  readonly positionOf: (event: string) => Position | undefined;
}

/** Groups the events of a session into rows: a tool call with its facts, verdicts and outcome is one. */
export const startTimeline = (): Timeline => {
  const rows = startRows();
  const owners = startOwners();
  const lanes = startLanes();
  const losses = startLosses();
  const same = sameTexts();
  let turn = 0;
  let lastAt = '';

  const rowFor = (line: LogLine): OpenRow => {
    const { event, position } = line;
    const isPrompt =
      event.type === 'PromptSubmitted' && (event.provenance === 'prompt' || event.provenance === 'import');
    if (isPrompt) turn += 1;
    const known = KINDS[event.type] ?? (isResult(event) ? 'gap' : 'note');
    const kind = known === 'prompt' && !isPrompt ? 'note' : known;
    const { id, type } = event.actor;
    return {
      kind,
      id: event.id,
      at: event.at,
      position,
      turn,
      actor: same(id),
      ...(type === undefined || id === 'main' ? {} : { actorType: same(type) }),
      lane: lanes.laneOf(event),
      text: keptText(textOf(event, kind)),
      ...(kind === 'call' ? { outcome: 'open' as const } : {}),
      ...(kind === 'call' || kind === 'gap' ? callOf(event, same) : {}),
      fired: [],
      events: [event.id],
      types: [same(event.type)],
      places: [placeOf(position)],
    };
  };

  /** What is missing is told of behind the event that shows it. */
  const tell = ({ name, text, of }: Loss, { event, position }: LogLine): void => {
    const row = rows.at(of);
    if (row === undefined) return;
    const { actor, actorType, lane, tool, path } = row;
    rows.push({
      kind: 'gap',
      id: `${row.id} ${name}`,
      at: event.at,
      position,
      turn: row.turn,
      actor,
      ...(actorType === undefined ? {} : { actorType }),
      lane,
      text: keptText(`${text}: ${row.text}`),
      ...(tool === undefined ? {} : { tool }),
      ...(path === undefined ? {} : { path }),
      fired: [],
      events: [row.id],
      types: [],
      places: row.places.slice(0, 1),
    });
  };

  return {
    add: (line) => {
      const { event } = line;
      lastAt = event.at;
      const owner = owners.ownerOf(event);
      if (owner === undefined) {
        const ended = losses.endedBy(event);
        for (const of of ended) {
          rows.change(of.of, (row) => {
            if (row.outcome === 'open') row.outcome = 'unknown';
          });
        }
        for (const loss of ended) tell(loss, line);
        const row = rowFor(line);
        const index = rows.push(row);
        owners.note(event, index);
        if (row.kind === 'call') losses.requested(index, event);
        return;
      }
      rows.change(owner, (row) => {
        row.events.push(event.id);
        row.types.push(same(event.type));
        row.places.push(placeOf(line.position));
        noteOn(row, event);
      });
      owners.note(event, owner);
      for (const loss of losses.noted(owner, event)) tell(loss, line);
    },
    addGap: (gap) => {
      rows.push({
        kind: 'gap',
        id: formatPosition(gap.position),
        at: lastAt,
        position: gap.position,
        turn,
        actor: 'main',
        lane: 0,
        text: gapText(gap),
        fired: [],
        events: [],
        types: [],
        places: [],
      });
    },
    rows: rows.given,
    rowOf: owners.rowOf,
    positionOf: (event) => {
      const row = rows.at(owners.rowOf(event) ?? -1);
      const place = row?.places[row.events.indexOf(event)];
      return place === undefined ? undefined : positionOf(place);
    },
  };
};

const isResult = ({ type }: Envelope): boolean => type === 'ToolCompleted' || type === 'ToolFailed';

const textOf = (event: Envelope, kind: TimelineRow['kind']): string => {
  if (kind === 'gap') return `A result without a request: ${summaryOf(event)}`;
  return kind === 'note' ? `${event.type} ${summaryOf(event)}`.trimEnd() : summaryOf(event);
};

const callOf = ({ data }: Envelope, same: (text: string) => string): Pick<TimelineRow, 'tool' | 'path'> => {
  const tool = data['tool_name'];
  const [path] = pathsOf(data);
  return { ...(typeof tool === 'string' ? { tool: same(tool) } : {}), ...(path === undefined ? {} : { path }) };
};

const noteOn = (row: OpenRow, { type, data }: Envelope): void => {
  if (type === 'ToolCompleted') row.outcome = 'done';
  else if (type === 'ToolFailed') row.outcome = 'failed';
  else if (type === 'GatesRuled' && data['repeatOf'] === undefined) {
    const decided = String(data['decision']);
    // A call is judged when it is asked for, and what came of it once more: what was said then still was.
    row.decision = row.decision === undefined || isStronger(decided, row.decision) ? decided : row.decision;
    // What was denied is not waited for.
    if (decided === 'deny' && row.outcome === 'open') delete row.outcome;
    const fired = verdictsIn(data).flatMap(({ gate, rule, decision, mode }) =>
      gate === undefined || rule === undefined || decision === undefined || decision === 'pass' || mode === undefined
        ? []
        : [{ gate, rule, decision, mode }],
    );
    row.fired = [...row.fired, ...fired];
  }
};

const WEAKEST_FIRST = ['none', 'advise', 'allow', 'rewrite', 'ask', 'deny'];

const isStronger = (one: string, other: string): boolean => WEAKEST_FIRST.indexOf(one) > WEAKEST_FIRST.indexOf(other);
