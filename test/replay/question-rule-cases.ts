import { answers, asks, failsWith, prefers, question } from '../kit/questions.ts';
import { type Payload, type ScenarioOptions, stops } from '../kit/scenario.ts';
import type { Case } from './rule-case.ts';

const STORE = question();
const NAMED: ScenarioOptions = { policy: { preset: 'strict', questions: { ids: { store: 'store' } } } };

let calls = 0;
const fails = (): Payload => failsWith([STORE], 'socket closed', `fails-${++calls}`);
const again = (): Payload[] => {
  const call = `again-${++calls}`;
  return [asks([STORE], call), answers([STORE], { [STORE.question]: 'B) Postgres' }, call)];
};

const FALLBACKS = [
  ['spawned', 'choose', 'the recommended option is chosen, and the report says so'],
  ['headless', 'stop', 'it stops and says what has to be decided'],
  ['interactive', 'prose', 'the question stands in the message, and the turn ends'],
] as const;

/** A way out for each rule about questions. */
export const QUESTION_CASES: readonly Case[] = [
  {
    rule: 'question-preference/answered',
    decision: 'allow',
    options: NAMED,
    prepare: (s) => prefers(s, { store: 'never-ask' }),
    trigger: () => asks([STORE], 'asks-1'),
    opens: ['the user sets store to always-ask'],
    remedies: {
      'docket questions set store always-ask': (s) => {
        prefers(s, { store: 'always-ask' });
        return [asks([STORE], 'asks-2')];
      },
    },
  },
  {
    rule: 'question-preference/overruled',
    decision: 'advise',
    options: { policy: { ...NAMED.policy, gates: { 'stop-guard': { mode: 'off' } } } },
    prepare: (s) => prefers(s, { store: 'never-ask' }),
    past: [asks([STORE], 'asks-3'), answers([STORE], { [STORE.question]: 'B) Postgres' }, 'asks-3')],
    trigger: () => stops(),
    opens: ['the answer that tells of it reaches the person'],
    remedies: { 'it was told, and the turn ends': () => [stops({ last_assistant_message: 'Now it ends.' })] },
  },
  {
    rule: 'question-fallback/retry',
    decision: 'advise',
    past: [],
    trigger: fails,
    opens: ['the question is asked again and answered'],
    remedies: { 'asked once more': again },
  },
  ...FALLBACKS.map(
    ([kind, rule, name]): Case => ({
      rule: `question-fallback/${rule}`,
      decision: 'advise',
      options: { env: { DOCKET_SESSION_KIND: kind } },
      past: [fails()],
      trigger: fails,
      opens: ['the question is asked again and answered'],
      remedies: { [name]: () => [stops({ last_assistant_message: 'BLOCKED: which store? A) SQLite. B) Postgres.' })] },
    }),
  ),
];
