import { errorCode } from '../../events/log-fs.ts';
import { postingFor, verdictIn } from './providers.ts';
import { type LlmAnswer, NoAnswerError, type ProviderName, type Question, type Reviewer } from './reviewer.ts';
import type { Transport } from './transport.ts';

export interface AskDeps {
  readonly transport: Transport;
  /** Milliseconds until docket has to answer. */
  readonly timeLeft: () => number;
  /** Milliseconds, of a clock that only goes on. */
  readonly clock: () => number;
}

export interface Asked {
  readonly answers: readonly LlmAnswer[];
  /** Whether asking again would add nothing. */
  readonly isFinal: boolean;
}

/** Seed 001, "Providers": milliseconds for each. */
const TIMEOUTS: Readonly<Record<ProviderName, number>> = { gemini: 3_000, openai: 5_000 };

/** What judging, recording and answering take, with room to spare on a slow disk; below the second nobody is asked. */
const KEPT_MS = 150;
const SHORTEST_MS = 50;

/**
 * The cascade of seed 001: the first reviewer alone while all is well; the second one where the first objects or cannot
 * be reached. Never throws.
 */
export const askReviewers = async (
  [first, second]: readonly Reviewer[],
  question: Question,
  deps: AskDeps,
): Promise<Asked> => {
  if (first === undefined) return { answers: [], isFinal: false };
  const primary = await ask(first, question, deps);
  if (primary.verdict?.safe === true) return { answers: [primary], isFinal: true };
  if (second === undefined) return { answers: [primary], isFinal: primary.verdict !== null };
  const other = await ask(second, question, deps);
  // A safe answer is one whoever gave it; an objection counts for more once the other one can be asked.
  const isFinal = other.verdict !== null && (primary.verdict !== null || other.verdict.safe);
  return { answers: [primary, other], isFinal };
};

const ask = async (reviewer: Reviewer, question: Question, deps: AskDeps): Promise<LlmAnswer> => {
  const { provider, model } = reviewer;
  const start = deps.clock();
  const end = (verdict: LlmAnswer['verdict'], failure: string | null): LlmAnswer => ({
    provider,
    model,
    ms: Math.round(deps.clock() - start),
    verdict,
    failure,
  });
  const timeoutMs = Math.min(TIMEOUTS[provider], deps.timeLeft() - KEPT_MS);
  if (timeoutMs < SHORTEST_MS) return end(null, 'no time left');
  try {
    const body = await deps.transport({ ...postingFor(reviewer, question), timeoutMs });
    return end(verdictIn(provider, body), null);
  } catch (error) {
    return end(null, error instanceof NoAnswerError ? error.code : `failed ${errorCode(error)}`);
  }
};
