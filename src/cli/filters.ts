import type { Envelope } from '../events/envelope.ts';
import { verdictsIn } from '../replay/summary.ts';
import { UsageError } from './io.ts';

/** The filters that all commands share; `addFilters` declares them. */
export interface FilterOptions {
  /** Beginnings of the ids of sessions. */
  readonly session?: readonly string[];
  readonly type?: readonly string[];
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
  /** Milliseconds since the epoch, both part of it. */
  readonly since: number | null;
  readonly until: number | null;
}

/** Makes a filter from options. Times are ISO 8601 or an age (`90s`, `15m`, `2h`, `3d`). Throws `UsageError`. */
export const filterFrom = (options: FilterOptions, now: number): Filter => {
  const { since, until } = timesOf(options, now);
  const { session, type, gate, tool, path } = options;
  return {
    since,
    until,
    last: options.last === undefined ? null : countOf(options.last),
    matches: (event) =>
      isNamed(event.stream, session) &&
      (type === undefined || type.includes(event.type)) &&
      (gate === undefined || gatesOf(event).includes(gate)) &&
      (tool === undefined || event.data['tool_name'] === tool) &&
      (path === undefined || pathsOf(event.data).some((candidate) => candidate.includes(path))) &&
      (since === null || Date.parse(event.at) >= since) &&
      (until === null || Date.parse(event.at) <= until),
  };
};

/** Milliseconds since the epoch of `--since` and `--until`, null for what is not given. Throws `UsageError`. */
export const timesOf = (
  options: Pick<FilterOptions, 'since' | 'until'>,
  now: number,
): { readonly since: number | null; readonly until: number | null } => {
  const since = options.since === undefined ? null : timeOf(options.since, now, '--since');
  const until = options.until === undefined ? null : timeOf(options.until, now, '--until');
  if (since !== null && until !== null && since > until) {
    throw new UsageError(`--since ${options.since} is after --until ${options.until}: nothing is between them.`);
  }
  return { since, until };
};

/** Whether a session is one of those that are asked for by the beginnings of their ids; undefined asks for all. */
export const isNamed = (stream: string, sessions: readonly string[] | undefined): boolean =>
  sessions === undefined || sessions.some((beginning) => stream.startsWith(beginning));

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
