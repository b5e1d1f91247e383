import type { GateMode } from '../../events/schemas.ts';
import { PRESETS, type PresetName } from '../../gates/presets.ts';
import type { ShownWaiver } from '../waive/shown.ts';
import type { Effective, Origin } from './effective.ts';

export const PRESET_NAMES = Object.keys(PRESETS) as PresetName[];

/** What there is to say of a key, a gate or a rule. */
export interface Explained {
  readonly name: string;
  readonly kind: 'key' | 'gate' | 'rule' | 'option';
  /** As policy files have it. */
  readonly key: string;
  readonly means: string;
  readonly default: string | null;
  /** What each preset says; null for what presets do not say. */
  readonly presets: Readonly<Record<PresetName, unknown>> | null;
  readonly now: unknown;
  /** Of a gate or a rule: its mode without monitor mode of the policy as a whole, where that is another. */
  readonly configured?: GateMode;
  /** Of a gate or a rule: what people waived of it. */
  readonly waivers?: readonly ShownWaiver[];
  readonly origins: readonly Origin[];
  /** What a file would say to change it; null where no file of the project may. */
  readonly change: string | null;
  /** What the change is about, as far as the key does not say it: other values, an exception for a while. */
  readonly also: string | null;
  readonly docs: readonly string[];
  /** Of a gate: its rules with their modes now; its options. */
  readonly rules?: readonly { readonly rule: string; readonly mode: GateMode; readonly does: string }[];
  readonly options?: readonly string[];
}

/** What each preset says. */
export const presetsSay = (say: (preset: PresetName) => unknown): Explained['presets'] =>
  Object.fromEntries(PRESET_NAMES.map((preset) => [preset, say(preset)])) as NonNullable<Explained['presets']>;

/** Where the value of a key comes from. */
export const originsOf = (key: string, { values }: Effective): readonly Origin[] =>
  values.find((value) => value.key === key)?.origins ?? [{ layer: 'default', from: null }];

/** The words of a file that says so. */
export const written = (key: string, value: string): string =>
  key.split('.').reduceRight((inner, part) => `{ "${part}": ${inner} }`, value);

/** Behind a change to `monitor`. */
export const MODES = 'or enforce, or off';
