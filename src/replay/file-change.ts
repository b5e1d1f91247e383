import { structuredPatch } from 'diff';
import type { Envelope } from '../events/envelope.ts';
import { relativeTo } from '../projections/paths.ts';
import { writtenPath } from '../projections/tools.ts';
import { type KeptText, keptText } from './kept-text.ts';

/** Lines that belong together: each begins with a blank, `-`, `+` or a backslash, as in a patch. */
export interface Hunk {
  readonly oldStart: number | null;
  readonly newStart: number | null;
  readonly lines: readonly string[];
}

/** What a call does to a file. */
export interface FileChange {
  readonly path: string;
  /** What is known of it: the patch that the host made, what was asked for, or a whole new content. */
  readonly from: 'patch' | 'edit' | 'content';
  readonly hunks: readonly Hunk[];
  /** Bytes of the text, where the log keeps only its beginning and end here. */
  readonly cutFrom: number | null;
}

type Fields = Readonly<Record<string, unknown>>;

/** What the events of a call say it does to a file; null where it writes none. The host's own patch says most. */
export const fileChangeOf = (events: readonly Envelope[]): FileChange | null => {
  for (const event of events.toReversed()) {
    const { tool_name: tool, tool_input: input, tool_response: response } = event.data;
    const file = writtenPath(tool, input);
    if (file === null || !isRecord(input)) continue;
    const path = relativeTo(event.worktree, file);
    const patch = isRecord(response) ? hunksIn(response['structuredPatch']) : [];
    if (patch.length > 0) return { path, from: 'patch', hunks: patch, cutFrom: null };
    // A file that is new has no patch, and what was asked for is what it holds.
    if (event.type === 'ToolRequested' || event.type === 'PermissionRequested') return askedChange(path, input);
  }
  return null;
};

const askedChange = (path: string, input: Fields): FileChange | null => {
  const content = keptText(input['content'] ?? input['new_source']);
  if (content !== null && input['old_string'] === undefined) {
    const lines = linesOf(content.text).map((text) => `+${text}`);
    return {
      path,
      from: 'content',
      hunks: [{ oldStart: null, newStart: content.cutFrom === null ? 1 : null, lines }],
      cutFrom: content.cutFrom,
    };
  }
  const edits = (Array.isArray(input['edits']) ? input['edits'] : [input]).filter(isRecord).flatMap(editOf);
  if (edits.length === 0) return null;
  return {
    path,
    from: 'edit',
    hunks: edits.flatMap(({ hunks }) => hunks),
    cutFrom: edits.find(({ cutFrom }) => cutFrom !== null)?.cutFrom ?? null,
  };
};

const editOf = (edit: Fields): { readonly hunks: readonly Hunk[]; readonly cutFrom: number | null }[] => {
  const [before, after] = [keptText(edit['old_string']), keptText(edit['new_string'])];
  if (before === null || after === null) return [];
  return [{ hunks: hunksBetween(before, after), cutFrom: before.cutFrom ?? after.cutFrom }];
};

/** Where in the file it stands, nobody recorded. */
const hunksBetween = (before: KeptText, after: KeptText): Hunk[] =>
  structuredPatch('', '', withEnd(before.text), withEnd(after.text), '', '', { context: CONTEXT }).hunks.map(
    ({ lines }) => ({ oldStart: null, newStart: null, lines }),
  );

const CONTEXT = 3;

/** Edits are parts of lines as well: that a part has no line end says nothing of the file. */
const withEnd = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`);

const linesOf = (text: string): string[] => (text.endsWith('\n') ? text.slice(0, -1) : text).split('\n');

const hunksIn = (patch: unknown): Hunk[] =>
  (Array.isArray(patch) ? patch : []).filter(isRecord).flatMap(({ oldStart, newStart, lines }): Hunk[] =>
    Array.isArray(lines) && lines.every((text) => typeof text === 'string')
      ? [
          {
            oldStart: typeof oldStart === 'number' ? oldStart : null,
            newStart: typeof newStart === 'number' ? newStart : null,
            lines,
          },
        ]
      : [],
  );

const isRecord = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
