import type { Envelope } from '../events/envelope.ts';
import type { EventData } from '../events/schemas.ts';
import { relativeTo } from './paths.ts';
import { type Plane, planeOfPath } from './planes.ts';
import type { Projection } from './projection.ts';
import { type FileKind, fileKind } from './source-files.ts';
import { writtenPath } from './tools.ts';

export interface ChangedFile {
  /** Relative to its worktree. */
  readonly path: string;
  readonly kind: FileKind;
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
  const files = [...state.files, { path, kind: fileKind(path), event }];
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

/** The changed files of some kinds, in the order of their first write. */
export const changedFiles = (state: ChangesState, kinds: readonly FileKind[]): string[] =>
  state.files.flatMap(({ path, kind }) => (kinds.includes(kind) ? [path] : []));
