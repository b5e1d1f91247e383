import { explanationText } from '../../cli/explanation-text.ts';
import { wrap } from '../../cli/style.ts';
import { summaryOf } from '../../replay/summary.ts';
import { type Line, line } from '../look/line.ts';
import type { Tab } from '../model/model.ts';
import type { OpenSession } from '../source/log-source.ts';
import type { TimelineRow } from '../source/timeline-row.ts';

/** What a tab says about a row, in lines for a pane of `width` columns. */
export const detailLines = (tab: Tab, row: TimelineRow, session: OpenSession, width: number): readonly Line[] => {
  if (tab === 'why') return whyLines(row, session, width);
  if (tab === 'raw') return rawLines(row, session);
  return eventLines(row, session, width);
};

const whyLines = (row: TimelineRow, session: OpenSession, width: number): Line[] => {
  const explained = session.explain(row.id);
  if (explained === null) return [line('No gate judged this.')];
  return explained.explanations
    .toSorted((a, b) => Number(a.decision === 'pass') - Number(b.decision === 'pass'))
    .flatMap((explanation) =>
      explanationText(explanation, explained, (_format, text) => text, width)
        .split('\n')
        .map((text) => line(text)),
    );
};

const rawLines = (row: TimelineRow, session: OpenSession): Line[] =>
  row.events.flatMap((id) =>
    JSON.stringify(session.event(id)?.event ?? null, null, 2)
      .split('\n')
      .map((text) => line(text)),
  );

const eventLines = (row: TimelineRow, session: OpenSession, width: number): Line[] =>
  row.events.flatMap((id) => {
    const event = session.event(id)?.event;
    if (event === undefined) return [];
    return wrap(summaryOf(event), width - 2, `${event.type}  `).map((text) => line(text));
  });
