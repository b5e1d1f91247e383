import type { EventDraft } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import type { Fact } from './facts.ts';
import { condition, type GateContext, quotedList, type Rule, shortened } from './gate.ts';

type Answer = Fact<EventData<'QuestionAnswered'>>;
type Kind = 'spawned' | 'headless' | 'interactive';

/** Failed calls since the person's last prompt after which no question is asked again, whichever it is: the tool does not work. */
const TOOL_IS_BROKEN = 3;

/** The questions of this call that came to nothing, and how often. */
const failuresIn = ({ facts, state }: GateContext) => {
  const failed = facts.answers().filter(({ data }) => data.failure !== null);
  const ids = failed.map(({ data }) => data.id);
  const before = state.questions.failures.filter(({ id }) => ids.includes(id));
  const times = Math.max(0, ...ids.map((id) => before.filter((one) => one.id === id).length));
  const calls = state.questions.failures.length - failed.length + 1;
  return { failed, times, because: before.map(({ event }) => event), isOver: times > 1 || calls >= TOOL_IS_BROKEN };
};

/** What no marker says is a person's (seed 004: any ambiguity is interactive). */
const kindOf = ({ state }: GateContext): Kind => state.session.kind ?? 'interactive';

const judgeAs = (context: GateContext, fires: boolean, words: (failed: readonly Answer[]) => Words) => {
  const { failed, times, because } = failuresIn(context);
  if (failed.length === 0 || !fires) return null;
  const { text, remedy } = words(failed);
  return {
    conditions: [
      condition('the-question-was-answered', false, {
        actual: { questions: failed.map(({ data }) => data.id), failure: failed[0]?.data.failure, times },
        because,
        remedy,
      }),
    ],
    reason: `${whatHappened(failed)} ${text}`.trim(),
  };
};

interface Words {
  readonly text: string;
  readonly remedy: string;
}

/** The first failure: some hosts lose a result now and then. */
const retry: Rule = {
  id: 'question-fallback/retry',
  decision: 'advise',
  judge: (context) =>
    judgeAs(context, !failuresIn(context).isOver, (failed) => ({
      text: 'This was no refusal.',
      remedy: `Ask the same question once more. If that fails as well: ${fallbackFor(context, failed)}`,
    })),
  ways: (context) => answeredBy(context),
};

const fallbackRule = (kind: Kind, name: string): Rule => ({
  id: `question-fallback/${name}`,
  decision: 'advise',
  judge: (context) =>
    judgeAs(context, failuresIn(context).isOver && kindOf(context) === kind, (failed) => ({
      text: 'It failed before: do not call the question tool for it again.',
      remedy: sentenceOf(fallbackFor(context, failed)),
    })),
  ways: (context) => answeredBy(context),
});

const sentenceOf = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;

const fallbackFor = (context: GateContext, failed: readonly Answer[]): string => {
  switch (kindOf(context)) {
    case 'spawned':
      return spawnedWords(failed);
    case 'headless':
      return HEADLESS;
    case 'interactive':
      return INTERACTIVE;
  }
};

/** Another program started the session and expects it to go on. */
const spawnedWords = (failed: readonly Answer[]): string => {
  const known = failed.flatMap(({ data }) => data.recommended);
  const named = known.length === 0 ? '' : ` (${shortened(quotedList(known), 200)})`;
  const oneWay = failed.some(({ data }) => data.oneWay !== null) ? ONE_WAY : '';
  return `this session was spawned, so nobody reads a question: choose the recommended option${named} yourself, go on, and say in your report what you chose and why.${oneWay}`;
};

const ONE_WAY = ' What it asks may not be undone: of choices that are as good take the one that can be.';

const HEADLESS =
  'this session is headless, so nobody can answer: do not guess and do not ask in prose. Stop, and end with one message that begins with BLOCKED and says what has to be decided, the options, and which you recommend.';

const INTERACTIVE =
  'put the question in your message. Say in plain words what is being decided and why it matters; give each choice one paragraph that begins with its letter and has its completeness as a score (such as 8/10); say which you recommend and why; ask for an answer by letter. Then end your turn and wait for it.';

const whatHappened = (failed: readonly Answer[]): string => {
  const texts = failed.flatMap(({ data }) => (data.question === '' ? [] : [shortened(data.question, 120)]));
  const which = texts.length === 0 ? 'The question' : `The question ${quotedList(texts)}`;
  return `${shortened(which, 320)} got no answer (${shortened(failed[0]?.data.failure ?? '', 160)}).`;
};

const answeredBy = ({ facts }: GateContext) => {
  const failed = facts.answers().filter(({ data }) => data.failure !== null);
  return [{ todo: 'the question is asked again and answered', events: failed.map(({ data }) => answeredNow(data)) }];
};

const answeredNow = (data: Answer['data']): EventDraft => ({
  type: 'QuestionAnswered',
  data: { ...data, by: 'person', failure: null, labels: ['A'] },
});

const RULES: readonly Rule[] = [
  retry,
  fallbackRule('spawned', 'choose'),
  fallbackRule('headless', 'stop'),
  fallbackRule('interactive', 'prose'),
];

/** The gate's rules: called where they are needed, since the hook loads them only then. */
export const questionFallbackRules = (): readonly Rule[] => RULES;
