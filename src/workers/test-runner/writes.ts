import type { Envelope } from '../../events/envelope.ts';
import { findGitLayout, type GitLayout } from '../../events/git-layout.ts';
import type { EventData } from '../../events/schemas.ts';
import { writtenCode } from '../../hooks/test-runner/written-code.ts';

/** A write of code that no finished run covers. */
export interface PendingWrite {
  readonly event: Envelope;
  readonly paths: readonly string[];
}

/** The writes of code in a worktree that are to be tested, as the log tells of them. */
export interface Writes {
  /** Takes the next events into account. */
  readonly note: (events: readonly Envelope[]) => void;
  readonly pending: () => readonly PendingWrite[];
  /** What a run began with, and nothing ended, is to be tested again. */
  readonly reopen: (run: string) => void;
  /** Nothing tests them. */
  readonly drop: () => void;
  readonly hasEnded: (stream: string) => boolean;
}

/** Begins with nothing to be tested. */
export const writesIn = (worktree: string): Writes => {
  let pending: PendingWrite[] = [];
  const covered = new Map<string, readonly PendingWrite[]>();
  const ended = new Set<string>();
  const folders = new Map<string, GitLayout | null>();
  const gitOf = (folder: string): GitLayout | null => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const git = findGitLayout(folder);
    folders.set(folder, git);
    return git;
  };
  const note = (event: Envelope): void => {
    if (event.type === 'SessionEnded') {
      ended.add(event.stream);
      pending = pending.filter((write) => write.event.stream !== event.stream);
    } else if (event.type === 'TestRunStarted' && event.worktree === worktree) {
      const { run } = event.data as EventData<'TestRunStarted'>;
      if (run === undefined) return;
      covered.set(run, pending);
      pending = [];
    } else if (event.provenance !== 'worker') {
      const code = writtenCode(event, gitOf);
      if (code === null) return;
      ended.delete(event.stream);
      if (code.worktree === worktree) pending = [...pending, { event, paths: code.paths }].slice(-MOST_PENDING);
    }
  };
  return {
    note: (events) => events.forEach(note),
    pending: () => pending,
    reopen: (run) => {
      pending = [...(covered.get(run) ?? []).filter(({ event }) => !ended.has(event.stream)), ...pending];
    },
    drop: () => {
      pending = [];
    },
    hasEnded: (stream) => ended.has(stream),
  };
};

const MOST_PENDING = 256;
