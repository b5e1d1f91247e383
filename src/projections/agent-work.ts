import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import { isAbsolute } from './paths.ts';
import { writtenPath } from './tools.ts';

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

export const NO_WORK: AgentWork = { places: [], acts: [], open: [] };

const MOST_PLACES = 8;
const MOST_ACTS = 16;
const MOST_OPEN = 8;
/** What a call of a subagent adds to its work. */
export const workAfter = (work: AgentWork, event: Envelope): AgentWork => {
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
