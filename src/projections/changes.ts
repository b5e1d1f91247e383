import { relativeTo } from './paths.ts';
import type { Projection } from './projection.ts';
import { type FileKind, fileKind } from './source-files.ts';
import { writtenPath } from './tools.ts';

export interface ChangedFile {
  readonly kind: FileKind;
  /** The event of the last write. */
  readonly event: string;
}

export interface ChangesState {
  /** Files the session wrote, relative to their worktree; the oldest are forgotten beyond a thousand. */
  readonly files: Readonly<Record<string, ChangedFile>>;
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
  initialState: { files: {}, forgotten: 0 },
  evolve: (state, event) => {
    const path = writtenPath(event.data['tool_name'], event.data['tool_input']);
    if (path === null) return state;
    const relative = relativeTo(event.worktree, path);
    const { [relative]: _before, ...others } = state.files;
    const files = { ...others, [relative]: { kind: fileKind(relative), event: event.id } };
    const names = Object.keys(files);
    if (names.length <= KEPT) return { ...state, files };
    const { [names[0] as string]: _oldest, ...kept } = files;
    return { files: kept, forgotten: state.forgotten + 1 };
  },
};

/** The changed files of some kinds, in the order of their last write. */
export const changedFiles = (state: ChangesState, kinds: readonly FileKind[]): string[] =>
  Object.entries(state.files).flatMap(([path, file]) => (kinds.includes(file.kind) ? [path] : []));
