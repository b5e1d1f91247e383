import type { EventData } from '../events/schemas.ts';
import type { Projection } from './projection.ts';

export interface MovedFile {
  /** Where the agent thinks that it wrote it, links resolved. */
  readonly from: string;
  readonly to: string;
  /** The ruling that moved it. */
  readonly event: string;
}

export interface MovedFilesState {
  /** In the order of their last writing; the oldest are forgotten beyond two hundred. */
  readonly files: readonly MovedFile[];
}

const KEPT = 200;

/** Files that commands of this session wrote elsewhere than they said, because docket rewrote the commands. */
export const movedFilesProjection: Projection<MovedFilesState> = {
  name: 'moved',
  version: 1,
  scope: 'stream',
  on: ['GatesRuled'],
  initialState: { files: [] },
  evolve: (state, event) => {
    const { decision, verdicts, repeatOf } = event.data as EventData<'GatesRuled'>;
    if (repeatOf !== undefined || (decision !== 'rewrite' && decision !== 'ask')) return state;
    const moved = verdicts.flatMap((verdict) => (verdict.mode === 'enforce' ? (verdict.moved ?? []) : []));
    if (moved.length === 0) return state;
    const others = state.files.filter(({ from }) => !moved.some((file) => file.from === from));
    return { files: [...others, ...moved.map(({ from, to }) => ({ from, to, event: event.id }))].slice(-KEPT) };
  },
};
