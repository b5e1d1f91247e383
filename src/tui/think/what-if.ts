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
  /** Rulings of the session. */
  readonly judged: number;
  /** What would have been said otherwise, in the order of the log. */
  readonly flips: readonly WhatIfFlip[];
}

/** An event of which gates would have said something else. */
export interface WhatIfFlip {
  readonly event: string;
  readonly at: string;
  readonly summary: string;
  readonly gates: readonly WhatIfGate[];
}

/** What one gate said, and what it would have said. */
export interface WhatIfGate {
  readonly gate: string;
  readonly was: WhatIfWord;
  readonly now: WhatIfWord;
  /** It follows from what the change made of the session before, not from the change itself. */
  readonly isKnockOn: boolean;
  /** Facts that nobody recorded and it rests on. */
  readonly unknown: readonly string[];
}

/** The strongest word of a gate; `rule` is null where it had none to say. */
export interface WhatIfWord {
  readonly rule: string | null;
  readonly decision: string;
  readonly isWatched: boolean;
}
