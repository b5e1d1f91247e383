import { newsOf } from '../projections/update.ts';
import { condition, type Rule, shortened } from './gate.ts';
import { givesBack } from './preserved-context.ts';
import { startsWith } from './start-context.ts';
import { answeredWith } from './told-once.ts';

const UPDATE = 'session-init/update';

/** That there is a newer docket, or that it moved: each version is told once (seed 001, `.update-status`). */
const update: Rule = {
  id: UPDATE,
  decision: 'advise',
  judge: ({ state: { update: known } }) => {
    const { last, told } = known;
    const news = newsOf(known);
    if (last === null || last.newest === null || news === null || news === told) return null;
    const words =
      last.outcome === 'applied'
        ? `docket moved from ${last.current} to ${last.newest}: ${shortened(last.reason, 300)}`
        : `docket ${last.newest} is there, this is ${last.current}: ${shortened(last.reason, 300)}`;
    return {
      conditions: [
        condition('newest-docket-is-known', false, {
          actual: last.newest,
          because: [last.event],
          remedy: 'Tell the user: nothing is applied by itself.',
        }),
      ],
      tells: [last.event],
      reason: `A newer docket is told of: ${last.newest}.`,
      context: `${words}. Tell the user.`,
    };
  },
  ways: ({ trigger, state }) => {
    const { last } = state.update;
    return last === null ? [] : [answeredWith(UPDATE, trigger, { tells: [last.event] })];
  },
};

const RULES: readonly Rule[] = [
  startsWith('session-init/context', 'as the session starts'),
  givesBack('session-init/preserved-context'),
  update,
];

/** The gate's rules: called where they are needed, since the hook loads them only then. */
export const sessionInitRules = (): readonly Rule[] => RULES;
