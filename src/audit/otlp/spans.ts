import type { Envelope } from '../../events/envelope.ts';
import type { Verdict } from '../../events/schemas.ts';
import type { RecordedCall } from '../../replay/recorded-calls.ts';
import { summaryOf } from '../../replay/summary.ts';
import { decisionOf, failedConditions, outcomeWord, verdictsOf } from '../call-words.ts';
import { type Outcome, tookOf } from '../outcomes.ts';
import { wellFormedJson } from '../well-formed-json.ts';
import { attributes, nanos, type Span, type SpanEvent, spanIdOf } from './span.ts';

/** Where a span stands: in which trace, below what, and since when (milliseconds). */
export interface SpanPlace {
  readonly traceId: string;
  readonly parentSpanId: string;
  readonly at: number;
}

/** A subagent's work, to its end where one was reported. */
export const agentSpan = (event: Envelope, outcome: Outcome | null, place: SpanPlace): Span => ({
  ...spanOf('agent', event, event.actor.id, outcome, place),
  name: `invoke_agent ${event.actor.type ?? event.actor.id}`,
  attributes: attributes({
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.id': event.actor.id,
    'gen_ai.agent.name': event.actor.type,
    'gen_ai.conversation.id': event.stream,
    'docket.event': event.id,
    'docket.outcome': outcome?.kind ?? 'no outcome',
  }),
  events: [],
});

/** A tool call, to its outcome where one was reported. */
export const callSpan = (
  event: Envelope,
  call: RecordedCall | null,
  outcome: Outcome | null,
  place: SpanPlace,
): Span => {
  const tool = typeof event.data['tool_name'] === 'string' ? event.data['tool_name'] : 'unknown';
  const word = outcomeWord(call, outcome);
  const isError = word === 'failed' || word === 'denied';
  return {
    ...spanOf('call', event, event.id, outcome, place),
    name: `execute_tool ${tool}`,
    attributes: attributes({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': tool,
      'gen_ai.tool.type': tool.startsWith('mcp__') ? 'extension' : 'function',
      'gen_ai.tool.call.id': event.call,
      'gen_ai.tool.call.arguments': argumentsOf(event),
      'gen_ai.conversation.id': event.stream,
      'error.type': isError ? word : null,
      'docket.event': event.id,
      'docket.summary': summaryOf(event),
      'docket.outcome': word,
      'docket.decision': decisionOf(call),
    }),
    events: [],
    ...(isError && { status: { code: 2, message: word } }),
  };
};

/** What gates ruled on an event; null where nothing was ruled, or not by the gate that is asked for. */
export const rulingSpan = (
  event: Envelope,
  call: RecordedCall | null,
  gate: string | null,
  place: SpanPlace,
): Span | null => {
  const ruling = call?.ruling;
  const verdicts = verdictsOf(call, gate);
  if (ruling == null || (gate !== null && verdicts.length === 0)) return null;
  const parentSpanId = event.type === 'ToolRequested' ? spanIdOf('call', event.stream, event.id) : place.parentSpanId;
  const end = place.at + (tookOf(event.at, ruling.event) ?? 0);
  return {
    ...spanOf('ruling', ruling.event, ruling.event.id, null, { ...place, parentSpanId }),
    name: `docket ${event.type}`,
    endTimeUnixNano: nanos(end),
    attributes: attributes({
      'docket.event': event.id,
      'docket.ruling': ruling.event.id,
      'docket.decision': decisionOf(call),
      'docket.answered': call?.answer != null,
      'gen_ai.conversation.id': event.stream,
    }),
    events: verdicts.map((verdict) => verdictEvent(verdict, end)),
  };
};

const verdictEvent = (verdict: Verdict, at: number): SpanEvent => ({
  timeUnixNano: nanos(at),
  name: 'docket.verdict',
  attributes: attributes({
    'docket.gate': verdict.gate,
    'docket.rule': verdict.rule,
    'docket.decision': verdict.decision,
    'docket.mode': verdict.mode,
    'docket.reason': verdict.reason,
    'docket.conditions.not_holding': failedConditions(verdict),
    'docket.because': verdict.because,
    'docket.waived.by': verdict.waived?.by,
    'docket.waived.reason': verdict.waived?.reason,
  }),
});

/** Input that was too long for its line stands there as a reference to it. */
const argumentsOf = ({ data }: Envelope): string | null => {
  const input = data['tool_input'];
  return input === undefined ? null : wellFormedJson(input);
};

const spanOf = (
  kind: string,
  event: Envelope,
  id: string,
  outcome: Outcome | null,
  { traceId, parentSpanId, at }: SpanPlace,
) => ({
  traceId,
  parentSpanId,
  spanId: spanIdOf(kind, event.stream, id),
  kind: 1 as const,
  startTimeUnixNano: nanos(at),
  endTimeUnixNano: nanos(at + (tookOf(event.at, outcome) ?? 0)),
});
