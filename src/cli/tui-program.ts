import type { Environment } from '../events/location.ts';
import type { LogFolder } from '../events/segments.ts';

/** The terminal program, as the command knows it: it is a bundle of its own, since what draws it is large. */
export interface TuiProgram {
  /** Shows the sessions of a log until the person quits. Returns what to print once the terminal is given back. */
  readonly openTui: (options: TuiOptions) => Promise<string>;
}

export interface TuiOptions {
  readonly folder: LogFolder;
  readonly env: Environment;
  readonly terminal: { readonly stdin: NodeJS.ReadStream; readonly stdout: NodeJS.WriteStream };
  /** The session to open; null for the list of them. */
  readonly session: string | null;
  /** The row of it to begin at, by its event; null for the first one. */
  readonly row: string | null;
  /** Whether only ASCII may be drawn. */
  readonly isAscii: boolean;
  /** For people who listen: lines one after another instead of panes. */
  readonly isLinear: boolean;
  /**
   * What stands before a `docket` command that is copied, so that it reads this log in any shell; empty where docket finds the
   * log by itself.
   */
  readonly commandPrefix: string;
  /** Told that such a command was copied: the log must still be there when it is pasted. */
  readonly onCommandCopied: () => void;
}
