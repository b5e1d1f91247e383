import type { GateMode, Policy } from '../events/schemas.ts';
import { GATES } from './gates.ts';
import { gatesThatCost } from './judge.ts';

export type PresetName = Policy['preset'];

/** What holds where nobody wrote a policy: everything is judged and logged, nothing is answered. */
export const DEFAULT_PRESET: PresetName = 'observe';

interface PresetGate {
  readonly mode: GateMode;
  /** Modes of single rules, by the part of the id behind the slash. */
  readonly rules?: Readonly<Record<string, GateMode>>;
  readonly options?: Readonly<Record<string, unknown>>;
}

/** What leaves this machine or costs money is switched on by name alone. */
const FREE_GATES = gatesThatCost(GATES, false);

/** The gates of each preset (DESIGN.md §6); one that a preset does not name is off there. */
export const PRESETS: Readonly<Record<PresetName, Readonly<Record<string, PresetGate>>>> = {
  observe: {
    ...Object.fromEntries(FREE_GATES.map(({ name }) => [name, { mode: 'monitor' as const }])),
    // It does something, and has nothing to watch where it does not.
    'test-runner': { mode: 'off' },
    // They only tell, and what nobody hears is not worth looking for.
    'subagent-start': { mode: 'off' },
    'session-init': { mode: 'off' },
    'prompt-submit': { mode: 'off' },
    'compact-preserve': { mode: 'off' },
    notify: { mode: 'off' },
    'update-check': { mode: 'off' },
    // It asks git and may wait, and nobody would hear of it.
    'session-summary': { mode: 'off' },
  },
  standard: {
    'self-protection': { mode: 'enforce' },
    guard: {
      mode: 'enforce',
      rules: { 'commit-on-protected': 'off', 'commit-unproven': 'off', 'tmp-write': 'off' },
      // Nobody would agree to be stopped for tests that there are not.
      options: { untested: 'where-tests-are' },
    },
    'auto-review': { mode: 'enforce', options: { advise: 'beside-ask' } },
    'test-gate': { mode: 'enforce', options: { atMost: 'advise' } },
    'session-init': { mode: 'enforce', options: { detail: 'short' } },
    'prompt-submit': { mode: 'enforce', rules: { deferred: 'off', large: 'off' }, options: { detail: 'short' } },
    'compact-preserve': { mode: 'enforce', options: { detail: 'short' } },
    'subagent-start': { mode: 'enforce', options: { detail: 'short' } },
    // Where a check is switched on, what it finds is told.
    'agent-findings': { mode: 'enforce' },
    'session-summary': { mode: 'enforce', options: { detail: 'short' } },
  },
  strict: {
    ...Object.fromEntries(FREE_GATES.map(({ name }) => [name, { mode: 'enforce' as const }])),
    'auto-review': { mode: 'enforce', options: { allow: true } },
    // It asks a server outside.
    'update-check': { mode: 'off' },
  },
};
