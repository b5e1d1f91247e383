import type { Step } from '../command.ts';
import { edited } from '../edit.ts';
import { EXPORT_WHATS, type Model } from '../model.ts';
import type { OverlayOf } from './overlay-of.ts';

/** Tab changes what is exported, Enter writes it. */
export const pressExport = (model: Model, overlay: OverlayOf<'export'>, key: string): Step => {
  const closed: Model = { ...model, overlay: null };
  const { text, what } = overlay;
  if (key === 'escape') return { model: closed, effects: [] };
  if (key === 'tab') {
    const next = EXPORT_WHATS[(EXPORT_WHATS.indexOf(what) + 1) % EXPORT_WHATS.length] ?? 'session';
    return { model: { ...model, overlay: { ...overlay, what: next } }, effects: [] };
  }
  if (key === 'enter') {
    if (text.trim() === '') return { model: closed, effects: [] };
    return { model: closed, effects: [{ kind: 'export', path: text.trim(), what }] };
  }
  const changed = edited(text, key);
  if (changed === null) return { model, effects: [] };
  return { model: { ...model, overlay: { ...overlay, text: changed } }, effects: [] };
};
