import { isBlobReference } from '../events/envelope.ts';
import type { Projection } from './projection.ts';
import { isSaidByPerson } from './said-by-person.ts';

export interface IntentState {
  /** What a person asked for last, oldest first, three at most: as it stands in the log, so redacted. */
  readonly prompts: readonly { readonly event: string; readonly text: string }[];
}

const KEPT = 3;
/** UTF-16 units; what a person wants mostly stands at the beginning. */
const LONGEST = 400;

/** What the session is for, in the words of the person. Prompts that the machine made say nothing of that. */
export const intentProjection: Projection<IntentState> = {
  name: 'intent',
  version: 1,
  scope: 'stream',
  on: ['PromptSubmitted'],
  initialState: { prompts: [] },
  evolve: (state, event) => {
    const text = isSaidByPerson(event) ? beginningOf(event.data['prompt']) : '';
    return text === '' ? state : { prompts: [...state.prompts, { event: event.id, text }].slice(-KEPT) };
  },
};

const beginningOf = (prompt: unknown): string => {
  const text = isBlobReference(prompt) ? (prompt as { head?: unknown }).head : prompt;
  return typeof text === 'string' ? text.trim().slice(0, LONGEST) : '';
};
