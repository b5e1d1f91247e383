import type { Step } from './command.ts';
import type { Model } from './model.ts';
import { pressOverlay } from './overlays/press-overlay.ts';
import { pausedByMove } from './play.ts';
import { begunBy, usableCommands } from './usable.ts';

/**
 * What a key does. What lies over the rest takes it first. Digits before a command count it; of two commands with one
 * key that for what is shown is meant. A key that does nothing leaves everything as it is.
 */
export const press = (model: Model, key: string): Step => {
  const { count, pending, overlay } = model;
  const calm: Model = { ...model, notice: null, count: null, pending: null };
  if (key === 'ctrl+c') return { model: calm, effects: [{ kind: 'quit' }] };
  if (overlay !== null) return pressOverlay(calm, overlay, key);
  if ((pending !== null || count !== null) && key === 'escape') return { model: calm, effects: [] };
  const strokes = pending === null ? key : `${pending} ${key}`;
  const command = usableCommands(model).find(({ keys }) => keys.includes(strokes));
  const isCount = pending === null && /^[0-9]$/.test(key) && (count !== null || (command === undefined && key !== '0'));
  if (isCount) return { model: { ...calm, count: Math.min(MOST, (count ?? 0) * 10 + Number(key)) }, effects: [] };
  if (command !== undefined) {
    const step = command.run(calm, count);
    return { ...step, model: pausedByMove(calm, step.model) };
  }
  if (begunBy(model, strokes).length > 0) return { model: { ...calm, count, pending: strokes }, effects: [] };
  return { model: calm, effects: [] };
};

const MOST = 1_000_000;
