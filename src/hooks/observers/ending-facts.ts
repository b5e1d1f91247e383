import type { EventDraft } from '../../events/envelope.ts';
import type { ObserveInput } from './observe-input.ts';

/** What gates on the end of a turn ask for. */
export const endingFacts = async (request: 'closing' | 'summary', input: ObserveInput): Promise<EventDraft[]> => {
  if (request === 'closing') return closingFact(input);
  const { observeSummary } = await import('./summary/observe-summary.ts');
  return [{ type: 'SummaryObserved', data: { ...(await observeSummary(input)) } }];
};

/** Of the message as the host sent it: what is redacted or cut says less. */
const closingFact = async ({ payload, policy }: ObserveInput): Promise<EventDraft[]> => {
  const message = payload['last_assistant_message'];
  if (typeof message !== 'string') return [];
  const { readClosing } = await import('./closing/read-closing.ts');
  const { completions, offers } = policy.gates['forward-motion']?.options ?? {};
  const words = { completions: phrases(completions), offers: phrases(offers) };
  return [{ type: 'ClosingObserved', data: { ...readClosing(message, words) } }];
};

const phrases = (option: unknown): readonly string[] => (Array.isArray(option) ? (option as string[]) : []);
