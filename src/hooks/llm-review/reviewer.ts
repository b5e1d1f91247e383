import type { EventData } from '../../events/schemas.ts';

export type LlmAnswer = EventData<'LlmReviewed'>['answers'][number];
export type ProviderName = LlmAnswer['provider'];
export type LlmVerdict = NonNullable<LlmAnswer['verdict']>;

/** What a reviewer is asked with. */
export interface Reviewer {
  readonly provider: ProviderName;
  readonly model: string;
  readonly key: string;
  /** Without a slash at its end. */
  readonly baseUrl: string;
}

/** What goes to a provider, and nothing else of the session does. */
export interface Question {
  readonly instructions: string;
  readonly data: string;
}

/** Why there is no answer that can be used. The code is logged; it never holds what the provider sent, nor the key. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  readonly code: string;
  constructor(code: string) {
    super(code);
    this.code = code;
  }
}
