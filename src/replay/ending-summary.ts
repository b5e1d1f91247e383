import type { Envelope } from '../events/envelope.ts';

/** What an event about the end of a turn says in a few words; null for all others. */
export const endingSummary = ({ type, data }: Envelope, text: (field: string) => string): string | null => {
  if (type === 'ClosingObserved') return `${text('kind') || '?'}: "${text('closing')}"`;
  if (type !== 'SummaryObserved') return null;
  const { uncommitted } = data;
  const dirty = typeof uncommitted === 'number' ? `, ${uncommitted} not committed` : '';
  return `${text('branch') || 'no branch'}${dirty}`;
};
