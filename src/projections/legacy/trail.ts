import type { Envelope } from '../../events/envelope.ts';
import { hasPromisedData } from '../../events/promised-data.ts';
import type { EventData } from '../../events/schemas.ts';
import { type Plane, planesWritten } from '../planes.ts';
import { auditLine } from './audit-line.ts';

/** A session as far as its files are concerned. */
export interface TrailSession {
  readonly stream: string;
  /** Where it had events, the first one first. */
  readonly worktrees: readonly string[];
  readonly isOver: boolean;
  /** When it last wrote code or documents, or had them reviewed. */
  readonly changedAt: string | null;
  /** The planes that it wrote. */
  readonly wrote: readonly Plane[];
}

/** The newest look at a worktree's content; null for a plane that was written since. */
export interface TrailTree {
  readonly worktree: string;
  readonly event: string;
  readonly head: string | null;
  readonly digests: Readonly<Record<Plane, string | null>>;
  /** Files by which the worktree differed from the commit. */
  readonly counts: Readonly<Record<Plane, number>>;
}

/** What legacy files need and no projection that gates use keeps. */
export interface Trail {
  /** The last hundred lines of `.audit-log`. */
  readonly lines: readonly string[];
  /** The most recently active ones, the last one last. */
  readonly sessions: readonly TrailSession[];
  readonly trees: readonly TrailTree[];
}

/** Changes whenever the same events would give another trail. */
export const TRAIL_VERSION = 2;

export const NO_TRAIL: Trail = { lines: [], sessions: [], trees: [] };

/** Seed 001, session-end.sh trims the audit log to so many. */
const KEPT_LINES = 100;
const KEPT_SESSIONS = 32;
const KEPT_TREES = 16;
const MOST_WORKTREES = 8;

/** The trail after one more event. One that is damaged changes nothing. */
export const evolveTrail = (trail: Trail, event: Envelope): Trail => {
  if (!hasPromisedData(event)) return trail;
  try {
    const line = auditLine(event);
    return {
      lines: line === null ? trail.lines : [...trail.lines, line].slice(-KEPT_LINES),
      sessions: sessionsAfter(trail.sessions, event),
      trees: treesAfter(trail.trees, event),
    };
  } catch {
    return trail;
  }
};

const sessionsAfter = (sessions: readonly TrailSession[], event: Envelope): readonly TrailSession[] => {
  // Nobody's session: what a person or docket itself appended.
  if (event.host === 'docket') return sessions;
  const last = sessions.at(-1);
  const known = last?.stream === event.stream ? last : sessions.find(({ stream }) => stream === event.stream);
  const next = sessionAfter(known ?? { ...NEW_SESSION, stream: event.stream }, event);
  if (known === last && next === known) return sessions;
  return [...sessions.filter((session) => session !== known), next].slice(-KEPT_SESSIONS);
};

const NEW_SESSION = { worktrees: [], isOver: false, changedAt: null, wrote: [] };

const sessionAfter = (session: TrailSession, event: Envelope): TrailSession => {
  const planes = planesWritten(event);
  const isChange = planes.length > 0 || event.type === 'ReviewRecorded';
  const isOver = event.type === 'SessionEnded' || (session.isOver && event.type !== 'SessionStarted');
  const isElsewhere = event.worktree !== null && !session.worktrees.includes(event.worktree);
  if (!isChange && isOver === session.isOver && !isElsewhere) return session;
  const wrote = planes.filter((plane) => !session.wrote.includes(plane));
  return {
    stream: session.stream,
    worktrees: isElsewhere ? [...session.worktrees, event.worktree].slice(0, MOST_WORKTREES) : session.worktrees,
    isOver,
    changedAt: isChange ? event.at : session.changedAt,
    wrote: [...session.wrote, ...wrote],
  };
};

const treesAfter = (trees: readonly TrailTree[], event: Envelope): readonly TrailTree[] => {
  if (event.type === 'TreeObserved') return treesWith(trees, event);
  const known = trees.find(({ worktree }) => worktree === event.worktree);
  if (known === undefined) return trees;
  const planes = planesWritten(event);
  if (planes.length === 0) return trees;
  const digests = { ...known.digests, ...Object.fromEntries(planes.map((plane) => [plane, null])) };
  return trees.map((tree) => (tree === known ? { ...known, digests } : tree));
};

const treesWith = (trees: readonly TrailTree[], event: Envelope): readonly TrailTree[] => {
  const { about, worktree, head, tree, counts } = event.data as EventData<'TreeObserved'>;
  if (about !== 'now' || worktree === null) return trees;
  const digests = { code: tree.code, docs: tree.docs };
  const others = trees.filter((other) => other.worktree !== worktree);
  return [...others, { worktree, event: event.id, head, digests, counts }].slice(-KEPT_TREES);
};
