import { shellWord } from '../../cli/shell-word.ts';
import type { EventData } from '../../events/schemas.ts';
import { verdictsIn } from '../../replay/summary.ts';
import type { CopyWhat } from '../model/command.ts';
import type { Model } from '../model/model.ts';
import { listedSessions } from '../model/moves.ts';
import type { OpenSession } from '../source/log-source.ts';

/** What is copied of what is chosen, and how it is called; `null` as text where there is nothing of that. */
export interface Copied {
  readonly text: string | null;
  readonly name: string;
}

export const copied = (what: CopyWhat, model: Model, opened: OpenSession | null): Copied => {
  const { session } = model;
  const name = NAMES[what];
  if (session === null || opened === null) {
    const id = listedSessions(model)[model.sessions.cursor]?.session;
    if (id === undefined) return { text: null, name };
    return { text: what === 'id' ? id : `docket replay ${shellWord(id)}`, name };
  }
  const row = session.rows[session.cursor];
  if (row === undefined) return { text: null, name };
  const events = row.events.flatMap((id) => opened.event(id)?.event ?? []);
  switch (what) {
    case 'id':
      return { text: row.id, name };
    case 'event': {
      const event = opened.event(row.id)?.event;
      return { text: event === undefined ? null : JSON.stringify(event), name };
    }
    case 'reason': {
      const said = events
        .filter(({ type }) => type === 'GatesRuled')
        .flatMap(({ data }) => verdictsIn(data))
        .filter(({ decision }) => decision !== 'pass');
      const reasons = said.map(({ reason, rule }: Partial<EventData<'GatesRuled'>['verdicts'][number]>) =>
        `${reason ?? ''} [docket ${rule ?? ''}]`.trim(),
      );
      return { text: reasons.length === 0 ? null : reasons.join('\n'), name };
    }
    case 'path':
      return { text: row.path ?? null, name };
    case 'command':
      return {
        text:
          row.decision === undefined
            ? `docket replay --state ${shellWord(row.id)}`
            : `docket why --all ${shellWord(row.id)}`,
        name,
      };
  }
};

const NAMES: Readonly<Record<CopyWhat, string>> = {
  id: 'id',
  event: 'event as JSON',
  reason: 'reason of a gate',
  path: 'path',
  command: 'command',
};
