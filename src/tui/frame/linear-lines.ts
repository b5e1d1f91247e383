import { isThinking } from '../detail/known.ts';
import { choiceLines, flipLines } from '../detail/what-if-lines.ts';
import { emptyLines } from '../list/empty-lines.ts';
import { entryLine } from '../list/entry-line.ts';
import { type Line, line } from '../look/line.ts';
import type { Marks } from '../look/marks.ts';
import { clockOf } from '../look/times.ts';
import type { Model, WhatIfOverlay } from '../model/model.ts';
import { listedSessions } from '../model/moves.ts';
import { isWhatIf } from '../model/what-if-moves.ts';
import { panelOf } from './panel.ts';
import { rowLine } from './row-line.ts';

/** Of sentences. */
const LINEAR_COLUMNS = 80;

/** Wide enough for every column of the list. */
const WIDTH = 200;

/** Lines of the detail that are said at once; moving in it says the next ones. */
const MOST = 20;

/** What is chosen, in words: the session of the list, the row with its tab, or the entry of what lies over them. */
export const linearLines = (model: Model, detail: readonly Line[], marks: Marks): readonly Line[] => {
  if (isWhatIf(model.overlay)) return whatIfLines(model.overlay);
  const panel = panelOf(model, WIDTH);
  if (panel !== null) {
    const chosen = panel.lines[panel.chosen];
    return chosen === undefined ? panel.lines : [chosen];
  }
  const { session, sessions } = model;
  if (session === null) {
    const entry = listedSessions(model)[sessions.cursor];
    if (entry === undefined) return emptyLines(model, LINEAR_COLUMNS);
    const place = `${sessions.cursor + 1} of ${listedSessions(model).length}: `;
    return [line(place, ...entryLine(entry, { model, marks }, WIDTH).spans)];
  }
  const row = session.rows[session.cursor];
  if (row === undefined) return [line('No row.')];
  const at = clockOf(row.at, model.time, session.entry.firstAt);
  return [
    rowLine(row, marks, at, session.parts.has(row.id)),
    line(`${session.tab}${isThinking(session) ? marks.open : ''}:`),
    ...detail.slice(session.detailCursor, session.detailCursor + MOST),
  ];
};

/** The choice with its values, and what would change; among what changes the chosen one. */
const whatIfLines = (overlay: WhatIfOverlay): readonly Line[] => {
  const flips = flipLines(overlay, WIDTH);
  const choice = choiceLines(overlay, WIDTH)[overlay.choice];
  if (overlay.focus === 'choices')
    return [...(choice === undefined ? [] : [choice]), ...flips.map((flip) => flip.line)];
  return flips.filter(({ flip }) => flip === overlay.flip).map((flip) => flip.line);
};
