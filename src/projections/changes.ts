import { relativeTo } from './paths.ts';
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
}

const KEPT = 1000;

/** Files written through the host's writing tools. A write that failed changed nothing. */
export const changesProjection: Projection<ChangesState> = {
  name: 'changes',
  version: 1,
  scope: 'stream',
  on: ['ToolCompleted'],
  initialState: { files: [], forgotten: 0 },
  evolve: (state, event) => {
    const written = writtenPath(event.data['tool_name'], event.data['tool_input']);
    if (written === null) return state;
    const path = relativeTo(event.worktree, written);
    const index = state.files.findIndex((file) => file.path === path);
    const known = state.files[index];
    if (known !== undefined) return { ...state, files: state.files.with(index, { ...known, event: event.id }) };
    const files = [...state.files, { path, kind: fileKind(path), event: event.id }];
    return files.length <= KEPT ? { ...state, files } : { files: files.slice(1), forgotten: state.forgotten + 1 };
  },
};

/** The changed files of some kinds, in the order of their first write. */
export const changedFiles = (state: ChangesState, kinds: readonly FileKind[]): string[] =>
  state.files.flatMap(({ path, kind }) => (kinds.includes(kind) ? [path] : []));
