import type { LogLine } from '../../events/log-reader.ts';
import { causeOf, type Session } from '../../replay/causes.ts';
import { summaryOf } from '../../replay/summary.ts';
import type { Cause } from './model.ts';
import type { Shown } from './shown.ts';
import { oneLine } from './texts.ts';

/** Gives an event by its id with what led to it, back to the prompt; null where it is not in the log. */
export type CauseReader = (id: string) => Cause | null;

/** A chain longer than this says no more about why. */
const MOST_STEPS = 24;

/** Reads causes; each event once, however many chains lead through it. */
export const causeReader = (session: Session, shown: Shown): CauseReader => {
  const known = new Map<string, Cause>();
  const causeAt = (line: LogLine, steps: number): Cause => {
    const { id } = line.event;
    const made = known.get(id);
    if (made !== undefined) return made;
    const { type, at, actor, provenance } = line.event;
    const led = steps >= MOST_STEPS ? null : causeOf(session, line);
    const cause: Cause = {
      event: id,
      type,
      at,
      summary: oneLine(summaryOf(shown.event(line.event))),
      actor: actor.id === 'main' ? 'main' : (actor.type ?? actor.id),
      provenance,
      cause: led === null || led === line ? null : causeAt(led, steps + 1),
    };
    known.set(id, cause);
    return cause;
  };
  return (id) => {
    const line = session.byId.get(id);
    return line === undefined ? null : causeAt(line, 0);
  };
};
