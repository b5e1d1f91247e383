import type { Envelope } from '../events/envelope.ts';

/**
 * What an event says about subagents, for a line of a list; null for other types. `text` gives a field as text, and nothing
 * for what is no text: data may be damaged.
 */
export const agentSummary = ({ type, data }: Envelope, text: (field: string) => string): string | null => {
  const listed = (field: string): readonly unknown[] => (Array.isArray(data[field]) ? data[field] : []);
  const { files } = data;
  switch (type) {
    case 'FindingsRecorded': {
      const rules = listed('findings').map((finding) => String((finding as { rule?: unknown } | null)?.rule ?? '?'));
      return `${text('agent') || '?'}: ${rules.join(', ') || 'nothing any more'}`;
    }
    case 'FindingsDelivered':
      return `${listed('findings').length} told, with ${text('event') || '?'}`;
    case 'AnnotationsObserved':
      return (
        text('problem') ||
        `without a decision: ${listed('missing').length} of ${typeof files === 'number' ? files : '?'} changed source files`
      );
    default:
      return null;
  }
};
