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
  /** Whether the agent runs tests there itself: two runs at once may get in each other's way. */
  readonly areTestsRunning: () => boolean;
}

/** Begins with nothing to be tested. */
export const writesIn = (worktree: string): Writes => {
  let pending: PendingWrite[] = [];
  let tested: readonly PendingWrite[] = [];
  const covered = new Map<string, readonly PendingWrite[]>();
  const ended = new Set<string>();
  /** Calls that run tests, by their session. */
  const running = new Map<string, string>();
  const folders = new Map<string, GitLayout | null>();
  const gitOf = (folder: string): GitLayout | null => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const git = findGitLayout(folder);
    folders.set(folder, git);
    return git;
  };
  const note = (event: Envelope): void => {
    // What was imported happened long ago, and maybe elsewhere.
    if (event.provenance === 'import') return;
    noteCalls(running, event, worktree);
    if (event.type === 'SessionEnded') {
      ended.add(event.stream);
      pending = pending.filter((write) => write.event.stream !== event.stream);
    } else if (event.type === 'TestRunStarted' && event.worktree === worktree) {
      const { run } = event.data as EventData<'TestRunStarted'>;
      if (run === undefined) return;
      // One that begins with nothing new is about what the one before was about: another package's tests.
      if (pending.length > 0) tested = pending;
      covered.set(run, tested);
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
    areTestsRunning: () => running.size > 0,
  };
};

const noteCalls = (running: Map<string, string>, event: Envelope, worktree: string): void => {
  const { type, call, stream, provenance } = event;
  if (type === 'TestRunStarted' && call !== null && event.worktree === worktree) running.set(call, stream);
  else if (type === 'ToolCompleted' || type === 'ToolFailed') running.delete(call ?? '');
  // A call that the user cancelled has no end.
  else if (type === 'SessionEnded' || type === 'TurnEnded' || (type === 'PromptSubmitted' && provenance === 'prompt')) {
    for (const [other, of] of running) if (of === stream) running.delete(other);
  }
};

const MOST_PENDING = 256;
