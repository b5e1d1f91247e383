import type { Step } from '../command.ts';
import { edited } from '../edit.ts';
import type { Model } from '../model.ts';
import { moveBy } from '../moves.ts';
import type { OverlayOf } from './overlay-of.ts';

/** The list is filtered as one types; Enter keeps that, Escape brings back what was. */
export const pressListFilter = (model: Model, overlay: OverlayOf<'list-filter'>, key: string): Step => {
  const listed = (filter: string): Model['sessions'] => ({ ...model.sessions, filter, cursor: 0 });
  if (key === 'enter') return { model: { ...model, overlay: null }, effects: [] };
  if (key === 'escape') {
    return { model: { ...model, overlay: null, sessions: listed(overlay.before) }, effects: [] };
  }
  if (key === 'down' || key === 'up') return { model: moveBy(model, key === 'down' ? 1 : -1), effects: [] };
  const text = edited(overlay.text, key);
  if (text === null) return { model, effects: [] };
  return { model: { ...model, overlay: { ...overlay, text }, sessions: listed(text) }, effects: [] };
};
