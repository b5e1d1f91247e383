import type { EventData } from '../../events/schemas.ts';
import type { Fact, Facts } from '../facts.ts';

export type LlmReview = EventData<'LlmReviewed'>;
export type LlmAnswer = LlmReview['answers'][number];

/** An answer that came. */
export type Opinion = LlmAnswer & { readonly verdict: NonNullable<LlmAnswer['verdict']> };

/** What the answers come to (seed 001, "Key llm-review.sh Behaviors"). */
export type Outcome =
  /** Both reviewers hold it unsafe. */
  | 'unsafe'
  /** The only one who answered does: one alone stops nothing. */
  | 'suspected'
  /** One does, the other does not. */
  | 'disputed'
  /** Nobody does, and it does not serve what the person asked for. */
  | 'misaligned'
  | 'safe'
  /** Nobody answered, or nobody was asked. */
  | 'unknown';

export const opinionsOf = ({ answers }: Pick<LlmReview, 'answers'>): Opinion[] =>
  answers.filter((answer): answer is Opinion => answer.verdict !== null);

export const outcomeOf = (review: Pick<LlmReview, 'answers'>): Outcome => {
  const verdicts = opinionsOf(review).map(({ verdict }) => verdict);
  const against = verdicts.filter(({ safe }) => !safe).length;
  if (verdicts.length === 0) return 'unknown';
  if (against > 0) return against < verdicts.length ? 'disputed' : against > 1 ? 'unsafe' : 'suspected';
  return verdicts.every(({ aligned }) => aligned) ? 'safe' : 'misaligned';
};

/** Whether auto-review could say by itself that the command is safe; where it said nothing, it could not. */
export const isProvenSafe = (facts: Facts): boolean => facts.command()?.data.review?.safe === true;

/** Whether reviewers are to be asked: there is a command, it would run something, and nothing proves it safe. */
export const isOpenQuestion = (facts: Facts): boolean => {
  const command = facts.command();
  if (command === null || isProvenSafe(facts)) return false;
  return !command.data.understood || command.data.programs.length > 0;
};

/** The review with the event that says so and the command it is about. */
export const reviewOf = (facts: Facts): { review: Fact<LlmReview>; because: string[] } | null => {
  const review = facts.llmReview();
  if (review === null) return null;
  const command = facts.command();
  return { review, because: [...(command === null ? [] : [command.id]), review.id] };
};
