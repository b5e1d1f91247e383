import type { FoundEvent } from '../source/search-session.ts';
import type { TimelineRow } from '../source/timeline-row.ts';
import { VALUES } from './chips.ts';
import { matcherFor } from './matcher.ts';
import type { Model, SessionModel } from './model.ts';
import { jumpTo, moveTo, withSession } from './moves.ts';

/** What was found of a text in what the events of a session say, by the events' ids. */
export interface Found {
  readonly text: string;
  readonly events: ReadonlyMap<string, FoundEvent>;
  /** Whether all of the session was looked through. */
  readonly isComplete: boolean;
}

/**
 * Whether a row says a text: what it is about, its tool, path and actor, the rules that fired, its id, or anything that one of its
 * events says, as far as that was looked through.
 */
export const rowMatcher = (text: string, found: Found | null): ((row: TimelineRow) => boolean) => {
  const has = matcherFor(text);
  const events = found?.text === text ? found.events : null;
  const isBatch = has(BATCH);
  return (row) =>
    VALUES.text(row).some(has) ||
    VALUES.path(row).some(has) ||
    VALUES.verdict(row).some(has) ||
    row.id === text ||
    (isBatch && row.types.includes(BATCH)) ||
    (events !== null && events.size > 0 && row.events.some((id) => events.has(id)));
};

/** It has no row of its own, whose text would say it. */
const BATCH = 'ToolBatchCompleted';

/** What is looked for in a session: what is typed, or what was searched for last. */
export const soughtIn = ({ session, overlay }: Pick<Model, 'session' | 'overlay'>): string | null => {
  if (session === null) return null;
  const text = overlay?.kind === 'search' ? overlay.text : session.search;
  return text === '' ? null : text;
};

/** Goes to the next match of the last search, around the end; says which of how many it is. */
export const toMatch = (model: Model, direction: 1 | -1): Model => {
  const { session } = model;
  if (session === null || session.search === null) return { ...model, notice: 'Search first: / and a text.' };
  const { rows, cursor } = session;
  const matches = rowMatcher(session.search, session.found);
  for (let step = 1; step <= rows.length; step += 1) {
    const at = (cursor + direction * step + rows.length * 2) % rows.length;
    const row = rows[at];
    if (row !== undefined && matches(row)) return placeOfMatch(jumpTo(model, at));
  }
  return { ...model, notice: nothingSays(session, session.search) };
};

/** Says which match one is at, and where it is where the row does not show it. */
export const placeOfMatch = (model: Model): Model => {
  const { session } = model;
  if (session === null || session.search === null) return model;
  const { search, found, rows, cursor } = session;
  const matches = rowMatcher(search, found);
  let before = 0;
  let all = 0;
  for (const [index, row] of rows.entries()) {
    if (!matches(row)) continue;
    all += 1;
    if (index <= cursor) before += 1;
  }
  if (all === 0) return { ...model, notice: nothingSays(session, search) };
  const more = isLookedThrough(session, search) ? '' : '+';
  return { ...model, notice: `match ${before} of ${all}${more}${hiddenMatch(session)} · n and N go on` };
};

/** `, in ToolFailed: …1 failed…`, where the text is not in the row itself. */
const hiddenMatch = ({ search, found, rows, cursor }: SessionModel): string => {
  const row = rows[cursor];
  if (search === null || row === undefined || found?.text !== search || rowMatcher(search, null)(row)) return '';
  const [first] = row.events.flatMap((id) => found.events.get(id) ?? []);
  return first === undefined ? '' : `, in ${first.type}: ${first.excerpt}`;
};

const isLookedThrough = ({ found }: SessionModel, text: string): boolean => found?.text === text && found.isComplete;

const nothingSays = (session: SessionModel, text: string): string =>
  isLookedThrough(session, text)
    ? `Nothing here says "${text}".`
    : `No row says "${text}"; looking through what the events say…`;

/** Shows the first match from a row on, around the end; stays at that row where there is none. */
export const showMatch = (model: Model, text: string, from: number): Model => {
  const { session } = model;
  if (session === null) return model;
  const matches = rowMatcher(text, session.found);
  const { rows } = session;
  const behind = text === '' ? from : rows.findIndex((row, index) => index >= from && matches(row));
  const at = behind >= 0 ? behind : rows.findIndex(matches);
  const there = at < 0 && session.cursor === from ? model : moveTo(model, at < 0 ? from : at);
  return { ...there, notice: at < 0 ? nothingSays(session, text) : null };
};

/** The model with what was found in the events; goes there where the rows themselves had nothing to go to. */
export const withFound = (model: Model, found: Found): Model => {
  if (model.session === null || soughtIn(model) !== found.text) return model;
  const next = withSession(model, { found });
  const { overlay, session } = next;
  if (session === null) return next;
  if (overlay?.kind === 'search') return showMatch(next, overlay.text, overlay.from);
  if (overlay !== null || session.search === null) return next;
  // Whoever pressed a key since goes his own way.
  if (model.notice === null || placeOfMatch(model).notice !== model.notice) return next;
  const isThere = session.rows.slice(session.cursor, session.cursor + 1).some(rowMatcher(session.search, found));
  return isThere ? placeOfMatch(next) : toMatch(next, 1);
};
