import type { TimelineRow } from '../../source/timeline-row.ts';
import { CHIP_KINDS, type ChipKind, chipFrom, VALUES } from '../chips.ts';
import type { Step } from '../command.ts';
import { edited } from '../edit.ts';
import type { Model } from '../model.ts';
import { withChips } from '../moves.ts';
import { clampTo } from '../window.ts';
import type { OverlayOf } from './overlay-of.ts';

/** Enter makes a chip of what is typed, or is done; Tab completes; Backspace and Escape take the last chip away again. */
export const pressFilter = (model: Model, overlay: OverlayOf<'filter'>, key: string): Step => {
  const { session } = model;
  const closed: Model = { ...model, overlay: null };
  if (session === null) return { model: closed, effects: [] };
  const { text, cursor } = overlay;
  const { chips } = session;
  const suggestions = suggestionsFor(session.rows, text);
  const chosen = suggestions[clampTo(cursor, suggestions.length)];
  const show = (change: Partial<OverlayOf<'filter'>>, base = model): Step => ({
    model: { ...base, overlay: { ...overlay, ...change } },
    effects: [],
  });
  const withoutLast = withChips(model, chips.slice(0, -1));
  switch (key) {
    case 'escape':
      if (text !== '') return show({ text: '', cursor: 0 });
      return chips.length === 0 ? { model: closed, effects: [] } : show({}, withoutLast);
    case 'down':
    case 'up':
      return show({ cursor: clampTo(cursor + (key === 'down' ? 1 : -1), suggestions.length) });
    case 'tab':
      return chosen === undefined ? { model, effects: [] } : show({ text: chosen, cursor: 0 });
    case 'enter': {
      const chip = chipFrom(text);
      if (chip === null) return { model: closed, effects: [] };
      return show({ text: '', cursor: 0 }, withChips(model, [...chips, chip]));
    }
  }
  if (key === 'backspace' && text === '') return show({}, withoutLast);
  const next = edited(text, key);
  return next === null ? { model, effects: [] } : show({ text: next, cursor: 0 });
};

const MOST_SUGGESTIONS = 200;

/** What may be meant by the beginning of a chip: a kind, or one of the values that rows have of a kind. */
export const suggestionsFor = (rows: readonly TimelineRow[], text: string): readonly string[] => {
  const not = text.startsWith('!') ? '!' : '';
  const rest = text.slice(not.length);
  const kind = CHIP_KINDS.find((known) => rest.startsWith(`${known}:`));
  if (kind === undefined) {
    return CHIP_KINDS.filter((known) => known.startsWith(rest.toLowerCase())).map((known) => `${not}${known}:`);
  }
  if (kind === 'text') return [];
  const begun = rest.slice(kind.length + 1).toLowerCase();
  return valuesOf(rows, kind)
    .filter((value) => value.toLowerCase().includes(begun))
    .toSorted((a, b) => Number(b.toLowerCase().startsWith(begun)) - Number(a.toLowerCase().startsWith(begun)))
    .map((value) => `${not}${kind}:${value}`);
};

/** Most frequent first. */
const valuesOf = (rows: readonly TimelineRow[], kind: ChipKind): readonly string[] => {
  const counts = new Map<string, number>();
  for (const row of rows) {
    for (const value of VALUES[kind](row)) {
      if (counts.size < MOST_SUGGESTIONS || counts.has(value)) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
  }
  return [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([value]) => value);
};
