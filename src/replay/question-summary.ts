import type { Envelope } from '../events/envelope.ts';

/** What an event says about questions, for a line of a list; null for other types. Data may be damaged. */
export const questionSummary = ({ type, data }: Envelope, text: (field: string) => string): string | null => {
  switch (type) {
    case 'QuestionsUnderstood': {
      const questions = listIn(data, 'questions').map((asked) =>
        typeof asked === 'object' && asked !== null ? String((asked as { id?: unknown }).id ?? '?') : '?',
      );
      return `${questions.join(', ') || 'none'}${text('problem') === '' ? '' : `: ${text('problem')}`}`;
    }
    case 'QuestionAnswered': {
      const labels = listIn(data, 'labels').filter((label) => typeof label === 'string');
      const said = data['declined'] === true ? 'declined' : text('failure') || labels.join(', ') || 'nothing';
      return `${text('id') || '?'}: ${said} (${text('by') || '?'})`;
    }
    default:
      return null;
  }
};

const listIn = (data: Envelope['data'], field: string): readonly unknown[] => {
  const value = data[field];
  return Array.isArray(value) ? value : [];
};
