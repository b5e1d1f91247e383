import type { Position } from '../position.ts';

/**
 * What somebody did to a sealed log. `before-seal`: a line was put between sealed bytes and their seal; `truncated`: a
 * seal that was there is gone with the end of the log; `whitespace`: only empty lines were added or removed; `line-ends`:
 * lines end in CR LF, whatever else was done to them;
 * `archive-damaged`: an archived segment cannot be read from there on, and nothing of it is checked.
 */
export type DamageKind =
  | 'flipped'
  | 'deleted'
  | 'inserted'
  | 'duplicated'
  | 'reordered'
  | 'truncated'
  | 'before-seal'
  | 'missing-segment'
  | 'archive-damaged'
  | 'whitespace'
  | 'line-ends'
  | 'unsigned'
  | 'bad-signature';

/** Damage, where it shows in the log as it stands now. Of what is gone: where it would stand. */
export interface Damage {
  readonly segment: number;
  readonly offset: number;
  readonly kind: DamageKind;
  readonly detail: string;
}

/** Damage with the number of its line in the segment's file, empty lines counted; null where there is no file. */
export type PlacedDamage = Damage & { readonly line: number | null };

export interface Quarantined extends Position {
  readonly length: number;
  readonly reason: string;
}

export interface VerifyReport {
  readonly ok: boolean;
  /** Events in the log. */
  readonly events: number;
  readonly seals: number;
  /** Events behind the last sealed byte, seals aside. */
  readonly unsealed: number;
  /** Bytes that are no events: torn by a crash, or foreign. Not damage. */
  readonly quarantined: readonly Quarantined[];
  readonly damage: readonly PlacedDamage[];
  /** Ranges whose own seal is gone or broken, so that nothing proves them. */
  readonly unproven: readonly { readonly from: string; readonly to: string }[];
  /** Seals with a good signature; null where no key was given. */
  readonly signed: number | null;
}

export const damageAt = (kind: DamageKind, { segment, offset }: Position, detail: string): Damage => ({
  segment,
  offset,
  kind,
  detail,
});
