import type { GateMode, Policy } from '../events/schemas.ts';
import { GATES } from './gates.ts';

export type PresetName = Policy['preset'];

/** What holds where nobody wrote a policy: everything is judged and logged, nothing is answered. */
export const DEFAULT_PRESET: PresetName = 'observe';

interface PresetGate {
  readonly mode: GateMode;
  /** Modes of single rules, by the part of the id behind the slash. */
  readonly rules?: Readonly<Record<string, GateMode>>;
  readonly options?: Readonly<Record<string, unknown>>;
}

/** The gates of each preset (DESIGN.md §6); one that a preset does not name is off there. */
export const PRESETS: Readonly<Record<PresetName, Readonly<Record<string, PresetGate>>>> = {
  observe: Object.fromEntries(GATES.map(({ name }) => [name, { mode: 'monitor' }])),
  standard: {
    'self-protection': { mode: 'enforce' },
    guard: { mode: 'enforce', rules: { 'commit-on-protected': 'off', 'tmp-write': 'off' } },
    'test-gate': { mode: 'enforce', options: { atMost: 'advise' } },
  },
  strict: Object.fromEntries(GATES.map(({ name }) => [name, { mode: 'enforce' }])),
};
