// The types of the kit for tests of gates, as the package ships them (`docket/testing`).
import type { CustomCondition, CustomGate, CustomGateEvent } from '../../gates/custom/gate-types.ts';

/** What there is before the call. */
export interface Given {
  /** Texts of files, by their paths from the top of the worktree. */
  readonly files?: Readonly<Record<string, string>>;
  /** Files that the session changed so far. */
  readonly changed?: readonly string[];
  /** The gate's options in the policy. */
  readonly options?: Readonly<Record<string, unknown>>;
}

/** What happens: a call of a tool, or a prompt. */
export interface When {
  /** `ToolRequested` where it does not say, `PromptSubmitted` for a prompt. */
  readonly event?: CustomGateEvent;
  readonly tool?: string;
  /** As the host sends it: `{ command }`, `{ file_path, content }`, `{ file_path, old_string, new_string }`. */
  readonly input?: Readonly<Record<string, unknown>>;
  readonly prompt?: string;
}

/** What the gate comes to, as docket would answer it. */
export interface Then {
  readonly decision: 'deny' | 'ask' | 'advise' | 'none';
  readonly verdicts: readonly {
    /** `gate/RULE`. */
    readonly rule: string;
    readonly decision: 'deny' | 'ask' | 'advise' | 'pass';
    readonly reason: string;
    readonly conditions: readonly Required<CustomCondition>[];
  }[];
}

/**
 * Asks a gate about a call, in this process and without a log. Rejects where the gate is none, throws, or returns what
 * docket would not take.
 */
export declare const givenGate: (gate: CustomGate, given?: Given) => { readonly when: (call: When) => Promise<Then> };
