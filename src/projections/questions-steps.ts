import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import type { OpenQuestions, QuestionsState, SeenQuestion } from './questions.ts';

const MOST_SEEN = 64;
const MOST_OPEN = 8;
const MOST_FAILURES = 32;
const MOST_OVERRULED = 8;
const MOST_COUNTED = 64;

export const questionsUnderstood = (state: QuestionsState, event: Envelope): QuestionsState => {
  const { questions } = event.data as EventData<'QuestionsUnderstood'>;
  const { call, cause } = event;
  if (cause === null || state.open.some(({ trigger }) => trigger === cause)) return state;
  const opened: OpenQuestions = {
    trigger: cause,
    call,
    questions: questions.map(({ id, recommended }) => ({ id, chosen: recommended })),
    sent: null,
  };
  const seen = questions.reduce(
    (all, question) => noted(all, question, (known) => ({ asked: known.asked + 1 })),
    state.seen,
  );
  return { ...state, asked: state.asked + questions.length, seen, open: [...state.open, opened].slice(-MOST_OPEN) };
};

export const questionAnswered = (state: QuestionsState, event: Envelope): QuestionsState => {
  const data = event.data as EventData<'QuestionAnswered'>;
  const { id, by, labels, failure, sent } = data;
  const outcome = `${event.cause ?? event.id} ${id}`;
  if (state.counted.includes(outcome)) return state;
  const isOpen = state.open.some(
    ({ call, questions }) => call === event.call && questions.some((question) => question.id === id),
  );
  const isAutomatic = by === 'preference';
  const isAnswered = by !== 'unanswered';
  const failures =
    failure === null ? state.failures.filter((one) => one.id !== id) : [...state.failures, { id, event: event.id }];
  return {
    asked: state.asked + (isOpen ? 0 : 1),
    answered: state.answered + (isAnswered ? 1 : 0),
    automatic: state.automatic + (isAutomatic ? 1 : 0),
    unanswered: state.unanswered + (isAnswered ? 0 : 1),
    seen: noted(state.seen, data, (known) => ({
      asked: known.asked + (isOpen ? 0 : 1),
      answered: known.answered + (isAnswered ? 1 : 0),
      automatic: known.automatic + (isAutomatic ? 1 : 0),
      last: isAnswered ? { by, labels, at: event.at } : known.last,
    })),
    open: withoutQuestion(state.open, event.call, id),
    failures: failures.slice(-MOST_FAILURES),
    overruled:
      sent === undefined
        ? state.overruled
        : [...state.overruled, { event: event.id, id, sent, ran: labels }].slice(-MOST_OVERRULED),
    counted: [...state.counted, outcome].slice(-MOST_COUNTED),
  };
};

/** docket's answer to a call reached the host, or what took its place was told. */
export const answerSent = (state: QuestionsState, { id, data }: Envelope): QuestionsState => {
  const { event: trigger, verdicts, repeatOf } = data as EventData<'AnswerSent'>;
  const own = verdicts.filter(({ gate }) => gate === 'question-preference');
  if (own.length === 0 || repeatOf !== undefined) return state;
  const told = own.flatMap(({ tells = [] }) => tells);
  const isAnswer = own.some(({ decision }) => decision === 'allow') && data['decision'] === 'allow';
  return {
    ...state,
    open: isAnswer ? state.open.map((one) => (one.trigger === trigger ? { ...one, sent: id } : one)) : state.open,
    overruled: state.overruled.filter(({ event }) => !told.includes(event)),
  };
};

export const withoutFailures = (state: QuestionsState): QuestionsState => ({ ...state, failures: [] });

/** A call is over with its last question. */
const withoutQuestion = (open: readonly OpenQuestions[], call: string | null, id: string): readonly OpenQuestions[] =>
  open.flatMap((one) => {
    if (one.call !== call) return [one];
    const questions = one.questions.filter((question) => question.id !== id);
    return questions.length === 0 ? [] : [{ ...one, questions }];
  });

const noted = (
  seen: readonly SeenQuestion[],
  { id, header, question }: Pick<SeenQuestion, 'id' | 'header' | 'question'>,
  change: (known: SeenQuestion) => Partial<SeenQuestion>,
): readonly SeenQuestion[] => {
  const known = seen.find((one) => one.id === id) ?? { ...NEVER, id };
  const changed = { ...known, header, question, ...change(known) };
  return [...seen.filter((one) => one.id !== id), changed].slice(-MOST_SEEN);
};

const NEVER = { header: '', question: '', asked: 0, answered: 0, automatic: 0, last: null };
