import { readSession } from '../events/read-sessions.ts';
import type { StreamIndex } from '../events/stream-index.ts';
import { loadState } from '../hooks/load-state.ts';
import { type Fold, startFold } from '../projections/fold.ts';
import type { Project } from './project.ts';

/**
 * The state of a project as a session sees it: of the whole log; for a session that was imported, of that session alone, under the
 * project's policy of today.
 */
export const foldFor = ({ folder, location }: Project, stream: string | null, index: StreamIndex): Fold => {
  const { fold } = loadState(folder, location.root, null, {
    readSession: (name, to) => readSession(folder, name, index, to),
  });
  const isImported = index.streams.some((known) => known.stream === stream && known.imported);
  if (stream === null || !isImported) return fold;
  const { project } = fold.state();
  const apart = startFold({ from: { project, worktrees: [] } });
  for (const { event } of readSession(folder, stream, index)) apart.apply(event);
  return apart;
};
