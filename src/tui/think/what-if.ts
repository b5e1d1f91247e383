import type { GateMode } from '../../events/schemas.ts';

/** Something that could have been otherwise. */
export type WhatIfChange =
  | { readonly kind: 'preset'; readonly preset: string }
  | { readonly kind: 'mode'; readonly gate: string; readonly mode: GateMode }
  /** Ids of events that are taken not to have happened. */
  | { readonly kind: 'mute'; readonly events: readonly string[] };

/** What would have been said. */
export interface WhatIf {
  /** The policy that was in force. */
  readonly preset: string;
  readonly modes: Readonly<Record<string, GateMode>>;
  /** Events of the session that were judged. */
  readonly judged: number;
  /** What would have been answered otherwise, in the order of the log. */
  readonly flips: readonly WhatIfFlip[];
}

export interface WhatIfFlip {
  readonly event: string;
  readonly at: string;
  readonly summary: string;
  readonly was: string;
  readonly now: string;
  readonly rules: readonly WhatIfRule[];
}

export interface WhatIfRule {
  readonly rule: string;
  readonly was: string;
  readonly now: string;
  /** It follows from what the change made of the session before, not from the change itself. */
  readonly isKnockOn: boolean;
  /** Facts that nobody recorded and it rests on. */
  readonly unknown: readonly string[];
}
