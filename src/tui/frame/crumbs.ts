import { projectOf } from '../list/entry-line.ts';
import { type Line, line } from '../look/line.ts';
import type { Marks } from '../look/marks.ts';
import type { Model } from '../model/model.ts';
import { listedSessions } from '../model/moves.ts';
import { rowName } from './row-line.ts';

/** Where one is: log, session, turn, row. */
export const crumbsLine = (model: Model, marks: Marks): Line => {
  const { session, sessions } = model;
  const crumb = marks.crumb;
  if (session === null) {
    const listed = listedSessions(model).length;
    const all = sessions.entries.length;
    const count = !sessions.isComplete
      ? `reading the log${marks.open}`
      : listed === all
        ? `${all}`
        : `${listed} of ${all}`;
    return line({ text: `docket ${crumb} sessions (${count})`, tone: 'strong' });
  }
  const { entry, rows, cursor } = session;
  const row = rows[cursor];
  const project = projectOf(entry.worktree);
  return line(
    {
      text: `docket ${crumb} ${project === '' ? 'sessions' : project} ${crumb} ${entry.session.slice(0, 8)}`,
      tone: 'strong',
    },
    ...(entry.isLive ? [{ text: ` ${marks.live} live`, tone: 'good' as const }] : []),
    ...(row === undefined
      ? []
      : [{ text: ` ${crumb} ${row.turn === 0 ? 'before the first turn' : `turn ${row.turn}`}` }]),
    ...(row === undefined ? [] : [{ text: ` ${crumb} ${rowName(row)}`, tone: 'dim' as const }]),
  );
};
