import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';

/** What an event about writing says in a few words; null for all others. */
export const writingSummary = ({ type, data }: Envelope, text: (field: string) => string): string | null => {
  if (type === 'PlanObserved') return planWords(data as Partial<EventData<'PlanObserved'>>, text('path'));
  if (type !== 'ContentObserved') return null;
  const { lines, problem } = data as Partial<EventData<'ContentObserved'>>;
  return `${text('path') || '?'}: ${typeof lines === 'number' ? `${lines} lines` : (problem ?? '?')}`;
};

const planWords = ({ exists, phases, since }: Partial<EventData<'PlanObserved'>>, path: string): string => {
  if (exists !== true) return `no ${path || 'plan'}`;
  const count = Array.isArray(phases) ? phases.length : 0;
  const churn = typeof since?.churn === 'number' ? `, ${since.churn} % of the source changed since` : '';
  return `${path}: ${count} ${count === 1 ? 'phase' : 'phases'}${churn}`;
};
