import { isRow, textIn } from './row.ts';

/** A call whose result is still to come. */
export interface OpenCall {
  readonly tool: string;
  readonly input: unknown;
}

/** The calls of a session, as far as they must be remembered. */
export interface OpenCalls {
  /** False for one that was requested before: its line stands in the file twice, or in two. */
  readonly open: (call: string, tool: string, input: unknown) => boolean;
  /** The call that a result is of; undefined of one that nobody requested, or so long ago that it was forgotten. */
  readonly close: (call: string) => OpenCall | undefined;
  /** Which kind of subagent was asked for with a text, among the calls that are open. */
  readonly agentFor: (prompt: string) => { readonly call: string; readonly type: string } | null;
}

/** How much of the inputs of open calls is kept, in UTF-16 units of JSON: calls that never end must not fill the memory. */
const MOST_KEPT = 16 * 1024 * 1024;

export const openCalls = (): OpenCalls => {
  const seen = new Set<string>();
  const waiting = new Map<string, OpenCall & { readonly size: number }>();
  let kept = 0;
  const forget = (call: string): OpenCall | undefined => {
    const known = waiting.get(call);
    if (known === undefined) return undefined;
    waiting.delete(call);
    kept -= known.size;
    return known;
  };
  return {
    open: (call, tool, input) => {
      if (seen.has(call)) return false;
      seen.add(call);
      const size = (JSON.stringify(input) ?? '').length + call.length + tool.length;
      waiting.set(call, { tool, input, size });
      kept += size;
      for (const oldest of waiting.keys()) {
        if (kept <= MOST_KEPT) break;
        forget(oldest);
      }
      return true;
    },
    close: forget,
    agentFor: (prompt) => {
      for (const [call, { tool, input }] of waiting) {
        if ((tool !== 'Agent' && tool !== 'Task') || !isRow(input)) continue;
        if (textIn(input, 'prompt')?.trim() === prompt.trim())
          return { call, type: textIn(input, 'subagent_type') ?? '' };
      }
      return null;
    },
  };
};
