import type { Condition, Verdict } from '../../events/schemas.ts';

/** What is told of an event wherever it is named. */
export interface WhyEvent {
  readonly id: string;
  readonly type: string;
  readonly at: string;
  readonly session: string;
  /** The subagent whose it is; null for the main one. */
  readonly actor: string | null;
  readonly summary: string;
  /** The event that led to it. */
  readonly cause: string | null;
}

export interface WhyOpening {
  readonly todo: readonly string[];
  readonly decision: string;
}

/** Why a gate came to a verdict. */
export interface WhyVerdict extends Pick<Verdict, 'gate' | 'rule' | 'decision' | 'mode' | 'reason'> {
  readonly conditions: readonly Condition[];
  readonly limits: readonly Condition[];
  /** Who waived the rule, which therefore passed; null where nobody did. */
  readonly waived: NonNullable<Verdict['waived']> | null;
  readonly event: string;
  readonly preset: string;
  readonly undone: readonly {
    readonly condition: string;
    readonly was: unknown;
    readonly since: string;
    readonly by: string;
  }[];
  readonly opens: readonly WhyOpening[];
  /** What would have let through what several rules stopped. */
  readonly opensAll: readonly WhyOpening[];
  readonly unseen: readonly string[];
  /** Whether the answer reached the host; null where there was nothing to answer. */
  readonly answered: boolean | null;
  /** Why nobody could answer a question, which then was a deny. */
  readonly nobodyCanAnswer: string | null;
  /** Nothing was ruled: this is what today's gates would have said. */
  readonly hypothetical: boolean;
  readonly unknown: readonly string[];
}

/** Why a gate said nothing. */
export interface WhySilent {
  readonly gate: string;
  readonly reason: string;
  readonly detail: string;
  readonly conditions: readonly Condition[];
}

/** Why gates said what they said of a row, and why others said nothing. */
export interface RowWhy {
  /** The one that decided first; then as they were judged. */
  readonly verdicts: readonly WhyVerdict[];
  readonly silent: readonly WhySilent[];
  /** Every event that is named, and what led to it. */
  readonly events: Readonly<Record<string, WhyEvent>>;
  /** Whether it was tried out what would open it; until then only what the log says by itself is known. */
  readonly isTried: boolean;
  /** Whether it was looked, too, for what undid a condition of which nothing was recorded. */
  readonly isWhole: boolean;
}
