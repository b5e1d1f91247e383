import type { Envelope } from '../../events/envelope.ts';
import { isJsonObject } from '../../events/json-object.ts';
import { isSaidByPerson } from '../../projections/said-by-person.ts';
import { toolKind } from '../../projections/tools.ts';
import { summaryOf } from '../../replay/summary.ts';
import { suspectWords } from '../../replay/suspect-words.ts';
import { callParts, textPart } from './call-parts.ts';
import { entryKindOf, wordsOfType } from './entry-kinds.ts';
import type { Entry, Part, PostmortemTurn } from './model.ts';
import type { Shown } from './shown.ts';
import { oneLine, type TextReader } from './texts.ts';
import type { Item, Walked } from './walk.ts';

/** A row that outcomes and firings are still added to. */
export type OpenEntry = { -readonly [Field in keyof Entry]: Entry[Field] } & {
  firings: number[];
  /** Its events as they may be shown, in order: of a call the request and what came of it. */
  readonly events: Envelope[];
};

export interface Timeline {
  readonly entries: readonly OpenEntry[];
  readonly turns: readonly PostmortemTurn[];
  /** The place of the entry that an event belongs to. */
  readonly entryOf: (event: Envelope) => number | null;
}

export interface TimelineOptions {
  readonly shown: Shown;
  /** Whether gates said something of an event that a reader wants to know: then it has a row whatever it is. */
  readonly isJudged: (id: string) => boolean;
}

/** Makes the rows of a session, and its turns. Parts are added by `fillParts`. */
export const timelineOf = ({ items }: Walked, { shown, isJudged }: TimelineOptions): Timeline => {
  const entries: OpenEntry[] = [];
  const turns: OpenTurn[] = [];
  const byEvent = new Map<string, number>();
  const byCall = new Map<string, number>();

  const push = (event: Envelope, kind: Entry['kind'], title: string): OpenEntry => {
    const entry: OpenEntry = {
      event: event.id,
      at: event.at,
      took: null,
      kind,
      actor: event.actor.id,
      actorType: event.actor.type ?? null,
      tool: null,
      title: oneLine(title),
      outcome: null,
      decision: null,
      firings: [],
      parts: [],
      events: [event],
    };
    byEvent.set(event.id, entries.push(entry) - 1);
    return entry;
  };

  const request = (event: Envelope): void => {
    if (event.call !== null && byCall.has(event.call)) return;
    const tool = String(event.data['tool_name'] ?? 'some tool');
    const entry = push(event, 'call', callTitle(event, tool));
    entry.tool = tool;
    entry.outcome = NO_OUTCOME;
    if (event.call !== null) byCall.set(event.call, entries.length - 1);
  };

  /** What came of a call is told in its row. */
  const outcome = (event: Envelope): void => {
    const place = event.call === null ? undefined : byCall.get(event.call);
    const entry = place === undefined ? undefined : entries[place];
    if (place === undefined || entry === undefined) {
      const tool = String(event.data['tool_name'] ?? 'some tool');
      const made = push(event, 'call', callTitle(event, tool));
      made.tool = tool;
      made.outcome = OUTCOMES[event.type] ?? null;
      if (event.call !== null) byCall.set(event.call, entries.length - 1);
      return;
    }
    byEvent.set(event.id, place);
    entry.events.push(event);
    if (entry.outcome !== NO_OUTCOME && entry.outcome !== DENIED) return;
    entry.outcome = OUTCOMES[event.type] ?? entry.outcome;
    entry.took = Math.max(0, Date.parse(event.at) - Date.parse(entry.at)) || 0;
  };

  const take = ({ line, call, isRepeat }: Extract<Item, { line: unknown }>): void => {
    const event = shown.event(line.event);
    if (isRepeat && event.delivery !== undefined) return;
    const ruling = call?.ruling?.event.data['decision'];
    if (event.type === 'ToolRequested') request(event);
    else if (event.type in OUTCOMES && event.type !== 'PermissionDenied') outcome(event);
    else if (event.type === 'PermissionRequested' && event.call !== null && byCall.has(event.call))
      byEvent.set(event.id, byCall.get(event.call) as number);
    else {
      const kind = entryKindOf(event) ?? (isJudged(event.id) ? 'session' : null);
      if (kind === null) return;
      if (isSaidByPerson(event)) turns.push(turnFrom(event, turns.length, entries.length));
      push(event, kind, titleOf(event));
    }
    const entry = entries[byEvent.get(event.id) ?? -1];
    if (entry === undefined || typeof ruling !== 'string' || event.id !== entry.event) return;
    entry.decision = ruling as Entry['decision'];
    if (ruling === 'deny' && entry.outcome === NO_OUTCOME) entry.outcome = DENIED;
  };

  for (const item of items) {
    if (!('finding' in item)) {
      take(item);
      continue;
    }
    const { finding } = item;
    const { events } = finding;
    const hasRow = (id: string): boolean => entries[byEvent.get(id) ?? -1]?.event === id;
    const last = events.findLast(({ id }) => !hasRow(id)) ?? events.at(-1);
    // What failed has a row of its own.
    if (last === undefined || finding.kind === 'hook-failed') continue;
    const about = events[0]?.id ?? last.id;
    const event = entries[byEvent.get(about) ?? -1]?.events[0];
    if (event === undefined) continue;
    const { title, means } = suspectWords(finding);
    const entry = push({ ...event, id: last.id, at: last.at }, 'problem', `${title}: ${titleOf(event)}`);
    entry.parts = [textPart('What that means', means)];
    entry.events.length = 0;
    // What comes of the call is told in its own row.
    byEvent.set(last.id, byEvent.get(about) ?? entries.length - 1);
  }
  const entryOf = ({ id, call }: Envelope): number | null =>
    byEvent.get(id) ?? (call === null ? undefined : byCall.get(call)) ?? null;
  return { entries, turns: closed(turns, entries), entryOf };
};

const NO_OUTCOME = 'no outcome';
const DENIED = 'denied';

const OUTCOMES: Readonly<Record<string, string>> = { ToolCompleted: 'completed', ToolFailed: 'failed' };

/** The command, the file: without the tool, which stands beside it. */
const callTitle = (event: Envelope, tool: string): string => {
  const words = summaryOf(event);
  return words.startsWith(tool) ? words.slice(tool.length).trim() || tool : words;
};

const titleOf = (event: Envelope): string => {
  const words = summaryOf(event);
  if (event.type === 'PromptSubmitted') return words.replace(/^"|"$/g, '');
  if (event.type === 'ToolRequested') return words;
  return words === '' ? wordsOfType(event.type) : `${wordsOfType(event.type)}: ${words}`;
};

type OpenTurn = { -readonly [Field in keyof PostmortemTurn]: PostmortemTurn[Field] };

const turnFrom = (event: Envelope, before: number, place: number): OpenTurn => ({
  event: event.id,
  number: before + 1,
  prompt: typeof event.data['prompt'] === 'string' ? event.data['prompt'] : summaryOf(event).replace(/^"|"$/g, ''),
  provenance: event.provenance,
  from: event.at,
  to: event.at,
  entries: [place, place],
});

/** Each turn goes to the next one; what stands before the first prompt is a turn without one. */
const closed = (turns: readonly OpenTurn[], entries: readonly OpenEntry[]): PostmortemTurn[] => {
  const [first] = turns;
  const start = first?.entries[0] ?? entries.length;
  const head: OpenTurn[] =
    start === 0
      ? []
      : [
          {
            event: null,
            number: 0,
            prompt: '',
            provenance: 'hook',
            from: entries[0]?.at ?? '',
            to: '',
            entries: [0, start],
          },
        ];
  const all = [...head, ...turns];
  return all.map((turn, index) => {
    const end = all[index + 1]?.entries[0] ?? entries.length;
    return { ...turn, entries: [turn.entries[0], end], to: entries[end - 1]?.at ?? turn.from };
  });
};

/** Characters of the parts of all rows together: more is in the log. */
const MOST_PART_TEXT = 4 * 1024 * 1024;

/** Adds what there is to read in each row, as far as there is room. Returns how many rows are without. */
export const fillParts = ({ entries }: Timeline, reader: TextReader): number => {
  let room = MOST_PART_TEXT;
  let without = 0;
  for (const entry of entries) {
    if (entry.events.length === 0) continue;
    if (room <= 0) {
      without += 1;
      continue;
    }
    entry.parts = [...entry.parts, ...partsOf(entry, reader)];
    room -= entry.parts.reduce((sum, { text }) => sum + text.length, 0);
  }
  return without;
};

const partsOf = ({ kind, title, events }: OpenEntry, reader: TextReader): Part[] => {
  const [event] = events;
  if (event === undefined) return [];
  // A short command stands in the row as it is.
  const isKnown = ({ text }: Part): boolean => text === title;
  if (kind === 'call') return callParts(events, reader).filter((part) => part.title !== 'Command' || !isKnown(part));
  const words =
    event.type === 'PromptSubmitted'
      ? textIn(event, 'prompt', 'Prompt', reader)
      : (textIn(event, 'last_assistant_message', 'Last words', reader) ?? textIn(event, 'output', 'Output', reader));
  return words === null || isKnown(words) ? [] : [words];
};

const textIn = ({ data }: Envelope, field: string, title: string, reader: TextReader): Part | null => {
  const kept = reader.read(data[field]);
  return kept === null || kept.text.trim() === '' ? null : textPart(title, kept.text);
};

/** Whether a row is a command of a shell. */
export const isCommand = ({ kind, tool, events }: OpenEntry): boolean => {
  const input = events[0]?.data['tool_input'];
  return kind === 'call' && isJsonObject(input) && (toolKind(tool) === 'shell' || 'command' in input);
};
