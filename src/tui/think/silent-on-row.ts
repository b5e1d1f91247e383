import { SILENCE_WORDS } from '../../cli/why-not-text.ts';
import type { LogLine } from '../../events/log-reader.ts';
import { readSession } from '../../events/read-sessions.ts';
import { GATES } from '../../gates/gates.ts';
import { type Session, sessionOf } from '../../replay/causes.ts';
import { openPast } from '../../replay/past.ts';
import { recordedCalls } from '../../replay/recorded-calls.ts';
import { silenceOf } from '../../replay/silence.ts';
import type { KnownLog } from './known-log.ts';
import type { WhySilent } from './row-why.ts';

interface SilentOnRow {
  readonly silent: readonly WhySilent[];
  readonly session: Session;
}

/** Why gates that judge such events said nothing of those of a row. `spoke`: the ones that did. */
export const silentOnRow = (
  { folder, index, snapshot }: KnownLog,
  lines: readonly LogLine[],
  spoke: ReadonlySet<string>,
): SilentOnRow => {
  const [first] = lines;
  const session = sessionOf(first === undefined ? [] : [...readSession(folder, first.event.stream, index)]);
  const ids = new Set(lines.map(({ event }) => event.id));
  const past = openPast(folder, index, { snapshot });
  const silent: WhySilent[] = [];
  for (const { call } of recordedCalls(session.lines)) {
    if (call === null || !ids.has(call.trigger.event.id)) continue;
    const { event, position } = call.trigger;
    const gates = GATES.filter((gate) => gate.on(event) && !spoke.has(gate.name));
    if (gates.length === 0) continue;
    const fold = past.before(position);
    const repeatOf = fold.apply(event);
    for (const gate of gates) {
      const asked = { gate, rule: null, call, session: session.lines, fold, repeatOf };
      const { reason, detail, conditions } = silenceOf(asked);
      if (!silent.some((known) => known.gate === gate.name)) {
        silent.push({ gate: gate.name, reason: SILENCE_WORDS[reason], detail, conditions });
      }
    }
  }
  past.save();
  return { silent, session };
};
