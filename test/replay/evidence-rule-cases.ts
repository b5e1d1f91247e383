import { greenRun, prompts, redRun, type ScenarioOptions } from '../kit/scenario.ts';
import { bash, type Case } from './rule-case.ts';

const strictWithout = (...off: readonly string[]): ScenarioOptions => ({
  policy: { preset: 'strict', gates: { guard: { rules: Object.fromEntries(off.map((rule) => [rule, 'off'])) } } },
});

/** Where only other rules are of interest. */
export const WITHOUT_EVIDENCE = strictWithout('commit-untested', 'commit-unproven', 'revert-untested');

const RUN_TESTS = 'run the tests, and they pass';
const ON_ITS_OWN = 'make the change in a call of its own';
const UNTESTED = strictWithout('commit-unproven');

/** A way out for each rule that asks for evidence. */
export const EVIDENCE_CASES: readonly Case[] = [
  {
    rule: 'guard/commit-untested',
    decision: 'deny',
    options: UNTESTED,
    trigger: () => bash('git add -A && git commit -m x'),
    opens: [RUN_TESTS],
    remedies: { 'run them first': () => [...greenRun(), bash('git add -A && git commit -m x')] },
  },
  {
    rule: 'guard/commit-untested',
    decision: 'deny',
    options: UNTESTED,
    past: redRun(),
    trigger: () => bash('git merge --continue'),
    opens: [RUN_TESTS],
    remedies: { 'fix the failure, and run them again': () => [...greenRun(), bash('git merge --continue')] },
  },
  {
    rule: 'guard/commit-untested',
    decision: 'deny',
    options: UNTESTED,
    past: greenRun(),
    trigger: () => bash('prettier --write src && git commit -am x'),
    opens: [ON_ITS_OWN],
    remedies: {
      'the change in a call of its own': () => [bash('prettier --write src'), ...greenRun(), bash('git commit -am x')],
    },
  },
  {
    rule: 'guard/commit-untested',
    decision: 'deny',
    options: UNTESTED,
    trigger: () => bash('npm test && git commit -m x'),
    opens: [RUN_TESTS],
    remedies: { 'the tests in a call of their own': () => [...greenRun(), bash('git commit -m x')] },
  },
  {
    rule: 'guard/commit-unproven',
    decision: 'deny',
    options: strictWithout('commit-untested'),
    trigger: () => bash('git commit -m x'),
    opens: ['the user confirms that it works: docket prove'],
    remedies: {
      'a line of a prompt': () => [prompts('docket prove: the discount is subtracted'), bash('git commit -m x')],
    },
  },
  {
    rule: 'guard/revert-untested',
    decision: 'advise',
    trigger: () => bash('git revert --no-edit HEAD'),
    opens: [RUN_TESTS],
    remedies: { 'run the tests': () => [...greenRun(), bash('git revert --no-edit HEAD')] },
  },
];
