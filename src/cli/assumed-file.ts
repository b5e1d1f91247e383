import type { EventDraft } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';

/**
 * A file that is taken to have so many lines after the call. What else the call says of it stays: where nothing could be
 * read, it is there and has neither header nor decision.
 */
export const withFileOf =
  (named: string, lines: number) =>
  (draft: EventDraft): EventDraft => {
    if (!isFile(draft.data['path'], named)) return draft;
    if (draft.type === 'FileObserved') {
      return draft.data['kind'] === 'source' ? { ...draft, data: { ...draft.data, linesAtMost: lines } } : draft;
    }
    if (draft.type !== 'ContentObserved') return draft;
    const content = draft.data as EventData<'ContentObserved'>;
    const unread = content.problem === null ? {} : { exists: true, header: null, decisions: [] };
    return { ...draft, data: { ...content, ...unread, lines, problem: null } };
  };

/** Whether two spellings name a file: one of them may say only the end of its path. */
const isFile = (path: unknown, named: string): boolean =>
  typeof path === 'string' && (path === named || path.endsWith(`/${named}`) || named.endsWith(`/${path}`));
