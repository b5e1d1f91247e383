import type { Policy } from '../../events/schemas.ts';
import type { Fold } from '../../projections/fold.ts';
import { expectsRuling } from '../../replay/expected.ts';
import { type Hypothetical, judgeUnruled } from '../../replay/judge-unruled.ts';
import type { RecordedCall } from '../../replay/recorded-calls.ts';
import { hasWholeData } from '../../replay/whole-data.ts';
import type { Io } from '../io.ts';
import { projectPolicy } from '../policy-here.ts';
import { type Style, wrap } from '../style.ts';

/** Says what today's gates would have said of an event; null where it was ruled on, or there was nothing to rule on. */
export type Unruled = (call: RecordedCall | null, repeatOf: string | null, at: () => Fold) => Hypothetical | null;

/** The project's policy is read when an event first needs it: where none was in force. */
export const unruledIn = (io: Io): Unruled => {
  let read: Policy | null = null;
  const today = (): Policy => {
    read ??= projectPolicy(io);
    return read;
  };
  return (call, repeatOf, at) => {
    if (call === null || call.ruling !== null || repeatOf !== null) return null;
    const { event } = call.trigger;
    if (!hasWholeData(event)) return null;
    const judged = judgeUnruled(call, at(), today);
    if (judged.verdicts.length === 0 && judged.unknown.length === 0) return null;
    // A hook leaves no ruling where no gate had anything to say.
    return event.provenance === 'import' || expectsRuling(event, judged.policy) ? judged : null;
  };
};

/** For `--json`. */
export const hypotheticalJson = ({ ruling, verdicts, policy, fingerprint, unknown }: Hypothetical) => ({
  decision: ruling.decision,
  verdicts: verdicts.map(({ gate, rule, decision, mode }) => ({ gate, rule, decision, mode })),
  policy: { preset: policy.preset, fingerprint: fingerprint ?? 'today' },
  unknown,
});

/** What the marks of rows with such verdicts mean. */
export const hypotheticalLegend = (isToday: boolean, style: Style, width: number): string[] =>
  wrap(
    `(…) is hypothetical: no gate ruled on it, and today's gates would have said that, under ${isToday ? "today's policy" : 'the policy that was in force'}. ` +
      'With ? it rests on something that nobody recorded. docket why ID explains it.',
    width,
  ).map((row) => style('dim', row));
