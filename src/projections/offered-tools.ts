import type { Projection } from './projection.ts';
import { toolKind } from './tools.ts';

export interface OfferedToolsState {
  /** Servers (`mcp__multi`) and tools of none of which a call was requested, with the event of the first; oldest first. */
  readonly seen: readonly (readonly [name: string, event: string])[];
}

const KEPT = 32;

/**
 * The tools that this session is known to offer besides the host's own. Hosts do not tell which there are; a call of one
 * that is not offered fires no event (measured.md, "Payloads"), so one that was requested is.
 */
export const offeredToolsProjection: Projection<OfferedToolsState> = {
  name: 'offered-tools',
  version: 1,
  scope: 'stream',
  on: ['ToolRequested'],
  initialState: { seen: [] },
  evolve: (state, event) => {
    const name = event.data['tool_name'];
    if (typeof name !== 'string' || toolKind(name) !== 'other') return state;
    const offered = offeredBy(name);
    if (state.seen.some(([seen]) => seen === offered)) return state;
    return { seen: [...state.seen, [offered, event.id] as const].slice(-KEPT) };
  },
};

/** The event by which a tool is known to be offered: a call of it, or of another tool of its server. */
export const offeredSince = ({ seen }: OfferedToolsState, tool: string): string | null =>
  seen.find(([name]) => name === offeredBy(tool))?.[1] ?? null;

const offeredBy = (tool: string): string => {
  const end = tool.startsWith('mcp__') ? tool.indexOf('__', 'mcp__'.length) : -1;
  return end < 0 ? tool : tool.slice(0, end);
};
