import type { Envelope } from '../events/envelope.ts';

/** What an event says about a to-do, a waiver, or docket's own version, for a line of a list; null for other types. Data may be damaged. */
export const todoSummary = ({ type, provenance }: Envelope, text: (field: string) => string): string | null => {
  switch (type) {
    case 'TodoAdded':
      return `${text('todo') || '?'}: ${text('text')}`;
    case 'TodoClaimed':
    case 'TodoReleased':
    case 'TodoDone':
      return `${text('todo') || '?'} by ${text('session') === '' ? provenance : `session ${text('session')}`}`;
    case 'WaiverGranted':
      return `${text('rule') || '?'} until ${text('until') || '?'}: ${text('reason')}`;
    case 'WaiverRevoked':
      return text('rule') || '?';
    case 'UpdateChecked':
      return `${text('outcome') || '?'}: ${text('newest') || text('current') || '?'}, ${text('reason')}`;
    default:
      return null;
  }
};
