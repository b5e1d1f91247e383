import type { Envelope } from '../events/envelope.ts';
import { verdictsIn } from '../replay/summary.ts';
import { UsageError } from './io.ts';

/** The filters that all commands share. */
export interface FilterOptions {
  readonly session?: string;
  readonly type?: string[];
  readonly gate?: string;
  readonly tool?: string;
  readonly path?: string;
  readonly since?: string;
  readonly until?: string;
  readonly last?: string;
}

export interface Filter {
  readonly matches: (event: Envelope) => boolean;
  /** Only this many, the newest. */
  readonly last: number | null;
}

/** Makes a filter from options. Times are ISO 8601 or an age (`90s`, `15m`, `2h`, `3d`). Throws `UsageError`. */
export const filterFrom = (options: FilterOptions, now: number): Filter => {
  const since = options.since === undefined ? null : timeOf(options.since, now, '--since');
  const until = options.until === undefined ? null : timeOf(options.until, now, '--until');
  const { session, type, gate, tool, path } = options;
  return {
    last: options.last === undefined ? null : countOf(options.last),
    matches: (event) =>
      (session === undefined || event.stream.startsWith(session)) &&
      (type === undefined || type.includes(event.type)) &&
      (gate === undefined || gatesOf(event).includes(gate)) &&
      (tool === undefined || event.data['tool_name'] === tool) &&
      (path === undefined || pathsOf(event.data).some((candidate) => candidate.includes(path))) &&
      (since === null || Date.parse(event.at) >= since) &&
      (until === null || Date.parse(event.at) <= until),
  };
};

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Milliseconds since the epoch of a time, ISO 8601 or an age. Throws `UsageError`, which names the option. */
export const timeOf = (text: string, now: number, option: string): number => {
  const age = /^(\d+)([smhd])$/.exec(text);
  if (age !== null) return now - Number(age[1]) * (UNITS[age[2] as string] as number);
  const time = Date.parse(text);
  if (Number.isNaN(time)) {
    throw new UsageError(`${option} takes a time like 2026-01-31T14:00:00Z or an age like 15m, 2h, 3d; not "${text}".`);
  }
  return time;
};

/** The number of `--last`. Throws `UsageError`. */
export const countOf = (text: string): number => {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new UsageError(`--last takes a whole number from 1; not "${text}".`);
  return count;
};

const gatesOf = (event: Envelope): string[] =>
  event.type === 'GatesRuled' || event.type === 'AnswerSent'
    ? verdictsIn(event.data).flatMap(({ gate }) => gate ?? [])
    : [];

/** The files that an event is about, by its data. */
export const pathsOf = (data: Envelope['data']): string[] => {
  const input = data['tool_input'];
  const fields = typeof input === 'object' && input !== null ? { ...data, ...input } : data;
  return ['file_path', 'notebook_path', 'path'].flatMap((name) => {
    const value = (fields as Record<string, unknown>)[name];
    return typeof value === 'string' ? [value] : [];
  });
};
