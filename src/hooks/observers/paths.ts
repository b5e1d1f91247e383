import { dirname, join, resolve, sep } from 'node:path';
import { realFolder } from '../../events/git-layout.ts';
import type { EventData } from '../../events/schemas.ts';
import { relativeTo } from '../../projections/paths.ts';
import type { Act } from '../../shell/acts/act.ts';
import type { CallPlace } from '../place.ts';

type ObservedPaths = EventData<'PathsObserved'>['paths'];
type Place = ObservedPaths[number]['place'];

/** Where the paths of an act lead, links resolved. Nothing there need exist. */
export const observePaths = (
  { paths, directory, directoryKnown }: Pick<Act, 'paths' | 'directory' | 'directoryKnown'>,
  place: CallPlace,
): ObservedPaths =>
  paths.map(({ written }) => {
    const isAbsolute = written !== null && /^[/~]/.test(written);
    if (written === null || (!directoryKnown && !isAbsolute)) return { written, path: null, place: 'unknown' };
    const base = isAbsolute ? place.folder : place.folderAt(directory);
    const named = written.startsWith('~') ? place.folderAt(written) : resolve(base, written);
    // A link is removed as a link; what holds it is where it leads.
    const path = named === '/' ? '/' : join(realFolder(dirname(named)), named.slice(named.lastIndexOf(sep) + 1));
    return { written, path, place: placeOfPath(path, base, place) };
  });

const placeOfPath = (path: string, base: string, place: CallPlace): Place => {
  const holds = (inner: string): boolean => inner === path || relativeTo(path, inner) !== inner;
  if (path === '/') return 'root';
  if (holds(place.folderAt('~'))) return 'home';
  if (holds(place.projectDir) || holds(place.worktree) || holds(base)) return 'project';
  const git = place.gitOf(dirname(path));
  if (git !== null && relativeTo(git.commonDir, path) !== path) return 'git';
  if (relativeTo(place.worktree, path) !== path || relativeTo(place.projectDir, path) !== path) return 'inside';
  if (git !== null && git.commonDir === place.projectGit?.commonDir) return 'worktree';
  if (TEMPORARY.some((folder) => relativeTo(folder, path) !== path)) return 'temporary';
  return SYSTEM.some((folder) => path === folder || relativeTo(folder, path) !== path) ? 'system' : 'outside';
};

const TEMPORARY = ['/tmp', '/private/tmp', '/var/tmp'];

const SYSTEM = ['/bin', '/boot', '/dev', '/etc', '/lib', '/opt', '/proc', '/root', '/sbin', '/sys', '/usr', '/var'];
