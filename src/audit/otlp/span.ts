import { createHash } from 'node:crypto';

// The parts of OTLP's trace.proto that are used, in its JSON mapping: ids are hex, 64-bit numbers are texts.

interface AnyValue {
  readonly stringValue?: string;
  readonly boolValue?: boolean;
  readonly intValue?: string;
  readonly arrayValue?: { readonly values: readonly AnyValue[] };
}

export interface KeyValue {
  readonly key: string;
  readonly value: AnyValue;
}

export interface SpanEvent {
  readonly timeUnixNano: string;
  readonly name: string;
  readonly attributes: readonly KeyValue[];
}

export interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 1: internal. */
  readonly kind: 1;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly KeyValue[];
  readonly events: readonly SpanEvent[];
  /** 2: it failed. */
  readonly status?: { readonly code: 2; readonly message: string };
}

type Value = string | number | boolean | readonly string[] | null | undefined;

/** Attributes of what applies; numbers are whole ones. */
export const attributes = (values: Readonly<Record<string, Value>>): KeyValue[] =>
  Object.entries(values).flatMap(([key, value]) =>
    value === null || value === undefined || value === '' ? [] : [{ key, value: anyValue(value) }],
  );

const anyValue = (value: NonNullable<Value>): AnyValue => {
  if (typeof value === 'string') return { stringValue: value.toWellFormed() };
  if (typeof value === 'number') return { intValue: `${value}` };
  if (typeof value === 'boolean') return { boolValue: value };
  return { arrayValue: { values: value.map((item) => ({ stringValue: item.toWellFormed() })) } };
};

/** Nanoseconds since the epoch of a time that was logged, in milliseconds; of another time where it is none. */
export const nanos = (milliseconds: number): string => `${Math.max(0, Math.trunc(milliseconds))}000000`;

/** The id of a trace: the same for the same turn, in every export. */
export const traceIdOf = (stream: string, turn: string): string => digest(`trace\n${stream}\n${turn}`, 32);

/** The id of a span: the same for the same event. */
export const spanIdOf = (kind: string, stream: string, id: string): string => digest(`${kind}\n${stream}\n${id}`, 16);

/** Ids of zeros only would be no ids (trace.proto). */
const digest = (text: string, length: number): string => {
  const hex = createHash('sha256').update(text).digest('hex').slice(0, length);
  return /^0+$/.test(hex) ? `${hex.slice(1)}1` : hex;
};
