import type { Envelope } from '../../events/envelope.ts';
import type { CallLine } from '../../replay/recorded-calls.ts';
import { summaryOf } from '../../replay/summary.ts';
import type { ExportOrigin } from '../format.ts';
import type { Outcomes } from '../outcomes.ts';
import { wellFormedJson } from '../well-formed-json.ts';
import { attributes, nanos, type Span, type SpanEvent, spanIdOf, traceIdOf } from './span.ts';
import { agentSpan, callSpan, rulingSpan, type SpanPlace } from './spans.ts';

/** Makes traces of what happened, as it is gone through: one a turn. */
export interface Traces {
  /** Lines of the file that are ready behind the next event. */
  readonly add: (item: CallLine) => Iterable<string>;
  /** Those of the turns that are still open. */
  readonly end: () => Iterable<string>;
}

/** A turn whose end is not known yet. */
interface OpenTurn {
  readonly id: string;
  readonly first: Envelope;
  readonly traceId: string;
  readonly rootId: string;
  readonly start: number;
  end: number;
  prompt: string | null;
  failure: string | null;
  /** The spans of its subagents, by their ids. */
  readonly agents: Map<string, string>;
  readonly events: SpanEvent[];
  spans: Span[];
}

interface Session {
  model: string | null;
  turn: OpenTurn | null;
}

/** Spans that wait for the rest of their turn; more of them are written at once, since a turn may take a night. */
const MOST_SPANS = 512;

/** Whose models a host runs, by the names of the conventions; left out where it runs anybody's. */
const PROVIDERS: Readonly<Record<string, string>> = { 'claude-code': 'anthropic', codex: 'openai' };

/** What a turn came to besides its calls. */
const TOLD: ReadonlySet<string> = new Set([
  'TestRunFinished',
  'ReviewRecorded',
  'ProofRecorded',
  'ProofRevoked',
  'WaiverGranted',
  'WaiverRevoked',
  'CompactionStarted',
  'HookFailed',
  'QuestionAnswered',
]);

export const startTraces = (outcomes: Outcomes, gate: string | null, origin: ExportOrigin): Traces => {
  const sessions = new Map<string, Session>();

  function* add({ line: { event }, call }: CallLine): Generator<string> {
    const session = sessions.get(event.stream) ?? { model: null, turn: null };
    sessions.set(event.stream, session);
    if (event.type === 'SessionStarted' && typeof event.data['model'] === 'string') session.model = event.data['model'];
    const id = turnOf(event, session.turn);
    if (session.turn !== null && session.turn.id !== id) yield* close(session);
    const turn = session.turn ?? openTurn(event, id);
    session.turn = turn;
    const at = millisecondsOf(event.at, turn.end);
    turn.end = Math.max(turn.end, at);
    take(turn, event, at);
    const place: SpanPlace = {
      traceId: turn.traceId,
      parentSpanId: turn.agents.get(event.actor.id) ?? turn.rootId,
      at,
    };
    if (event.type === 'SubagentStarted' && !turn.agents.has(event.actor.id)) {
      const span = agentSpan(event, outcomes.ofAgent(event), place);
      turn.agents.set(event.actor.id, span.spanId);
      turn.spans.push(span);
    }
    const isAgain = outcomes.isRepeat(event);
    if (event.type === 'ToolRequested' && !isAgain) {
      turn.spans.push(callSpan(event, call, outcomes.ofCall(event), place));
    }
    const ruling = isAgain ? null : rulingSpan(event, call, gate, place);
    if (ruling !== null) turn.spans.push(ruling);
    if (event.type === 'SessionEnded') yield* close(session);
    else if (turn.spans.length >= MOST_SPANS) yield lineOf(turn);
  }

  function* close(session: Session): Generator<string> {
    const { turn, model } = session;
    session.turn = null;
    if (turn === null) return;
    turn.spans.push(rootSpan(turn, model));
    yield lineOf(turn);
  }

  const lineOf = (turn: OpenTurn): string => {
    const { spans, first } = turn;
    turn.spans = [];
    const resource = {
      attributes: attributes({
        'service.name': first.host,
        'service.namespace': origin.project,
        'docket.worktree': first.worktree,
      }),
    };
    const scope = { name: 'docket', version: origin.version };
    return `${wellFormedJson({ resourceSpans: [{ resource, scopeSpans: [{ scope, spans }] }] })}\n`;
  };

  function* end(): Generator<string> {
    for (const session of sessions.values()) yield* close(session);
  }

  return { add, end };
};

/** The turn an event belongs to: as the host names it, else since the last prompt. */
const turnOf = ({ turn, type, id }: Envelope, open: OpenTurn | null): string => {
  if (turn !== null) return turn;
  return type === 'PromptSubmitted' || open === null ? id : open.id;
};

const openTurn = (first: Envelope, id: string): OpenTurn => {
  const at = millisecondsOf(first.at, 0);
  return {
    id,
    first,
    traceId: traceIdOf(first.stream, id),
    rootId: spanIdOf('turn', first.stream, id),
    start: at,
    end: at,
    prompt: null,
    failure: null,
    agents: new Map(),
    events: [],
    spans: [],
  };
};

/** Milliseconds since the epoch; another time where what was logged is none. */
const millisecondsOf = (at: string, otherwise: number): number => {
  const time = Date.parse(at);
  return Number.isNaN(time) ? otherwise : time;
};

const take = (turn: OpenTurn, event: Envelope, at: number): void => {
  if (event.type === 'PromptSubmitted' && turn.prompt === null) {
    const { prompt } = event.data;
    turn.prompt = typeof prompt === 'string' ? prompt : summaryOf(event);
  }
  if (event.type === 'TurnFailed') turn.failure = summaryOf(event);
  if (!TOLD.has(event.type)) return;
  turn.events.push({
    timeUnixNano: nanos(at),
    name: `docket.${event.type}`,
    attributes: attributes({
      'docket.event': event.id,
      'docket.provenance': event.provenance,
      'docket.summary': summaryOf(event),
    }),
  });
};

/** The turn itself, as the work of the main agent. */
const rootSpan = (
  { first, traceId, rootId, start, end, id, prompt, failure, events }: OpenTurn,
  model: string | null,
): Span => ({
  traceId,
  spanId: rootId,
  name: `invoke_agent ${first.host}`,
  kind: 1,
  startTimeUnixNano: nanos(start),
  endTimeUnixNano: nanos(Math.max(start, end)),
  attributes: attributes({
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.provider.name': PROVIDERS[first.host],
    'gen_ai.agent.name': first.host,
    'gen_ai.conversation.id': first.stream,
    'gen_ai.request.model': model,
    'docket.turn': id,
    'docket.prompt': prompt,
  }),
  events,
  ...(failure !== null && { status: { code: 2, message: failure } }),
});
