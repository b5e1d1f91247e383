import type { Step } from '../command.ts';
import { edited } from '../edit.ts';
import type { Model } from '../model.ts';
import { jumpTo, moveTo, withSession } from '../moves.ts';
import { placeOfMatch, showMatch } from '../search.ts';
import type { OverlayOf } from './overlay-of.ts';

/** One is taken to the first match as one types; Enter stays there, Escape goes back. */
export const pressSearch = (model: Model, overlay: OverlayOf<'search'>, key: string): Step => {
  const { session } = model;
  const { text, from } = overlay;
  if (session === null) return { model: { ...model, overlay: null }, effects: [] };
  const start = moveTo({ ...model, overlay: null }, from);
  if (key === 'escape' || (key === 'enter' && text === '')) return { model: start, effects: [] };
  if (key === 'enter') {
    const found = jumpTo(start, session.cursor);
    return { model: placeOfMatch(withSession(found, { search: text })), effects: [] };
  }
  const next = edited(text, key);
  if (next === null) return { model, effects: [] };
  const there = showMatch(model, next, from);
  return { model: { ...there, overlay: { ...overlay, text: next } }, effects: [] };
};
