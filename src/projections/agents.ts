import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import { agentAnswered, agentEnded, agentFound, agentStarted, agentsAbandoned } from './agents-steps.ts';
import { isAbsolute } from './paths.ts';
import type { Projection } from './projection.ts';
import { writtenPath } from './tools.ts';

/** A subagent, from its first sight to its end. */
export interface AgentRun {
  /** The host's id; `main` where the host gave none. */
  readonly id: string;
  /** As the host calls it. */
  readonly type: string;
  /** Of what is told of its start and end: the event; null where nobody saw that. */
  readonly start: string | null;
  readonly startedAt: string | null;
  readonly end: string | null;
  readonly endedAt: string | null;
  /** The answer that gave it its context. */
  readonly told: string | null;
  /** How many findings its end left. */
  readonly findings: number;
}

/** What a subagent did since its last end, and where it worked at all. */
export interface AgentWork {
  /** Folders in which it wrote, and worktrees in which its git acts worked; the last one last. */
  readonly places: readonly string[];
  /** Kinds of git acts that it carried out. */
  readonly acts: readonly string[];
  /** Its calls that are under way, with their git acts and where those work. */
  readonly open: readonly OpenActs[];
}

interface OpenActs {
  readonly call: string;
  readonly acts: readonly string[];
  readonly place: string | null;
}

export interface AgentsState {
  /** In the order of their starts. */
  readonly running: readonly AgentRun[];
  /** The most recent ones, the last one last. An end that nobody saw is null. */
  readonly ended: readonly AgentRun[];
  /** By the host's id. */
  readonly work: Readonly<Record<string, AgentWork>>;
  /** Of the subagent that ended last: its end, and what it did. */
  readonly last: { readonly end: string; readonly work: AgentWork } | null;
}

export const NO_WORK: AgentWork = { places: [], acts: [], open: [] };

const MOST_PLACES = 8;
const MOST_ACTS = 16;
const MOST_OPEN = 8;
const MOST_WORKING = 32;

/**
 * The subagents of a session. Starts without an end and ends without a start are tolerated; what has neither a type nor a
 * start is no subagent: a helper of the host's own, as that of `/compact` (measured.md, "Payloads").
 */
export const agentsProjection: Projection<AgentsState> = {
  name: 'agents',
  version: 1,
  scope: 'stream',
  on: [
    'SubagentStarted',
    'SubagentStopped',
    'CommandUnderstood',
    'GitObserved',
    'ToolCompleted',
    'ToolFailed',
    'ChangesObserved',
    'AnswerSent',
    'FindingsRecorded',
    'SessionEnded',
  ],
  initialState: { running: [], ended: [], work: {}, last: null },
  evolve: (state, event) => {
    switch (event.type) {
      case 'SubagentStarted':
        return agentStarted(state, event);
      case 'SubagentStopped':
        return agentEnded(state, event);
      case 'FindingsRecorded':
        return agentFound(state, event);
      case 'SessionEnded':
        return state.running.length === 0 ? state : agentsAbandoned(state);
      case 'AnswerSent':
        return state.running.length > 0 && givesContext(event) ? agentAnswered(state, event) : state;
      default:
        return event.actor.id === 'main' ? state : worked(state, event);
    }
  },
};

const givesContext = ({ data }: Envelope): boolean =>
  (data as EventData<'AnswerSent'>).verdicts.some(({ gate }) => gate === 'subagent-start');

/** What a call of a subagent says of its work. */
const worked = (state: AgentsState, event: Envelope): AgentsState => {
  const before = Object.hasOwn(state.work, event.actor.id) ? (state.work[event.actor.id] as AgentWork) : NO_WORK;
  const after = workAfter(before, event);
  if (after === before) return state;
  const { [event.actor.id]: _, ...others } = state.work;
  const kept = Object.entries(others).slice(1 - MOST_WORKING);
  return { ...state, work: Object.fromEntries([...kept, [event.actor.id, after]]) };
};

const workAfter = (work: AgentWork, event: Envelope): AgentWork => {
  const { type, call, data, worktree } = event;
  switch (type) {
    case 'CommandUnderstood': {
      const acts = ((data as EventData<'CommandUnderstood'>).acts ?? [])
        .map(({ kind }) => kind)
        .filter((kind) => GIT_ACTS.includes(kind));
      if (acts.length === 0 || call === null) return work;
      return { ...work, open: [...work.open, { call, acts, place: null }].slice(-MOST_OPEN) };
    }
    case 'GitObserved': {
      const { about, worktree: place, project } = data as EventData<'GitObserved'>;
      if (!about.startsWith('act ') || !project || !work.open.some((open) => open.call === call)) return work;
      return { ...work, open: work.open.map((open) => (open.call === call ? { ...open, place } : open)) };
    }
    case 'ChangesObserved': {
      const paths = (data as EventData<'ChangesObserved'>).paths.filter((path) => isAbsolute(path)).map(folderOf);
      return atPlaces(work, paths.length > 0 || worktree === null ? paths : [worktree]);
    }
    default: {
      const done = work.open.find((open) => open.call === call);
      const rest = done === undefined ? work : { ...work, open: work.open.filter((open) => open !== done) };
      if (type === 'ToolFailed') return rest;
      const path = writtenPath(data['tool_name'], data['tool_input']);
      const at = [...(path === null ? [] : [folderOf(wholePath(path, data['cwd'] ?? worktree))]), done?.place ?? null];
      const acts = [...new Set([...rest.acts, ...(done?.acts ?? [])])].slice(-MOST_ACTS);
      return atPlaces(
        done === undefined ? rest : { ...rest, acts },
        at.filter((place) => place !== null),
      );
    }
  }
};

/** Acts that make commits. */
const GIT_ACTS = ['gh-pr-merge', 'git-cherry-pick', 'git-commit', 'git-continue', 'git-merge', 'git-revert'];

const atPlaces = (work: AgentWork, more: readonly string[]): AgentWork => {
  const found = more.filter((place) => place !== '' && place !== work.places.at(-1));
  if (found.length === 0) return work;
  const places = [...work.places.filter((place) => !found.includes(place)), ...new Set(found)];
  return { ...work, places: places.slice(-MOST_PLACES) };
};

const wholePath = (path: string, cwd: unknown): string =>
  isAbsolute(path) ? path : typeof cwd === 'string' ? `${cwd}/${path}` : '';

const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')));
