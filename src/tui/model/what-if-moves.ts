import { GATES } from '../../gates/gates.ts';
import type { Answer } from '../think/question.ts';
import type { WhatIfChange } from '../think/what-if.ts';
import type { Model, Overlay, WhatIfOverlay } from './model.ts';
import { clampTo } from './window.ts';

export const isWhatIf = (overlay: Overlay | null): overlay is WhatIfOverlay => overlay?.kind === 'what-if';

/** Something that can be set otherwise: an event that did not happen, the preset, or the mode of a gate. */
export interface WhatIfChoice {
  readonly kind: 'mute' | 'preset' | 'mode';
  /** The gate, where it is one's mode. */
  readonly gate: string | null;
  readonly values: readonly string[];
  /** What it was, and what it is set to. */
  readonly was: string;
  readonly now: string;
}

const PRESETS = ['observe', 'standard', 'strict'];
const MODES = ['enforce', 'monitor', 'off'];
const HAPPENED = ['happened', 'did not happen'];

/** The choices, with what is set. Of gates none, as long as nobody knows the policy. */
export const choicesOf = ({ change, policy, gates }: WhatIfOverlay): WhatIfChoice[] => {
  const mute: WhatIfChoice = {
    kind: 'mute',
    gate: null,
    values: HAPPENED,
    was: 'happened',
    now: change?.kind === 'mute' ? 'did not happen' : 'happened',
  };
  if (policy === null) return [mute];
  const { preset, modes } = policy;
  return [
    mute,
    {
      kind: 'preset',
      gate: null,
      values: PRESETS,
      was: preset,
      now: change?.kind === 'preset' ? change.preset : preset,
    },
    ...gates.map((gate): WhatIfChoice => {
      const was = modes[gate] ?? 'off';
      const now = change?.kind === 'mode' && change.gate === gate ? change.mode : was;
      return { kind: 'mode', gate, values: MODES, was, now };
    }),
  ];
};

/** The overlay on a row; gates that fired in the session are offered first. */
export const openWhatIf = ({ session }: Model): WhatIfOverlay | null => {
  const row = session?.rows[session.cursor];
  if (session === null || row === undefined) return null;
  const fired = new Set(session.all.flatMap((each) => each.fired.map(({ gate }) => gate)));
  const names = GATES.map(({ name }) => name);
  return {
    kind: 'what-if',
    row: row.id,
    events: row.events,
    gates: [...names.filter((name) => fired.has(name)), ...names.filter((name) => !fired.has(name))],
    focus: 'choices',
    choice: 0,
    flip: 0,
    change: null,
    policy: null,
    found: null,
  };
};

export const moveInWhatIf = (overlay: WhatIfOverlay, cursor: number): WhatIfOverlay =>
  overlay.focus === 'choices'
    ? { ...overlay, choice: clampTo(cursor, choicesOf(overlay).length) }
    : { ...overlay, flip: clampTo(cursor, flipsOf(overlay).length) };

export const flipsOf = ({ found }: WhatIfOverlay) => (found !== null && 'flips' in found ? found.flips : []);

/** The chosen choice set to its next value, or the one before; all others are as they were. */
export const turnedBy = (overlay: WhatIfOverlay, by: 1 | -1): WhatIfOverlay => {
  const choice = choicesOf(overlay)[overlay.choice];
  if (choice === undefined) return overlay;
  const { values, now, was } = choice;
  const value = values[(values.indexOf(now) + by + values.length) % values.length] ?? was;
  return { ...overlay, change: value === was ? null : changeTo(overlay, choice, value), found: null, flip: 0 };
};

const changeTo = ({ events }: WhatIfOverlay, { kind, gate }: WhatIfChoice, value: string): WhatIfChange => {
  if (kind === 'mute') return { kind, events };
  if (kind === 'preset') return { kind, preset: value };
  return { kind, gate: gate ?? '', mode: value as 'enforce' | 'monitor' | 'off' };
};

/** The model with what came of a change, where that is still the one that is asked for. */
export const whatIfFound = (model: Model, change: WhatIfChange | null, answer: Answer): Model => {
  const { overlay } = model;
  if (!isWhatIf(overlay) || JSON.stringify(overlay.change) !== JSON.stringify(change)) return model;
  if (answer.kind === 'failed') return { ...model, overlay: { ...overlay, found: { failed: answer.message } } };
  if (answer.kind !== 'what-if') return model;
  const { preset, modes } = answer;
  return { ...model, overlay: { ...overlay, policy: { preset, modes }, found: answer } };
};
