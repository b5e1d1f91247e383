import type { EventDraft } from '../../events/envelope.ts';
import { ABOUT_CALL, type Facts } from '../facts.ts';
import { condition, quotedList, type Rule, shownList } from '../gate.ts';
import { withoutActs } from '../without-acts.ts';
import { type Protected, type Touched, touchedBy } from './touched.ts';

/** A rule about what of docket's own no agent changes. */
export interface PathRule {
  /** The rule is `self-protection/` and this. */
  readonly kind: Protected;
  readonly requires: string;
  /** One sentence; gets the files as the call names them, or the commands that take them along, quoted. */
  readonly reason: (shown: string) => string;
  /** What the agent can do instead. */
  readonly remedy: string;
}

/** Makes a rule of its description. It has nothing to say about a call that touches nothing of that kind. */
export const pathRule = ({ kind, requires, reason, remedy }: PathRule): Rule => {
  const touchedIn = (facts: Facts): Touched[] => touchedBy(facts).filter((touched) => touched.kind === kind);
  return {
    id: `self-protection/${kind}`,
    decision: 'deny',
    judge: ({ facts }) => {
      const touched = touchedIn(facts);
      if (touched.length === 0) return null;
      const shown = touched.map((each) => each.shown);
      const because = [...new Set(touched.flatMap((each) => each.because))];
      return {
        conditions: [condition(requires, false, { actual: shownList(shown), because, remedy })],
        reason: reason(quotedList(shown)),
      };
    },
    ways: ({ facts }) => [{ todo: remedy, events: untouched(facts, touchedIn(facts)) }],
  };
};

/** The facts of a call that leaves these alone. */
const untouched = (facts: Facts, touched: readonly Touched[]): EventDraft[] => {
  const file = facts.file();
  const acts = new Set(touched.flatMap(({ act }) => act ?? []));
  const events: EventDraft[] = [];
  if (file?.data.protected !== undefined) {
    const { protected: _kind, registration: _change, ...data } = file.data;
    events.push({ type: 'FileObserved', data });
  }
  if (acts.size > 0) events.push(...withoutActs(facts, (_act, index) => acts.has(index)));
  if (facts.paths(ABOUT_CALL) !== null) events.push({ type: 'PathsObserved', data: { about: ABOUT_CALL, paths: [] } });
  return events;
};
