import type { Step } from '../command.ts';
import { edited } from '../edit.ts';
import type { Model } from '../model.ts';
import { moveBy, moveTo, withSession } from '../moves.ts';
import { clampTo } from '../window.ts';
import { matchingCommands } from './help-rows.ts';
import type { OverlayOf } from './overlay-of.ts';

/** A number goes to that row, one with a sign so many rows on or back. */
export const isRowNumber = (text: string): boolean => /^[+-]?\d+$/.test(text);

/** Enter does the chosen command, Tab completes its name, a number goes to a row. */
export const pressPalette = (model: Model, overlay: OverlayOf<'palette'>, key: string): Step => {
  const { text, cursor } = overlay;
  const found = matchingCommands(model, text);
  const chosen = found[clampTo(cursor, found.length)];
  const closed: Model = { ...model, overlay: null };
  const show = (change: Partial<OverlayOf<'palette'>>): Step => ({
    model: { ...model, overlay: { ...overlay, ...change } },
    effects: [],
  });
  switch (key) {
    case 'escape':
      return { model: closed, effects: [] };
    case 'down':
    case 'up':
      return show({ cursor: clampTo(cursor + (key === 'down' ? 1 : -1), found.length) });
    case 'tab':
      return chosen === undefined ? { model, effects: [] } : show({ text: chosen.name, cursor: 0 });
    case 'enter': {
      if (isRowNumber(text)) {
        const inRows = withSession(closed, { focus: 'timeline' });
        const rows = Number(text);
        return { model: /^\d/.test(text) ? moveTo(inRows, rows - 1) : moveBy(inRows, rows), effects: [] };
      }
      if (chosen === undefined) {
        return { model: { ...closed, notice: `There is no command "${text}".` }, effects: [] };
      }
      return chosen.run(closed, null);
    }
  }
  if (key === 'backspace' && text === '') return { model: closed, effects: [] };
  const next = edited(text, key);
  return next === null ? { model, effects: [] } : show({ text: next, cursor: 0 });
};
