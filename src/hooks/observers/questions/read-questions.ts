import { isJsonObject } from '../../../events/json-object.ts';
import type { EventData } from '../../../events/schemas.ts';
import { oneWayIn } from './one-way.ts';
import { firstIn, type QuestionPolicy, questionId } from './question-id.ts';
import { type OfferedOption, recommendedOptions } from './recommended.ts';

export type Understood = EventData<'QuestionsUnderstood'>;
export type UnderstoodQuestion = Understood['questions'][number];

/** A question as the call puts it, whole. */
export interface AskedQuestion {
  readonly question: string;
  readonly header: string;
  readonly options: readonly OfferedOption[];
  readonly isMultiple: boolean;
}

/** What a call of a question tool asks. Texts in what it gives are cut; what is recommended is given by position. */
export const understandQuestions = (toolInput: unknown, policy: QuestionPolicy = {}): Understood => {
  const asked = questionsIn(toolInput);
  if (typeof asked === 'string') return { questions: [], problem: asked };
  return { questions: asked.map((question) => understandOne(question, policy)), problem: problemOf(asked, toolInput) };
};

/** The questions of a call; in words why they cannot be read. */
export const questionsIn = (toolInput: unknown): readonly AskedQuestion[] | string => {
  const list = isJsonObject(toolInput) ? toolInput['questions'] : undefined;
  if (!Array.isArray(list) || list.length === 0) return 'the input has no list of questions';
  if (list.length > MOST_QUESTIONS) return `more than ${MOST_QUESTIONS} questions`;
  const questions = list.map(questionOf);
  return questions.every((question) => question !== null) ? questions : 'a question has no text or no options';
};

const MOST_QUESTIONS = 16;
const MOST_OPTIONS = 32;
/** UTF-16 units of all texts of one question; longer ones are not read. */
const MOST_TEXT = 32_768;

const questionOf = (value: unknown): AskedQuestion | null => {
  if (!isJsonObject(value)) return null;
  const { question, header, options, multiSelect } = value;
  if (typeof question !== 'string' || question.trim() === '') return null;
  if (!Array.isArray(options) || options.length > MOST_OPTIONS) return null;
  const offered = options.map(optionOf);
  if (!offered.every((option) => option !== null)) return null;
  return { question, header: textOf(header), options: offered, isMultiple: multiSelect === true };
};

/** Some servers' tools take plain texts for options. */
const optionOf = (value: unknown): OfferedOption | null => {
  if (typeof value === 'string') return { label: value, description: '' };
  if (!isJsonObject(value) || typeof value['label'] !== 'string') return null;
  const { label, ...others } = value;
  // Whatever else it shows is read as well: a preview may say what a choice does.
  const description = Object.values(others).filter((text) => typeof text === 'string');
  return { label, description: description.join('\n') };
};

const understandOne = (
  { question, header, options, isMultiple }: AskedQuestion,
  policy: QuestionPolicy,
): UnderstoodQuestion => {
  const texts = [header, question, ...options.flatMap(({ label, description }) => [label, description])];
  const isLong = texts.reduce((sum, text) => sum + text.length, 0) > MOST_TEXT;
  const id = questionId(header.slice(0, MOST_TEXT), question.slice(0, MOST_TEXT), policy);
  const recommended = isLong ? { unclear: TOO_LONG } : recommendedOptions(question, options, isMultiple);
  const oneWay = isLong ? TOO_LONG : (oneWayIn(texts) ?? firstIn(policy.oneWay ?? [], [id, ...texts].join('\n')));
  const isPlain = 'options' in recommended && recommended.options.every((at) => isUnique(options, at));
  return {
    id,
    header: cut(header, 80),
    question: cut(question, 300),
    multiple: isMultiple,
    options: options.map(({ label }) => cut(label, 120)),
    recommended: isPlain ? [...recommended.options] : [],
    unclear: 'unclear' in recommended ? recommended.unclear : isPlain ? null : 'two options have the same label',
    oneWay: oneWay === null ? null : cut(oneWay, 80),
  };
};

const TOO_LONG = 'the question is too long to be read';

const isUnique = (options: readonly OfferedOption[], at: number): boolean => {
  const label = options[at]?.label;
  return label?.trim() !== '' && options.filter((option) => option.label === label).length === 1;
};

/** What keeps anybody from answering the call as a whole. */
const problemOf = (asked: readonly AskedQuestion[], toolInput: unknown): string | null => {
  if (new Set(asked.map(({ question }) => question)).size < asked.length) return 'two questions have the same text';
  const { answers } = toolInput as { answers?: unknown };
  return isJsonObject(answers) && Object.keys(answers).length > 0 ? 'it is answered already' : null;
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Never inside a character. */
export const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
