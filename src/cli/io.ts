import type { Environment } from '../events/location.ts';

/** What a command takes from and gives to its surroundings. */
export interface Io {
  readonly env: Environment;
  readonly cwd: string;
  /** Where an administrator's settings of the host are; that of this system where it is absent. */
  readonly managed?: string | undefined;
  readonly stdout: (text: string) => void;
  /** Waits until what was printed is on its way, and lets interrupts through: a slow reader of a pipe must not fill the memory. */
  readonly drained: () => Promise<void>;
  readonly stderr: (text: string) => void;
  readonly readStdin: () => Promise<string>;
  readonly isStdoutTty: boolean;
  readonly isStderrTty: boolean;
  /** Columns of the terminal; 80 where there is none. */
  readonly width: number;
}

/** 0: fine; 1: found something; 2: misuse. */
export type ExitCode = 0 | 1 | 2;

/** A mistake in how a command was called: the message says what to do instead. Exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Something a command needs that is not there. The message says what to do. Exit code 1. */
export class NotFoundError extends Error {
  override readonly name = 'NotFoundError';
}
