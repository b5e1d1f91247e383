import { isBlobReference } from '../events/envelope.ts';
import type { Projection } from './projection.ts';
import { isSaidByPerson } from './said-by-person.ts';

export interface IntentState {
  /** What a person asked for last, oldest first, three at most: as it stands in the log, so redacted. */
  readonly prompts: readonly AskedFor[];
  /** The newest that says more than a few words, however long ago: `go on` and `yes` do not say what for. */
  readonly task: AskedFor | null;
}

export interface AskedFor {
  readonly event: string;
  readonly text: string;
}

const KEPT = 3;
/** UTF-16 units; what a person wants mostly stands at the beginning. */
const LONGEST = 400;
const MANY_WORDS = 5;

/** What the session is for, in the words of the person. Prompts that the machine made say nothing of that. */
export const intentProjection: Projection<IntentState> = {
  name: 'intent',
  version: 2,
  scope: 'stream',
  on: ['PromptSubmitted'],
  initialState: { prompts: [], task: null },
  evolve: (state, event) => {
    const text = isSaidByPerson(event) ? beginningOf(event.data['prompt']) : '';
    if (text === '') return state;
    const asked = { event: event.id, text };
    return { prompts: [...state.prompts, asked].slice(-KEPT), task: hasManyWords(text) ? asked : state.task };
  },
};

const hasManyWords = (text: string): boolean => text.split(/\s+/, MANY_WORDS).length === MANY_WORDS;

const beginningOf = (prompt: unknown): string => {
  const text = isBlobReference(prompt) ? (prompt as { head?: unknown }).head : prompt;
  return typeof text === 'string' ? text.trim().slice(0, LONGEST) : '';
};
