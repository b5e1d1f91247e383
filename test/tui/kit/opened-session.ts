import type { LogFolder } from '../../../src/events/segments.ts';
import type { Known } from '../../../src/tui/detail/known.ts';
import { nearCauses } from '../../../src/tui/detail/near-causes.ts';
import type { Model } from '../../../src/tui/model/model.ts';
import { withRows, withSession } from '../../../src/tui/model/moves.ts';
import { startModel, startSession } from '../../../src/tui/model/start.ts';
import { logSource, type OpenSession } from '../../../src/tui/source/log-source.ts';
import { answerer } from '../../../src/tui/think/answerer.ts';
import type { Question } from '../../../src/tui/think/question.ts';

export interface Opened {
  readonly model: Model;
  readonly session: OpenSession;
  /** The model with the cursor on the first row whose text has this in it, and everything known of it for a tab. */
  readonly at: (text: string, change?: Partial<NonNullable<Model['session']>>) => Model;
  /** The same for a model that stands on a row. */
  readonly learn: (model: Model) => Model;
}

/** The newest session of a log, read to its end, as it is shown in a terminal of a size. */
export const openSession = (folder: LogFolder, columns = 140, rows = 40): Opened => {
  const source = logSource(folder);
  const entries = source.sessions();
  const [entry] = entries;
  if (entry === undefined) throw new Error('The log has no session.');
  const session = source.open(entry.session);
  while (!session.readOn(1_000));
  const started = { ...startModel({ columns, rows }, entries, 0), session: startSession(entry) };
  const model = withRows(started, session.timeline.rows(), true);
  const answer = answerer(folder);

  const learn = (unknown: Model): Model => {
    const open = unknown.session;
    const row = open?.rows[open.cursor];
    if (open === null || row === undefined) return unknown;
    const linesOf = (ids: readonly string[]) => ids.flatMap((id) => session.event(id) ?? []);
    const lines = linesOf(row.events);
    const stretch = (ids: readonly string[]) => {
      const [first, last] = [linesOf(ids)[0], linesOf(ids).at(-1)];
      if (first === undefined || last === undefined) throw new Error('A row has events.');
      return { from: first.position, to: last.position };
    };
    const base = open.rows.find(({ id }) => id === open.base);
    const question: Question =
      open.tab === 'why'
        ? { kind: 'why', lines }
        : {
            kind: 'state',
            session: entry.session,
            events: row.events,
            row: stretch(row.events),
            base: base === undefined ? null : stretch(base.events),
          };
    const known: Known = {
      row: row.id,
      events: lines.map(({ event }) => event),
      causes: nearCauses(
        lines.map(({ event }) => event),
        { event: (id) => session.event(id)?.event, rowOf: session.timeline.rowOf, rows: open.all },
      ),
      answer: answer(question),
    };
    return withSession(unknown, { known });
  };

  return {
    model,
    session,
    learn,
    at: (text, change = {}) => {
      const cursor = model.session?.rows.findIndex((row) => row.text.includes(text)) ?? -1;
      if (cursor < 0) throw new Error(`No row says ${text}.`);
      return learn(withSession(model, { cursor, ...change }));
    },
  };
};
