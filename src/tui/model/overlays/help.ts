import { helpLines } from '../../frame/help-lines.ts';
import type { Step } from '../command.ts';
import { edited } from '../edit.ts';
import { layoutFor } from '../layout.ts';
import type { Model } from '../model.ts';
import type { OverlayOf } from './overlay-of.ts';

/** Escape closes it, what is typed filters it, arrows and pages move it. */
export const pressHelp = (model: Model, overlay: OverlayOf<'help'>, key: string): Step => {
  const page = layoutFor(model.size).height;
  const show = (top: number, text = overlay.text): Step => {
    const most = Math.max(0, helpLines(model, text, model.size.columns).length - page);
    return { model: { ...model, overlay: { kind: 'help', text, top: Math.max(0, Math.min(top, most)) } }, effects: [] };
  };
  switch (key) {
    case 'escape':
    case 'enter':
      return { model: { ...model, overlay: null }, effects: [] };
    case 'down':
      return show(overlay.top + 1);
    case 'up':
      return show(overlay.top - 1);
    case 'page-down':
      return show(overlay.top + page);
    case 'page-up':
      return show(overlay.top - page);
  }
  // The key that opened it closes it, as long as nothing was typed.
  if (key === '?' && overlay.text === '') return { model: { ...model, overlay: null }, effects: [] };
  const text = edited(overlay.text, key);
  return text === null ? { model, effects: [] } : show(0, text);
};
