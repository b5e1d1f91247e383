import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';

/** What an event about writing says in a few words; null for all others. */
export const writingSummary = ({ type, data }: Envelope, text: (field: string) => string): string | null => {
  if (type !== 'ContentObserved') return null;
  const { lines, problem } = data as Partial<EventData<'ContentObserved'>>;
  return `${text('path') || '?'}: ${typeof lines === 'number' ? `${lines} lines` : (problem ?? '?')}`;
};
