import type { Environment } from '../events/location.ts';
import type { LogFolder } from '../events/segments.ts';

/** The terminal program, as the command knows it: it is a bundle of its own, since what draws it is large. */
export interface TuiProgram {
  /** Shows the sessions of a log until the person quits. */
  readonly openTui: (options: TuiOptions) => Promise<void>;
}

export interface TuiOptions {
  readonly folder: LogFolder;
  readonly env: Environment;
  readonly terminal: { readonly stdin: NodeJS.ReadStream; readonly stdout: NodeJS.WriteStream };
  /** Whether only ASCII may be drawn. */
  readonly isAscii: boolean;
}
