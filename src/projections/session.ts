import type { Envelope } from '../events/envelope.ts';
import { HOST_EVENT_TYPES } from '../events/host-event-names.ts';
import { UNKNOWN_HOST_EVENT } from '../events/host-event-types.ts';
import type { EventData } from '../events/schemas.ts';
import type { Plane } from './planes.ts';
import type { Projection } from './projection.ts';
import { mayWrite } from './tools.ts';

export interface SessionState {
  readonly host: string | null;
  readonly worktree: string | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly kind: EventData<'HostObserved'>['kind'] | null;
  readonly kindBecause: string | null;
  readonly permissionMode: string | null;
  /** The commit at session start, where git could say. */
  readonly headAtStart: string | null;
  readonly branchAtStart: string | null;
  /** Which content there was as it began; null where nobody looked. */
  readonly baseline: SessionBaseline | null;
  /** The first call that may have written files without naming them: a command that nothing proves safe, another server's tool. */
  readonly mayHaveWritten: string | null;
  /** The last command that makes a commit. */
  readonly commits: string | null;
}

export interface SessionBaseline {
  readonly event: string;
  /** The commit that was checked out. */
  readonly head: string | null;
  /** Null where git could not say. */
  readonly digests: Readonly<Record<Plane, string | null>>;
}

/**
 * The agent session: host, start and end, kind, permission mode, from what the host reported. The first sight of a
 * session may be any event, since hosts do not always fire SessionStart.
 */
export const sessionProjection: Projection<SessionState> = {
  name: 'session',
  version: 2,
  scope: 'stream',
  on: [...HOST_EVENT_TYPES, UNKNOWN_HOST_EVENT, 'HostObserved', 'GitObserved', 'TreeObserved', 'CommandUnderstood'],
  initialState: {
    host: null,
    worktree: null,
    startedAt: null,
    endedAt: null,
    kind: null,
    kindBecause: null,
    permissionMode: null,
    headAtStart: null,
    branchAtStart: null,
    baseline: null,
    mayHaveWritten: null,
    commits: null,
  },
  evolve: (state, event) => {
    const next = evolved(state, event);
    // When one that was imported ended nobody wrote down: its last event says so much that it is not live.
    return event.provenance === 'import' ? { ...next, endedAt: event.at } : next;
  },
};

const evolved = (state: SessionState, event: Envelope): SessionState => {
  const next = withCircumstances(state, event);
  switch (event.type) {
    case 'SessionStarted':
      return { ...next, endedAt: null };
    case 'SessionEnded':
      return { ...next, endedAt: event.at };
    case 'HostObserved': {
      const data = event.data as EventData<'HostObserved'>;
      return { ...next, kind: data.kind, kindBecause: data.because };
    }
    case 'GitObserved': {
      const data = event.data as EventData<'GitObserved'>;
      return data.about === 'session' && state.branchAtStart === null && state.headAtStart === null
        ? { ...next, headAtStart: data.commit, branchAtStart: data.branch }
        : next;
    }
    case 'TreeObserved': {
      const { about, head, tree } = event.data as EventData<'TreeObserved'>;
      // What a session began with does not change when it is resumed or its history compacted.
      if (about !== 'session' || state.baseline !== null) return next;
      return { ...next, baseline: { event: event.id, head, digests: { code: tree.code, docs: tree.docs } } };
    }
    case 'CommandUnderstood':
      return withCommand(next, event);
    case 'ToolCompleted':
    case 'ToolFailed':
      return next.mayHaveWritten === null && mayWrite(event.data['tool_name'])
        ? { ...next, mayHaveWritten: event.id }
        : next;
    default:
      return next;
  }
};

const withCommand = (state: SessionState, event: Envelope): SessionState => {
  const { review, acts = [] } = event.data as EventData<'CommandUnderstood'>;
  const isCommit = acts.some(({ kind }) => kind === 'git-commit');
  const isUnproven = state.mayHaveWritten === null && review?.safe !== true;
  if (!isCommit && !isUnproven) return state;
  return {
    ...state,
    commits: isCommit ? event.id : state.commits,
    mayHaveWritten: isUnproven ? event.id : state.mayHaveWritten,
  };
};

/** What any event of the host says about the session; the same object when it says nothing new. */
const withCircumstances = (state: SessionState, event: Envelope): SessionState => {
  const mode = event.data['permission_mode'];
  const permissionMode = typeof mode === 'string' ? mode : state.permissionMode;
  const worktree = event.worktree ?? state.worktree;
  if (state.startedAt !== null && permissionMode === state.permissionMode && worktree === state.worktree) return state;
  return { ...state, host: state.host ?? event.host, startedAt: state.startedAt ?? event.at, permissionMode, worktree };
};
