import type { Envelope } from '../events/envelope.ts';

/** Whether an event is a prompt that a person gave; of what was imported no other prompts become events. */
export const isSaidByPerson = ({ type, provenance }: Pick<Envelope, 'type' | 'provenance'>): boolean =>
  type === 'PromptSubmitted' && (provenance === 'prompt' || provenance === 'import');
