import type { EventDraft } from '../../../events/envelope.ts';
import type { EventData } from '../../../events/schemas.ts';
import type { OpenQuestions } from '../../../projections/questions.ts';
import type { ObserveInput } from '../observe-input.ts';
import { type QuestionResult, questionResult } from './question-result.ts';
import {
  type AskedQuestion,
  cut,
  questionsIn,
  type UnderstoodQuestion,
  understandQuestions,
} from './read-questions.ts';

type Answered = EventData<'QuestionAnswered'>;

/** What a call of a question tool is about to ask. */
export const questionsAsked = ({ toolInput, policy }: Pick<ObserveInput, 'toolInput' | 'policy'>): EventDraft[] => [
  { type: 'QuestionsUnderstood', data: { ...understandQuestions(toolInput, policy.questions) } },
];

/** What each question of a call came to. */
export const questionsAnswered = (
  input: Pick<ObserveInput, 'toolInput' | 'payload' | 'trigger' | 'policy' | 'state'>,
): EventDraft[] => {
  const { toolInput, payload, trigger, policy, state } = input;
  const asked = questionsIn(toolInput);
  const questions = typeof asked === 'string' ? [] : asked;
  const result = questionResult(payload, trigger.type === 'ToolFailed', questions);
  const given = result.is === 'answered' ? result : null;
  if (questions.length === 0) return [unread(result, given === null ? null : wholeOf(given))];
  const known = understandQuestions(toolInput, policy.questions).questions;
  const sent = trigger.call === null ? undefined : state.questions.open.find(({ call }) => call === trigger.call);
  return questions.map((question, at) => {
    const { id, header, question: text, options, recommended, oneWay } = known[at] as UnderstoodQuestion;
    const isText = given?.answers.size === 0;
    const said = given === null ? null : answerTo(at, questions, given);
    const answer = said !== null && isText ? toldWith(question, said, toolInput) : said;
    const chosen = answer === null ? [] : chosenOf(question, answer, isText);
    const mine = sent === undefined || sent.sent === null ? null : sentOf(sent, id, options);
    const isMine = mine !== null && answer !== null && isSame(mine.chosen, chosen, answer, question);
    const failure = failureOf(result, answer);
    return {
      type: 'QuestionAnswered',
      data: {
        id,
        header,
        question: text,
        labels: answer === null ? [] : labelsOf(question, chosen, answer),
        by: byOf(answer, mine !== null, isMine),
        failure,
        ...(result.is === 'declined' ? { declined: true } : {}),
        recommended: recommended.map((option) => options[option] ?? ''),
        oneWay,
        ...(mine !== null && !isMine && failure === null ? { sent: mine.labels } : {}),
      },
    };
  });
};

const byOf = (answer: string | null, wasSent: boolean, isMine: boolean): Answered['by'] => {
  if (answer === null) return 'unanswered';
  return wasSent ? (isMine ? 'preference' : 'other') : 'person';
};

/** A call whose questions cannot be read: what it came to is known all the same. */
const unread = (result: QuestionResult, said: string | null): EventDraft => ({
  type: 'QuestionAnswered',
  data: {
    id: 'unread',
    header: '',
    question: '',
    labels: said === null ? [] : [cut(said, LONGEST_LABEL)],
    by: result.is === 'answered' ? 'person' : 'unanswered',
    failure: failureOf(result, said),
    ...(result.is === 'declined' ? { declined: true } : {}),
    recommended: [],
    oneWay: null,
  },
});

const LONGEST_LABEL = 200;
const MOST_LABELS = 16;

const failureOf = (result: QuestionResult, answer: string | null): string | null => {
  if (result.is === 'failed') return cut(result.why, LONGEST_LABEL);
  return result.is === 'answered' && answer === null ? 'it came back without an answer' : null;
};

type Given = Extract<QuestionResult, { is: 'answered' }>;

/** All that was answered, where nobody knows to what. */
const wholeOf = ({ answers, text }: Given): string => text ?? [...answers.values()].join(', ');

/** By the text of the question, else by its header, else by its place: servers have keys of their own. */
const answerTo = (at: number, questions: readonly AskedQuestion[], { answers, text }: Given): string | null => {
  const { question, header } = questions[at] as AskedQuestion;
  const named = answers.get(question) ?? answers.get(header);
  if (named !== undefined) return named;
  const isOfOthers = questions.some((other) => answers.has(other.question) || answers.has(other.header));
  return answers.size === 0 ? text : isOfOthers ? null : ([...answers.values()][at] ?? null);
};

/** A server that tells no answer by its question was given one with the call, and took it as long as it names no other option. */
const toldWith = (question: AskedQuestion, answer: string, toolInput: unknown): string => {
  const { answers } = (toolInput ?? {}) as { answers?: unknown };
  const map: Readonly<Record<string, unknown>> = typeof answers === 'object' && answers !== null ? { ...answers } : {};
  const given = Object.hasOwn(map, question.question) ? map[question.question] : null;
  if (typeof given !== 'string') return answer;
  return question.options.some(({ label }) => !given.includes(label) && answer.includes(label)) ? answer : given;
};

/** Positions of the labels that an answer names; none where it is a text of its own. */
const chosenOf = ({ options, isMultiple }: AskedQuestion, answer: string, isText: boolean): readonly number[] => {
  const whole = options.findIndex(({ label }) => label === answer);
  if (whole >= 0) return [whole];
  if (isText) {
    const named = options.flatMap(({ label }, at) => (label !== '' && answer.includes(label) ? [at] : []));
    if (named.length === 1) return named;
  }
  if (!isMultiple) return [];
  const chosen = partsOf(answer).map((part) => options.findIndex(({ label }) => label === part));
  return chosen.every((at) => at >= 0) ? chosen : [];
};

/** Several labels as the host joins them: with commas between, and as JSON texts where a label holds one. */
const partsOf = (answer: string): string[] => {
  const parts: string[] = [];
  for (let rest = answer; rest !== ''; ) {
    const quoted = /^"(?:[^"\\]|\\.)*"(?=, |$)/.exec(rest)?.[0];
    const part = quoted ?? rest.split(', ', 1)[0] ?? rest;
    parts.push(quoted === undefined ? part : unquoted(quoted));
    rest = rest.slice(part.length + 2);
  }
  return parts;
};

const unquoted = (text: string): string => {
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
};

const labelsOf = ({ options }: AskedQuestion, chosen: readonly number[], answer: string): string[] =>
  (chosen.length === 0 ? [answer] : chosen.map((at) => options[at]?.label ?? ''))
    .slice(0, MOST_LABELS)
    .map((label) => cut(label, LONGEST_LABEL));

const sentOf = ({ questions }: OpenQuestions, id: string, options: readonly string[]) => {
  const mine = questions.find((question) => question.id === id);
  // A question that was never asked so: somebody changed it.
  const chosen = mine?.chosen ?? [];
  return { chosen, labels: chosen.map((at) => options[at] ?? '') };
};

/** Whether an answer is docket's. A server may tell it in words of its own. */
const isSame = (
  mine: readonly number[],
  chosen: readonly number[],
  answer: string,
  { options }: AskedQuestion,
): boolean => {
  if (mine.length === 0) return false;
  if (chosen.length > 0) return mine.length === chosen.length && mine.every((at) => chosen.includes(at));
  return mine.every((at) => answer.includes(options[at]?.label ?? '\0'));
};
