import type { EventData } from '../events/schemas.ts';
import type { Projection } from './projection.ts';
import { answerSent, questionAnswered, questionsUnderstood, withoutFailures } from './questions-steps.ts';
import { isSaidByPerson } from './said-by-person.ts';

/** A question that was asked in this session, by its id. */
export interface SeenQuestion {
  readonly id: string;
  readonly header: string;
  readonly question: string;
  readonly asked: number;
  /** By a person, or by a preference of the user. */
  readonly answered: number;
  readonly automatic: number;
  /** The newest answer. */
  readonly last: { readonly by: By; readonly labels: readonly string[]; readonly at: string } | null;
}

export type By = EventData<'QuestionAnswered'>['by'];

/** A call of a question tool that is not over. */
export interface OpenQuestions {
  /** The event of the request. */
  readonly trigger: string;
  readonly call: string | null;
  readonly questions: readonly { readonly id: string; readonly chosen: readonly number[] }[];
  /** The answer that docket gave; null while it gave none. */
  readonly sent: string | null;
}

export interface QuestionsState {
  readonly asked: number;
  readonly answered: number;
  readonly automatic: number;
  readonly unanswered: number;
  /** Newest last. */
  readonly seen: readonly SeenQuestion[];
  readonly open: readonly OpenQuestions[];
  /** What failed since a person's last prompt, oldest first: the question and the event that says so. */
  readonly failures: readonly { readonly id: string; readonly event: string }[];
  /** Answers of docket that something else took the place of, as long as the person was not told. */
  readonly overruled: readonly {
    readonly event: string;
    readonly id: string;
    readonly sent: readonly string[];
    readonly ran: readonly string[];
  }[];
  /** Outcomes that were counted: parallel deliveries of one event each tell them. */
  readonly counted: readonly string[];
}

/** The questions of this session, and what they came to. */
export const questionsProjection: Projection<QuestionsState> = {
  name: 'questions',
  version: 1,
  scope: 'stream',
  on: ['QuestionsUnderstood', 'QuestionAnswered', 'AnswerSent', 'PromptSubmitted'],
  initialState: {
    asked: 0,
    answered: 0,
    automatic: 0,
    unanswered: 0,
    seen: [],
    open: [],
    failures: [],
    overruled: [],
    counted: [],
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'QuestionsUnderstood':
        return questionsUnderstood(state, event);
      case 'QuestionAnswered':
        return questionAnswered(state, event);
      case 'AnswerSent':
        return state.open.length + state.overruled.length === 0 ? state : answerSent(state, event);
      case 'PromptSubmitted':
        return !isSaidByPerson(event) || state.failures.length === 0 ? state : withoutFailures(state);
      default:
        return state;
    }
  },
};
