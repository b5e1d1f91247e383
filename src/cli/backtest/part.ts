import type { Envelope } from '../../events/envelope.ts';
import { nodeLogFs } from '../../events/log-fs.ts';
import type { Policy } from '../../events/schemas.ts';
import type { Edits } from '../../replay/backtest/counterfactual.ts';
import { type JudgedSessions, judgeSessions } from '../../replay/backtest/judge-sessions.ts';
import { neededLines } from '../../replay/backtest/needed-lines.ts';
import { type FilterOptions, filterFrom } from '../filters.ts';

/** What a worker is given: plain data. */
export interface Part {
  /** The folder of the log's segments, and the limit they roll at. */
  readonly path: string;
  readonly limit: number;
  readonly sessions: readonly string[];
  readonly edits: readonly (readonly [string, readonly Envelope[]])[];
  readonly policy: Policy;
  readonly filters: FilterOptions;
  /** What ages in filters are seen from, in milliseconds since the epoch. */
  readonly now: number;
}

/** Judges a part of a log under another policy, in this process. */
export const judgePart = (part: Part, onProgress?: (bytes: number) => void): JudgedSessions => {
  const { path, limit, policy, filters, now } = part;
  const sessions = new Set(part.sessions);
  const isJudged = (stream: string): boolean => sessions.has(stream);
  const edits: Edits = new Map(part.edits);
  const lines = neededLines({ path, limit, fs: nodeLogFs }, { isJudged, edits, onProgress });
  return judgeSessions(lines, { change: () => policy, isJudged, edits }, filterFrom(filters, now).matches);
};
