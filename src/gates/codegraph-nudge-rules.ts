import { askedSince, type ExplorationState } from '../projections/exploration.ts';
import { offeredSince } from '../projections/offered-tools.ts';
import { budgetOf, indexWords } from './code-indexes.ts';
import { condition, counted, quotedList, type Rule } from './gate.ts';

/** An index is asked before many files are searched. */
const indexFirst: Rule = {
  id: 'codegraph-nudge/index-first',
  decision: 'advise',
  judge: ({ trigger, facts, state, options }) => {
    const search = facts.search();
    const { exploration } = state;
    const { indexes, observed, told, times } = exploration;
    if (search === null || indexes === null || indexes.length === 0) return null;
    const asked = askedIn(exploration);
    const before = told.filter(([actor]) => actor === trigger.actor.id).map(([, event]) => event);
    const budget = budgetOf(options);
    const tools = quotedList(indexes.map((index) => index.tools));
    const offered = indexes.flatMap((index) => offeredSince(state.offered, index.tools) ?? []);
    return {
      conditions: [
        condition('an-index-was-asked-in-this-turn', asked !== null, {
          actual: asked === null ? null : 'asked',
          because: asked === null ? [...(observed === null ? [] : [observed]), search.id] : [asked],
          remedy: `Ask ${tools} first, then read what matters; a search in one file is always free.`,
        }),
      ],
      limits: [
        // Nobody says which tools a session has: where none was ever called, they may not be there.
        condition('its-tools-may-be-there', offered.length > 0 || times < budget, {
          actual: offered.length > 0 ? 'called before' : `${counted(times, 'suggestion')}, none followed`,
          because: offered,
        }),
      ],
      sparing: [
        condition('not-told-in-this-turn', before.length === 0, { actual: before.length, because: before }),
        condition('suggestions-are-left', times < budget, { actual: `${times} of ${budget}` }),
      ],
      reason: `${search.data.by} would look through many files, and there is an index of this code: ${indexWords(indexes)}.`,
    };
  },
  ways: ({ state }) =>
    (state.exploration.indexes ?? []).map(({ tools }) => ({
      todo: `ask the index: ${tools}`,
      events: [{ type: 'ToolCompleted', data: { tool_name: tools.replaceAll('*', 'search'), tool_input: {} } }],
    })),
};

/** Of any index: which one answers best is the agent's to know. */
const askedIn = (state: ExplorationState): string | null => {
  for (const { tools } of state.indexes ?? []) {
    const event = askedSince(state, tools);
    if (event !== null) return event;
  }
  return null;
};

const RULES: readonly Rule[] = [indexFirst];

/** The gate's rules: called where they are needed, since the hook loads them only then. */
export const codegraphNudgeRules = (): readonly Rule[] => RULES;
