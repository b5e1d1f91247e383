import { textOf, withoutPictures } from './content.ts';
import type { Row } from './row.ts';

/** What a tool's result says of its call. */
export type CallOutcome =
  | { readonly is: 'completed'; readonly response: unknown }
  | { readonly is: 'failed'; readonly error: string }
  /** It never ran: refused by the client, by a person or by a hook. Hooks are told of it with its batch alone. */
  | { readonly is: 'refused'; readonly response: unknown };

/**
 * Reads one result. The line's own `toolUseResult` is what a hook gets; where it is missing, as in transcripts of subagents, what the
 * model was told stands in its place.
 */
export const readResult = (line: Row, block: Row, isAlone: boolean): CallOutcome => {
  const told = block['content'];
  const text = textOf(told) ?? '';
  const structured = isAlone ? line['toolUseResult'] : undefined;
  if (block['is_error'] !== true) return { is: 'completed', response: withoutPictures(structured ?? told ?? '') };
  if (line['toolDenialKind'] !== undefined || REFUSED.test(text)) return { is: 'refused', response: text };
  const error = typeof structured === 'string' ? structured.replace(/^Error: /, '') : text;
  return { is: 'failed', error };
};

/**
 * What the model is told of a call that did not run: its input or its tool was none, it was not permitted, a person or a hook
 * refused it, or one that ran beside it failed.
 */
const REFUSED = new RegExp(
  [
    '^<tool_use_error>',
    "^The user doesn't want to (?:proceed with|take) this",
    '^The tool use was rejected',
    'requested permissions? to .* but you haven.t granted it yet',
    '^Permission to use .* has been denied',
    '^This .{1,40} command contains multiple operations\\. The following parts? requires? approval',
    '^(?:Hook )?PreToolUse:.{1,80}(?:hook error|denied this tool)',
    '^\\[Request interrupted by user for tool use\\]',
  ].join('|'),
);
