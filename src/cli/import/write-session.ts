import { type Envelope, type EventDraft, FORMAT_VERSION } from '../../events/envelope.ts';
import { isoTime } from '../../events/iso-time.ts';
import { importedId } from '../../replay/import/event-id.ts';
import type { ImportedDraft } from '../../replay/import/source.ts';
import { type FactReader, factReader } from './facts.ts';
import type { LineSink } from './line-sink.ts';

/** Where the events of one session go. */
export interface SessionWriter {
  /** Adds what a draft stands for, and the facts that it holds, where they are not in the log. */
  readonly add: (draft: ImportedDraft, beginning: () => readonly ImportedDraft[]) => void;
  /** Hands the rest on, and waits until it is written. Throws what appending threw. */
  readonly end: () => Promise<void>;
  /** Events that were new. */
  readonly added: () => number;
}

export interface WrittenSession {
  readonly stream: string;
  readonly host: string;
  readonly known: ReadonlySet<string>;
  readonly worktreeOf: (cwd: string | null) => string | null;
  /** Told of an event that cannot be written, or whose facts cannot be read. */
  readonly onProblem: (reason: string) => void;
}

/** Lines are appended together, since a write costs more than a line; no more than a processor has at hand. UTF-16 units. */
const BATCH = 96 * 1024;

/** What stands in a transcript twice stands there close together; calls that were copied from afar are known as such. */
const MOST_WRITTEN = 50_000;

/** Writes the events of one session, each once. `add` takes drafts in the order in which they happened. */
export const sessionWriter = (session: WrittenSession, sink: LineSink): SessionWriter => {
  const { known } = session;
  const written = new Set<string>();
  const facts = factReader();
  let events: Envelope[] = [];
  let lines: string[] = [];
  let size = 0;
  let added = 0;
  let hasBegun = false;

  const put = (event: Envelope): void => {
    let line: string;
    try {
      line = JSON.stringify(event);
    } catch {
      // Nested more deeply than JSON can be written again.
      session.onProblem('cannot be written');
      return;
    }
    events.push(event);
    lines.push(line);
    size += line.length;
    added += 1;
    if (size > BATCH) flush(false);
  };

  const flush = (isLast: boolean): void => {
    if (lines.length > 0) sink.write({ events, lines }, isLast);
    events = [];
    lines = [];
    size = 0;
  };

  const isNew = (id: string): boolean => {
    if (known.has(id) || written.has(id)) return false;
    written.add(id);
    if (written.size > MOST_WRITTEN) written.delete(written.values().next().value as string);
    return true;
  };

  const addOne = (draft: ImportedDraft): void => {
    const event = envelopeOf(draft, session);
    if (isNew(event.id)) put(event);
    for (const [at, fact] of factsOf(facts, event, session).entries()) {
      const id = importedId(session.stream, `${fact.type} of ${draft.key} ${at}`);
      if (isNew(id)) put({ ...factEnvelope(fact, event), id });
    }
  };

  return {
    add: (draft, beginning) => {
      if (!hasBegun) {
        hasBegun = true;
        for (const first of beginning()) addOne(first);
      }
      addOne(draft);
    },
    end: () => {
      flush(true);
      return sink.done();
    },
    added: () => added,
  };
};

const envelopeOf = (draft: ImportedDraft, { stream, host, worktreeOf }: WrittenSession): Envelope => ({
  v: FORMAT_VERSION,
  id: draft.id ?? importedId(stream, draft.key),
  type: draft.type,
  at: isoTime(draft.at),
  stream,
  actor: draft.actor,
  host,
  turn: draft.turn,
  cause: draft.cause ?? null,
  call: draft.call,
  worktree: worktreeOf(draft.cwd),
  provenance: 'import',
  redacted: [],
  ...(draft.delivery === null ? {} : { delivery: draft.delivery }),
  data: draft.data,
});

/** Facts are read again of events that are known: an import may have been killed between the two. */
const factsOf = (read: FactReader, event: Envelope, { onProblem }: WrittenSession): readonly EventDraft[] => {
  try {
    return read(event);
  } catch {
    onProblem('facts cannot be read');
    return [];
  }
};

const factEnvelope = (fact: EventDraft, event: Envelope): Envelope => {
  const { delivery: _delivery, ...common } = event;
  const worktree = fact.worktree === undefined ? event.worktree : fact.worktree;
  return { ...common, type: fact.type, cause: event.id, worktree, data: fact.data };
};
