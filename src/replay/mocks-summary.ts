import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';

/** `1 of 3 of the project in test/a.test.ts`: the mocks that a call adds. Null for other events. */
export const mocksSummary = ({ type, data }: Envelope, text: (field: string) => string): string | null => {
  if (type !== 'MocksObserved') return null;
  const { mocks, added } = data as Partial<EventData<'MocksObserved'>>;
  if (text('problem') !== '') return `${text('path') || '?'}: ${text('problem')}`;
  const own = Array.isArray(mocks) ? mocks.filter((mock) => mock?.place === 'internal').length : 0;
  return `${own} of ${added ?? '?'} of the project in ${text('path') || '?'}`;
};
