import type { LogLine } from '../events/log-reader.ts';
import { readSession } from '../events/read-sessions.ts';
import type { LogFolder } from '../events/segments.ts';
import type { IndexedStream, StreamIndex } from '../events/stream-index.ts';
import type { Gate } from '../gates/gate.ts';
import { recordedCalls } from '../replay/recorded-calls.ts';

/** The last event that a gate could have judged, and what was met while looking for it. */
export interface LastJudged {
  readonly line: LogLine | null;
  /** Types of the host's events that were met. */
  readonly types: ReadonlySet<string>;
}

/** Looks through the sessions, those of this worktree first and of those the most recently active. */
export const lastJudged = (
  folder: LogFolder,
  gate: Gate,
  index: StreamIndex,
  { worktree, session = '' }: { readonly worktree: string; readonly session?: string | undefined },
  onProgress: (events: number) => void,
): LastJudged => {
  const types = new Set<string>();
  const named = index.streams.filter(({ stream, host }) => host !== 'docket' && stream.startsWith(session)).reverse();
  const isHere = (one: IndexedStream): boolean => one.worktree === worktree;
  let read = 0;
  for (const { stream } of [...named.filter(isHere), ...named.filter((one) => !isHere(one))]) {
    let last: LogLine | null = null;
    for (const { line, call } of recordedCalls(readSession(folder, stream, index))) {
      read += 1;
      if (call === null) continue;
      types.add(line.event.type);
      if (gate.on(line.event)) last = line;
    }
    onProgress(read);
    if (last !== null) return { line: last, types };
  }
  return { line: null, types };
};
