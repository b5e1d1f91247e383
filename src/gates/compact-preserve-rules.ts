import { condition, type Rule, shortened } from './gate.ts';
import { keptLines } from './preserved-context.ts';
import { answeredWith, ONCE } from './told-once.ts';

const ID = 'compact-preserve/summary';
/** UTF-16 units. */
const LONGEST = 6_000;

/** What a summary has to hold for the work to go on from it. */
const DIRECTIVE = `Write the summary so that the work can go on from it alone, under these headings:
1. Objective: what the user wants, in their words where these matter, and what counts as done.
2. Active files: the files that were read or changed and matter for what comes next, each with what was done to it and what is left.
3. Decisions and constraints: what was decided and why, what the user forbade or insisted on, what was tried and did not work.
4. State: tests, reviews and proof as they really are, what is uncommitted, which branch and worktree.
5. Handoff: the very next step, then what follows; questions that are open.
Name paths, commands and ids exactly. Leave out what is finished and has no bearing on the rest.`;

const summary: Rule = {
  id: ID,
  decision: 'advise',
  judge: ({ facts, options, state }) => {
    const told = state.contexts.told[ID];
    const kept = facts.preserved();
    const lines = kept === null || options['detail'] === 'short' ? [] : keptLines(kept.data);
    const text =
      lines.length === 0
        ? DIRECTIVE
        : `${DIRECTIVE}\n\nWhat docket knows for certain (take it over as it is):\n${lines.join('\n')}`;
    return {
      conditions: [
        condition('the-summary-is-told-what-to-hold', told !== undefined, {
          actual: kept === null ? 'nothing was kept' : 'kept',
          because: [...(kept === null ? [] : [kept.id]), ...(told === undefined ? [] : [told.event])],
          remedy: ONCE,
        }),
      ],
      reason:
        'The summary is told to hold the objective, the active files, what was decided, the state and the next step.',
      context: shortened(text, LONGEST),
    };
  },
  ways: ({ trigger }) => [answeredWith(ID, trigger)],
};

const RULES: readonly Rule[] = [summary];

/** The gate's rules: called where they are needed, since the hook loads them only then. */
export const compactPreserveRules = (): readonly Rule[] => RULES;
