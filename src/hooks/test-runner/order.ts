import type { Envelope } from '../../events/envelope.ts';

/** What a hook tells a test runner that it starts, as JSON in its one argument. */
export interface RunnerOrder {
  /** The folder of the project's log. */
  readonly root: string;
  /** Where the policy files lie: what they say holds for each run anew, and for what must not be logged. */
  readonly policyDir: string;
  readonly worktree: string;
  /** The event that the hook judged, and where it stands. */
  readonly event: Pick<Envelope, 'id' | 'stream' | 'actor' | 'host' | 'turn'>;
  readonly position: string;
}

export interface RunnerOptions {
  /** A command line, or a program and its arguments; null where it is to be found out. */
  readonly command: string | readonly string[] | null;
  /** Milliseconds: how long a run may take, how long writes rest before one, how long runs lie apart, how long one has to end. */
  readonly timeout: number;
  readonly debounce: number;
  readonly cooldown: number;
  readonly grace: number;
}

/** The options of the gate, or their defaults (seed 001, test-runner.sh; five minutes for a run). */
export const runnerOptions = (options: Readonly<Record<string, unknown>>): RunnerOptions => {
  const { command } = options;
  const seconds = (name: string, fallback: number): number => {
    const value = options[name];
    return 1000 * (typeof value === 'number' ? value : fallback);
  };
  return {
    command: typeof command === 'string' || Array.isArray(command) ? (command as string | string[]) : null,
    timeout: seconds('timeout', 300),
    debounce: seconds('debounce', 2),
    cooldown: seconds('cooldown', 10),
    grace: seconds('grace', 2),
  };
};
