import { SILENCE_WORDS } from '../../cli/why-not-text.ts';
import type { LogLine } from '../../events/log-reader.ts';
import { GATES } from '../../gates/gates.ts';
import type { RecordedCall } from '../../replay/recorded-calls.ts';
import { silenceOf } from '../../replay/silence.ts';
import type { KnownLog } from './known-log.ts';
import type { WhySilent } from './row-why.ts';

/** Why gates that judge such events said nothing of those of some calls. `spoke`: the ones that did. */
export const silentOn = (
  { past }: KnownLog,
  session: readonly LogLine[],
  calls: readonly RecordedCall[],
  spoke: ReadonlySet<string>,
): WhySilent[] => {
  const silent = new Map<string, WhySilent>();
  for (const call of calls) {
    const { event, position } = call.trigger;
    const gates = GATES.filter((gate) => gate.on(event) && !spoke.has(gate.name) && !silent.has(gate.name));
    if (gates.length === 0) continue;
    const fold = past.before(position);
    const repeatOf = fold.apply(event);
    for (const gate of gates) {
      const { reason, detail, conditions } = silenceOf({ gate, rule: null, call, session, fold, repeatOf });
      silent.set(gate.name, { gate: gate.name, reason: SILENCE_WORDS[reason], detail, conditions });
    }
  }
  past.save();
  return [...silent.values()];
};
