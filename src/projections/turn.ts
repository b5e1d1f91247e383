import type { EventData } from '../events/schemas.ts';
import type { Projection } from './projection.ts';
import { isSaidByPerson } from './said-by-person.ts';

export interface TurnState {
  /** The event of the last prompt a person gave; null before the first. */
  readonly prompt: string | null;
  /** The host's id of that prompt. */
  readonly id: string | null;
  /** How many prompts persons gave in this session. */
  readonly prompts: number;
  /** Tool calls requested since that prompt. */
  readonly tools: number;
  /** How often the end of this turn was blocked, and by which answers. */
  readonly stopBlocks: number;
  readonly stopBlockedBy: readonly string[];
  /** When, of each of these. */
  readonly stopBlockedAt: readonly string[];
  /** Tool calls that ran since the last block. */
  readonly toolsSinceBlock: number;
  /** Conditions that did not hold when the turn was let go all the same. */
  readonly openPoints: readonly string[];
  /** The answer that sent the turn back for what comes next; null while none did. */
  readonly nudgedBy: string | null;
}

const KEPT_BLOCKS = 8;

/**
 * What happened since a person last said something. A prompt made by the machine (task notifications, wake-ups) does
 * not begin a turn here: a gate that counts per prompt must not be reset by a subagent that ends.
 */
export const turnProjection: Projection<TurnState> = {
  name: 'turn',
  version: 3,
  scope: 'stream',
  on: ['PromptSubmitted', 'ToolRequested', 'ToolCompleted', 'ToolFailed', 'AnswerSent', 'GatesRuled'],
  initialState: {
    prompt: null,
    id: null,
    prompts: 0,
    tools: 0,
    stopBlocks: 0,
    stopBlockedBy: [],
    stopBlockedAt: [],
    toolsSinceBlock: 0,
    openPoints: [],
    nudgedBy: null,
  },
  evolve: (state, event) => {
    switch (event.type) {
      case 'PromptSubmitted':
        if (!isSaidByPerson(event)) return state;
        return {
          prompt: event.id,
          id: event.turn,
          prompts: state.prompts + 1,
          tools: 0,
          stopBlocks: 0,
          stopBlockedBy: [],
          stopBlockedAt: [],
          toolsSinceBlock: 0,
          openPoints: [],
          nudgedBy: null,
        };
      case 'ToolRequested':
        return { ...state, tools: state.tools + 1 };
      case 'ToolCompleted':
      case 'ToolFailed':
        return { ...state, toolsSinceBlock: state.toolsSinceBlock + 1 };
      case 'AnswerSent': {
        const answer = event.data as EventData<'AnswerSent'>;
        if (answer.repeatOf !== undefined) return state;
        const denies = (gate: string): boolean => answer.verdicts.some((v) => v.gate === gate && v.decision === 'deny');
        const next = denies('forward-motion') ? { ...state, nudgedBy: event.id } : state;
        if (!denies('stop-guard')) return next;
        return {
          ...next,
          stopBlocks: state.stopBlocks + 1,
          stopBlockedBy: [...state.stopBlockedBy, event.id].slice(-KEPT_BLOCKS),
          stopBlockedAt: [...state.stopBlockedAt, event.at].slice(-KEPT_BLOCKS),
          toolsSinceBlock: 0,
        };
      }
      case 'GatesRuled': {
        const { verdicts } = event.data as EventData<'GatesRuled'>;
        const stop = verdicts.find(({ gate, mode }) => gate === 'stop-guard' && mode === 'enforce');
        if (stop === undefined) return state;
        const open = stop.decision === 'pass' ? stop.conditions.filter(({ holds }) => !holds) : [];
        return { ...state, openPoints: open.map(({ name }) => name) };
      }
      default:
        return state;
    }
  },
};
