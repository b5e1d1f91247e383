import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import { counted } from '../gates/gate.ts';

/** What an event about what is told says in a few words; null for all others. */
export const contextSummary = ({ type, data }: Envelope, text: (field: string) => string): string | null => {
  if (type === 'PromptUnderstood') {
    const { topics, issues, files, steps } = data as Partial<EventData<'PromptUnderstood'>>;
    const paths = listOf(files).map((file) => (file as { path?: unknown } | null)?.path ?? '?');
    const said = [...listOf(topics), ...listOf(issues), ...paths, ...((steps ?? 0) > 1 ? [`${steps} steps`] : [])];
    return said.length === 0 ? 'nothing that is listed' : said.join(', ');
  }
  if (type !== 'ContextPreserved') return null;
  const { changes } = data as Partial<EventData<'ContextPreserved'>>;
  return `${text('trigger') || '?'}: ${counted(changes?.count ?? 0, 'file')} written`;
};

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
