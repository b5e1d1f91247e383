import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import { isAbsolute, relativeTo } from './paths.ts';
import { type Plane, planeOfPath } from './planes.ts';
import type { Projection } from './projection.ts';
import { writtenPath } from './tools.ts';

export interface ChangedFile {
  /** Relative to its worktree; whole where it lies outside. */
  readonly path: string;
  /** The event of the last write. */
  readonly event: string;
}

export interface ChangesState {
  /** Files the session wrote, in the order of their first write; the oldest are forgotten beyond a thousand. */
  readonly files: readonly ChangedFile[];
  /** How many were forgotten. */
  readonly forgotten: number;
  /** Calls that wrote files of a plane which they do not name: how many, and the last one. */
  readonly unnamed: Readonly<Partial<Record<Plane, { readonly calls: number; readonly event: string }>>>;
}

const KEPT = 1000;

/** Files that the session wrote: through the host's writing tools, a shell, or another server's tool. A write that failed changed nothing. */
export const changesProjection: Projection<ChangesState> = {
  name: 'changes',
  version: 3,
  scope: 'stream',
  on: ['ToolCompleted', 'ChangesObserved'],
  initialState: { files: [], forgotten: 0, unnamed: {} },
  evolve: (state, event) => {
    if (event.type === 'ChangesObserved') return observed(state, event);
    const written = writtenPath(event.data['tool_name'], event.data['tool_input']);
    return written === null ? state : withFile(state, relativeTo(event.worktree, written), event.id);
  },
};

const withFile = (state: ChangesState, path: string, event: string): ChangesState => {
  const index = state.files.findIndex((file) => file.path === path);
  const known = state.files[index];
  if (known !== undefined) return { ...state, files: state.files.with(index, { ...known, event }) };
  const files = [...state.files, { path, event }];
  return files.length <= KEPT
    ? { ...state, files }
    : { ...state, files: files.slice(1), forgotten: state.forgotten + 1 };
};

const observed = (state: ChangesState, event: Envelope): ChangesState => {
  const { paths, planes } = event.data as EventData<'ChangesObserved'>;
  const named = paths.filter((path) => typeof path === 'string');
  const next = named.reduce((before, path) => withFile(before, path, event.id), state);
  const known = named.map(planeOfPath);
  const unnamed = (['code', 'docs'] as const).filter((plane) => planes.includes(plane) && !known.includes(plane));
  if (unnamed.length === 0) return next;
  const counted = unnamed.map((plane) => [plane, { calls: (state.unnamed[plane]?.calls ?? 0) + 1, event: event.id }]);
  return { ...next, unnamed: { ...state.unnamed, ...Object.fromEntries(counted) } };
};

/** What evidence is asked for of a file of the session: null for one that is neither code nor a document of its worktree. */
export const planeOfFile = ({ path }: ChangedFile): Plane | null => (isAbsolute(path) ? null : planeOfPath(path));

/** Files of a plane, or of none, that the session is known to have written, in the order of their first write. */
export const writtenIn = ({ files }: ChangesState, plane: Plane | null): readonly ChangedFile[] =>
  files.filter((file) => planeOfFile(file) === plane);
