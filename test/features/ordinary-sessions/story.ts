/** One thing that happens in a session. */
export type Step =
  /** A person says something. */
  | { readonly prompt: string }
  /**
   * The agent runs a command: really, in the story's repository, unless `prints` says what came out of it; `leaves` are files that it
   * writes then.
   */
  | {
      readonly run: string;
      readonly prints?: { readonly stdout: string } | { readonly error: string };
      readonly leaves?: Readonly<Record<string, string>>;
    }
  | { readonly write: string; readonly text: string }
  | { readonly edit: string; readonly from: string; readonly to: string }
  /** Somebody else does something that no hook sees. */
  | { readonly outside: string }
  /** The turn ends with a message. */
  | { readonly stop: string; readonly running?: readonly object[] };

/** A session as it happens to anybody, and what docket may say in it. */
export interface Story {
  readonly title: string;
  /** Files that are there, committed on `main`. */
  readonly has: Readonly<Record<string, string>>;
  /** The branch that is checked out; null where there is no repository yet. */
  readonly branch: string | null;
  readonly steps: readonly Step[];
  /** All that standard stops, changes or warns of, each with why the person whose session it is would agree. */
  readonly standard: readonly {
    readonly step: string;
    readonly says: string;
    readonly agreed: string;
  }[];
}

export const says = (prompt: string): Step => ({ prompt });
export const runs = (run: string): Step => ({ run });
export const prints = (run: string, stdout: string, leaves: Readonly<Record<string, string>> = {}): Step => ({
  run,
  prints: { stdout },
  leaves,
});
export const fails = (run: string, output: string): Step => ({ run, prints: { error: `Exit code 1\n${output}` } });
export const writes = (write: string, text: string): Step => ({ write, text });
export const edits = (edit: string, from: string, to: string): Step => ({ edit, from, to });
export const outside = (command: string): Step => ({ outside: command });
export const stops = (stop: string, running: readonly object[] = []): Step => ({ stop, running });
