import definitions from '@opentelemetry/otlp-transformer/build/src/generated/root.js';
import { describe, expect, it } from 'vitest';
import { otlpFormat } from '../../src/audit/otlp/otlp.ts';
import type { Span } from '../../src/audit/otlp/span.ts';
import { deniedSession, grow } from '../cli/sessions.ts';
import { completes, prompts, requests, type Scenario, scenario, stops } from '../kit/scenario.ts';
import { agentEnds, agentStarts } from '../kit/subagents.ts';
import { exported } from './exported.ts';

interface TracesData {
  readonly resourceSpans: readonly {
    readonly resource: unknown;
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}

const linesOf = (text: string): TracesData[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as TracesData);

const spansIn = (data: TracesData): Span[] =>
  data.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));

const spansOf = (s: Scenario): Span[] => linesOf(exported(s, otlpFormat)).flatMap(spansIn);

const attributeOf = (span: Pick<Span, 'attributes'>, key: string): unknown => {
  const value = span.attributes.find((attribute) => attribute.key === key)?.value;
  return value === undefined ? undefined : Object.values(value)[0];
};

const named = (spans: readonly Span[], name: string): Span[] => spans.filter((span) => span.name === name);

/** A message of OTLP's protobuf definitions, as OpenTelemetry's own exporter carries them. */
interface Message {
  readonly fromObject: (value: object) => object;
  readonly verify: (message: object) => string | null;
  readonly encode: (message: object) => { readonly finish: () => Uint8Array };
  readonly decode: (bytes: Uint8Array) => object;
  readonly toObject: (message: object, options: object) => object;
}

const Message = (definitions as unknown as { opentelemetry: { proto: { trace: { v1: { TracesData: Message } } } } })
  .opentelemetry.proto.trace.v1.TracesData;

/** Texts of ids are hex in JSON (OTLP), and bytes in protobuf. */
const asBytes = (text: string): TracesData =>
  JSON.parse(text, (key, value: unknown) =>
    /^(traceId|spanId|parentSpanId)$/.test(key) ? [...Buffer.from(value as string, 'hex')] : value,
  ) as TracesData;

/** What is left of a line behind protobuf: a field that the definitions do not know would be gone. */
const throughProtobuf = (line: string): unknown => {
  const message = Message.decode(Message.encode(Message.fromObject(asBytes(line))).finish());
  return Message.toObject(message, { longs: String, bytes: Array, arrays: false });
};

const withoutEmpty = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, item: unknown) =>
    Array.isArray(item) && item.length === 0 ? undefined : item,
  );

describe('an export as OTLP', () => {
  it('is what the definitions of OTLP know, field by field', async () => {
    const s = await deniedSession();
    const lines = exported(s, otlpFormat).trimEnd().split('\n');
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      expect(Message.verify(Message.fromObject(asBytes(line)))).toBeNull();
      expect(withoutEmpty(throughProtobuf(line))).toEqual(withoutEmpty(asBytes(line)));
    }
  });

  it('makes a turn one trace, and its tool calls spans below it', async () => {
    const s = scenario({ preset: 'observe' });
    await s.given(
      prompts('first', { prompt_id: 'p1' }),
      requests('Read', { file_path: 'a' }, { tool_use_id: 'r1', prompt_id: 'p1' }),
      completes('Read', { file_path: 'a' }, 'text', { tool_use_id: 'r1', prompt_id: 'p1' }),
      stops({ prompt_id: 'p1' }),
      prompts('second', { prompt_id: 'p2' }),
      requests('Bash', { command: 'ls' }, { tool_use_id: 'r2', prompt_id: 'p2' }),
    );
    const spans = spansOf(s);
    const turns = named(spans, 'invoke_agent claude-code');
    expect(turns.map((turn) => attributeOf(turn, 'docket.prompt'))).toEqual(['first', 'second']);
    const [read] = named(spans, 'execute_tool Read');
    const [bash] = named(spans, 'execute_tool Bash');
    expect(read).toMatchObject({ traceId: turns[0]?.traceId, parentSpanId: turns[0]?.spanId });
    expect(bash).toMatchObject({ traceId: turns[1]?.traceId, parentSpanId: turns[1]?.spanId });
    expect(read && attributeOf(read, 'docket.outcome')).toBe('completed');
    expect(bash && attributeOf(bash, 'docket.outcome')).toBe('no outcome');
    expect(linesOf(exported(s, otlpFormat))).toHaveLength(2);
  });

  it('tells of each ruling below what was judged, each verdict an event, and that a denied call failed', async () => {
    const s = await deniedSession();
    const spans = spansOf(s);
    const denied = spans.find((span) => attributeOf(span, 'gen_ai.tool.call.id') === 'w2') as Span;
    expect(denied.status).toEqual({ code: 2, message: 'denied' });
    expect(attributeOf(denied, 'error.type')).toBe('denied');
    const ruling = spans.find(({ parentSpanId }) => parentSpanId === denied.spanId) as Span;
    const verdict = ruling.events.find((event) => attributeOf(event, 'docket.rule') === 'test-gate/tests-fail');
    expect(verdict && attributeOf(verdict, 'docket.decision')).toBe('deny');
  });

  it('puts calls of a subagent below the subagent', async () => {
    const s = scenario({ preset: 'observe' });
    await s.given(
      prompts('go on', { prompt_id: 'p1' }),
      agentStarts('Explore', 'a1', { prompt_id: 'p1' }),
      requests(
        'Read',
        { file_path: 'a' },
        { tool_use_id: 'r1', agent_id: 'a1', agent_type: 'Explore', prompt_id: 'p1' },
      ),
      agentEnds('Explore', 'found it', 'a1', { prompt_id: 'p1' }),
    );
    const spans = spansOf(s);
    const [agent] = named(spans, 'invoke_agent Explore');
    expect(named(spans, 'execute_tool Read')[0]?.parentSpanId).toBe(agent?.spanId);
    expect(agent && attributeOf(agent, 'docket.outcome')).toBe('completed');
  });

  it('has a parent for every span but the turns, and no span that ends before it begins', async () => {
    const s = await deniedSession();
    grow(s, 300);
    const spans = spansOf(s);
    const ids = new Set(spans.map(({ spanId }) => spanId));
    const turns = spans.filter(({ parentSpanId }) => parentSpanId === undefined);
    expect(turns.map(({ name }) => name)).toEqual(turns.map(() => 'invoke_agent claude-code'));
    expect(spans.filter(({ parentSpanId }) => parentSpanId !== undefined && !ids.has(parentSpanId))).toEqual([]);
    expect(spans.filter((span) => BigInt(span.endTimeUnixNano) < BigInt(span.startTimeUnixNano))).toEqual([]);
    expect(spans).toHaveLength(ids.size);
  });
});
