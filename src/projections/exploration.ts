import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import type { Projection } from './projection.ts';
import { isSaidByPerson } from './said-by-person.ts';
import { toolKind } from './tools.ts';

export interface ExplorationState {
  /** The indexes of the code that there are; null before anybody looked. */
  readonly indexes: EventData<'IndexObserved'>['indexes'] | null;
  /** The event that says so. */
  readonly observed: string | null;
  /** Tools beside the host's own that answered since a person's last prompt, with the event of the first answer. */
  readonly asked: readonly (readonly [tool: string, event: string])[];
  /** Agents that were told of the index since then, with the event that told them. */
  readonly told: readonly (readonly [actor: string, event: string])[];
  /** How often agents were told of it in this session. */
  readonly times: number;
}

const KEPT = 32;

/**
 * How a session looks around in the code: by an index or by searching files. A turn is the prompt of a person; what a
 * subagent asks counts for the whole of it. A tool that failed was asked as well: insisting on it would help nobody.
 */
export const explorationProjection: Projection<ExplorationState> = {
  name: 'exploration',
  version: 1,
  scope: 'stream',
  on: ['PromptSubmitted', 'ToolCompleted', 'ToolFailed', 'IndexObserved', 'AnswerSent', 'GatesRuled'],
  initialState: { indexes: null, observed: null, asked: [], told: [], times: 0 },
  evolve: (state, event) => {
    switch (event.type) {
      case 'PromptSubmitted':
        if (!isSaidByPerson(event) || state.asked.length + state.told.length === 0) return state;
        return { ...state, asked: [], told: [] };
      case 'ToolCompleted':
      case 'ToolFailed':
        return answered(state, event);
      case 'IndexObserved':
        return { ...state, indexes: (event.data as EventData<'IndexObserved'>).indexes, observed: event.id };
      default:
        return told(state, event);
    }
  },
};

const answered = (state: ExplorationState, { id, data }: Envelope): ExplorationState => {
  const { tool_name: tool } = data;
  if (typeof tool !== 'string' || toolKind(tool) !== 'other' || state.asked.some(([name]) => name === tool))
    return state;
  return { ...state, asked: [...state.asked, [tool, id] as const].slice(-KEPT) };
};

/** Advice and denials that reached an agent, and those that would have under monitor. */
const told = (state: ExplorationState, { id, type, actor, data }: Envelope): ExplorationState => {
  const { verdicts, repeatOf } = data as EventData<'AnswerSent'>;
  if (repeatOf !== undefined) return state;
  const mode = type === 'AnswerSent' ? 'enforce' : 'monitor';
  const says = (verdict: { readonly gate: string; readonly decision: string; readonly mode?: string }): boolean =>
    verdict.gate === 'codegraph-nudge' && verdict.decision !== 'pass' && (verdict.mode ?? 'enforce') === mode;
  if (!verdicts.some(says)) return state;
  return { ...state, told: [...state.told, [actor.id, id] as const].slice(-KEPT), times: state.times + 1 };
};

/** The event by which a tool that a pattern (`mcp__codegraph__*`) names answered in this turn; null for none. */
export const askedSince = ({ asked }: ExplorationState, tools: string): string | null =>
  asked.find(([tool]) => isNamedBy(tools, tool))?.[1] ?? null;

/** Whether a pattern with `*` for any part names a tool. */
const isNamedBy = (pattern: string, tool: string): boolean => {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return tool === pattern;
  if (!tool.startsWith(first) || !tool.endsWith(last)) return false;
  let from = first.length;
  for (const part of rest) {
    const at = tool.indexOf(part, from);
    if (at < 0) return false;
    from = at + part.length;
  }
  return from <= tool.length - last.length;
};
