import type { TimelineRow } from '../source/timeline-row.ts';
import { matcherFor, VALUES } from './chips.ts';
import type { Model } from './model.ts';
import { jumpTo } from './moves.ts';

/** Whether a row says a text: what it is about, its tool, path and actor, the rules that fired, or its id. */
export const rowMatcher = (text: string): ((row: TimelineRow) => boolean) => {
  const has = matcherFor(text);
  return (row) =>
    VALUES.text(row).some(has) || VALUES.path(row).some(has) || VALUES.verdict(row).some(has) || row.id === text;
};

/** Goes to the next match of the last search, around the end; says which of how many it is. */
export const toMatch = (model: Model, direction: 1 | -1): Model => {
  const { session } = model;
  if (session === null || session.search === null) return { ...model, notice: 'Search first: / and a text.' };
  const { rows, cursor } = session;
  const matches = rowMatcher(session.search);
  for (let step = 1; step <= rows.length; step += 1) {
    const at = (cursor + direction * step + rows.length * 2) % rows.length;
    const row = rows[at];
    if (row !== undefined && matches(row)) return placeOfMatch(jumpTo(model, at));
  }
  return { ...model, notice: `Nothing here says "${session.search}".` };
};

/** Says which match one is at. */
export const placeOfMatch = (model: Model): Model => {
  const { session } = model;
  if (session === null || session.search === null) return model;
  const matches = rowMatcher(session.search);
  let before = 0;
  let all = 0;
  for (const [index, row] of session.rows.entries()) {
    if (!matches(row)) continue;
    all += 1;
    if (index <= session.cursor) before += 1;
  }
  const notice = all === 0 ? `Nothing here says "${session.search}".` : `match ${before} of ${all}, n and N go on`;
  return { ...model, notice };
};
