import { createHash, randomBytes } from 'node:crypto';
import type { EventDraft } from '../../events/envelope.ts';
import type { Environment } from '../../events/location.ts';
import type { EventData } from '../../events/schemas.ts';
import { outcomeOf } from '../../gates/llm-review/answers.ts';
import type { View } from '../../projections/fold.ts';
import { commandText } from '../observers/shell-command.ts';
import { type AskDeps, askReviewers } from './ask-reviewers.ts';
import { questionAbout } from './question.ts';
import { reviewSettings } from './settings.ts';
import { postJson } from './transport.ts';

export interface ReviewInput {
  /** The command's input and its folder as they stand in the log: redacted. */
  readonly toolInput: unknown;
  readonly cwd: string;
  readonly state: Pick<View, 'reviewed' | 'intent'>;
  /** The gate's options in the policy. */
  readonly options: Readonly<Record<string, unknown>>;
  readonly env: Environment;
  readonly timeLeft: () => number;
}

type LlmReviewed = EventData<'LlmReviewed'>;

/**
 * Has a command reviewed: by the session's verdict on it where there is one, else by asking. Gives the event that says
 * what came of it, also when nobody could be asked. Never throws.
 */
export const reviewCommand = async (input: ReviewInput, more: Partial<AskDeps> = {}): Promise<EventDraft> => {
  const { cwd, state, options, env, timeLeft } = input;
  const prompts = state.intent.prompts;
  const prompt = prompts.at(-1)?.event ?? null;
  const draft = (data: Partial<LlmReviewed>): EventDraft => ({
    type: 'LlmReviewed',
    data: { hash: null, cwd, prompt, answers: [], unasked: null, kept: false, from: null, ...data },
  });
  const { reviewers, problem } = reviewSettings(env, options);
  if (problem !== null) return draft({ unasked: problem });
  const command = commandText(input.toolInput);
  if (command === null) return draft({ unasked: 'the command is too long to be sent' });
  const hash = createHash('sha256').update(command).digest('hex');
  const known = state.reviewed.reviews.findLast((review) => review.hash === hash && review.cwd === cwd);
  // What does not serve one request may serve the next one.
  if (known !== undefined && (known.prompt === prompt || outcomeOf(known) !== 'misaligned')) {
    return draft({ hash, prompt: known.prompt, answers: known.answers, from: known.event });
  }
  const question = questionAbout({ command, cwd, prompts, nonce: randomBytes(12).toString('hex') });
  const { answers, isFinal } = await askReviewers(reviewers, question, {
    transport: postJson,
    clock: () => performance.now(),
    timeLeft,
    ...more,
  });
  return draft({ hash, answers: [...answers], kept: isFinal });
};
