import type { Condition, Verdict } from '../events/schemas.ts';
import type { PreferencesState } from '../projections/preferences.ts';
import { CAREFUL } from './careful.ts';
import { type Judgement, type Rule, shortened } from './gate.ts';

/** The denial that careful mode makes of a verdict: it changes nothing of the call, and says why it is one. */
export const carefulVerdict = (
  { edits: _edits, moved: _moved, strikeEnds: _strikeEnds, tells: _tells, context: _context, ...verdict }: Verdict,
  { decision }: Rule,
  { conditions, limits = [], reason }: Judgement,
  preferences: PreferencesState,
): Verdict => {
  const careful = modeIsOff(preferences);
  return {
    ...verdict,
    decision: 'deny',
    reason: shortened(decision === 'rewrite' ? NOT_REWRITTEN : reason, LONGEST_REASON),
    conditions: [...conditions, careful],
    limits: [...limits],
    because: [...new Set([...conditions, ...limits, careful].flatMap(({ because }) => because))],
  };
};

const modeIsOff = ({ event }: PreferencesState): Condition => ({
  name: CAREFUL,
  holds: false,
  actual: 'on',
  because: event === null ? [] : [event],
  remedy: 'Careful mode is on, so that this is denied; the user may end it in a terminal with docket careful off.',
});

/** What is said instead of what a rewrite did. */
const NOT_REWRITTEN =
  'docket would change this command, and in careful mode it changes none: write it as it should run.';

/** As of every verdict. */
const LONGEST_REASON = 1_000;
