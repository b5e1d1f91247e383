import type { Screen } from '../term/mount.ts';

/** What the program does outside of itself. */
export interface World {
  readonly screen: Screen;
  /** Copies a text. Returns what to tell of it. */
  readonly copy: (text: string) => string;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The folder that files are exported to. */
  readonly cwd: string;
  /** The folder of the log, for people. */
  readonly place?: string;
  /** Whether lines are said one after another instead of drawing panes. */
  readonly isLinear: boolean;
  /** What stands before a command that is copied, so that it reads this log. */
  readonly commandPrefix: string;
  readonly onCommandCopied: () => void;
}
