import { dirname, resolve } from 'node:path';
import type { Envelope } from '../../events/envelope.ts';
import { type GitLayout, realFolder } from '../../events/git-layout.ts';
import type { EventData } from '../../events/schemas.ts';
import { isIn, relativeTo } from '../../projections/paths.ts';
import { planeOfPath } from '../../projections/planes.ts';
import { writtenPath } from '../../projections/tools.ts';

/** Code of a worktree that an event says was written. */
export interface WrittenCode {
  readonly worktree: string;
  /** The files, absolute; none where nobody can say which. */
  readonly paths: readonly string[];
}

/**
 * The code that an event wrote, in the worktree where it lies, which need not be that of the call. Null where it wrote
 * none, or none in a repository. Takes the tool's input as the host sent it where that is known.
 */
export const writtenCode = (
  event: Envelope,
  gitOf: (folder: string) => GitLayout | null,
  toolInput: unknown = event.data['tool_input'],
): WrittenCode | null => {
  const { worktree } = event;
  if (worktree === null) return null;
  if (event.type === 'ChangesObserved') {
    const { planes, paths } = event.data as EventData<'ChangesObserved'>;
    if (!planes.includes('code')) return null;
    return { worktree, paths: paths.slice(0, MOST_PATHS).map((path) => resolve(worktree, path)) };
  }
  if (event.type !== 'ToolCompleted') return null;
  const named = writtenPath(event.data['tool_name'], toolInput);
  if (named === null) return null;
  const { cwd } = event.data;
  const path = resolve(typeof cwd === 'string' ? cwd : worktree, named);
  const folder = realFolder(dirname(path));
  const top = gitOf(folder)?.worktree ?? (isIn(worktree, folder) ? worktree : null);
  if (top === null) return null;
  const real = `${folder}${path.slice(dirname(path).length)}`;
  return planeOfPath(relativeTo(top, real)) === 'code' ? { worktree: top, paths: [real] } : null;
};

const MOST_PATHS = 64;
