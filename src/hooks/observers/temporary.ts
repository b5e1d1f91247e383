import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { realFolder } from '../../events/git-layout.ts';
import type { EventData } from '../../events/schemas.ts';
import { relativeTo } from '../../projections/paths.ts';
import type { Act } from '../../shell/acts/act.ts';
import type { CallPlace } from '../place.ts';

type ObservedPaths = EventData<'PathsObserved'>['paths'];
type Temporary = NonNullable<EventData<'PathsObserved'>['temporary']>;

/** The folder of a worktree that takes the place of the shared temporary one. */
const FOLDER = 'tmp';

/** Folders that any program on the machine writes to; on macOS the first is a link to the second. */
const SHARED = ['/tmp', '/private/tmp'];

/** The shared temporary folder that holds a path, or is it; empty for any other path. */
export const sharedFolderOf = (path: string): string => SHARED.find((shared) => holds(shared, path)) ?? '';

/**
 * What is known of an act's paths in the shared temporary folder: where links lead there, and whether something is there.
 * Null for a path elsewhere and for what is nobody else's: the project, and the host's own scratch folder.
 */
export const observeTemporary = (
  act: Pick<Act, 'directory' | 'directoryKnown'>,
  paths: ObservedPaths,
  scratch: unknown,
  place: CallPlace,
): Temporary => {
  const worktree = worktreeOf(act, place);
  const folder = realFolder(join(worktree, FOLDER));
  const own = [place.projectDir, place.worktree, worktree, ...(typeof scratch === 'string' ? [scratch] : [])];
  return {
    // A link may lead anywhere, also to where the files come from.
    folder: folder === join(realFolder(worktree), FOLDER) ? folder : null,
    paths: paths.map(({ path }) => {
      const shared = path === null ? '' : sharedFolderOf(path);
      if (path === null || shared === '' || own.some((top) => holds(top, path))) return null;
      const below = path === shared ? '' : relativeTo(shared, path);
      return isScratch(below) ? null : { path, below, exists: existsSync(path) };
    }),
  };
};

/** Another repository's folder is not for this project's files. */
const worktreeOf = ({ directory, directoryKnown }: Pick<Act, 'directory' | 'directoryKnown'>, place: CallPlace) =>
  (directoryKnown ? place.worktreeOf(place.folderAt(directory)) : null) ?? place.worktree;

const holds = (folder: string, path: string): boolean => path === folder || relativeTo(folder, path) !== path;

/** `claude-UID/…` (seed 001, guard check 1). */
const isScratch = (below: string): boolean => below.startsWith('claude-') && below.indexOf('/') > 'claude-'.length;
