import { dirname, join } from 'node:path';
import { realFolder } from '../../events/git-layout.ts';
import type { EventData } from '../../events/schemas.ts';
import { isIn, relativeTo } from '../../projections/paths.ts';
import type { Act } from '../../shell/acts/act.ts';
import type { CallPlace } from '../place.ts';
import { systemPlace } from './system-folders.ts';

type ObservedPath = EventData<'PathsObserved'>['paths'][number];

/**
 * Where the paths of an act lead, links resolved; a pattern by the part before it. Nothing there need exist. What
 * happens on another machine is judged by the text alone.
 */
export const observePaths = (act: ActPlace, place: CallPlace): ObservedPath[] =>
  act.paths.map(({ written, prefix }) =>
    written === null && prefix !== undefined ? observeBeginning(prefix, act, place) : observeOne(written, act, place),
  );

type ActPlace = Pick<Act, 'paths' | 'directory' | 'directoryKnown' | 'details'>;

/** Of a path that is not known to its end: whatever is in a folder that holds nothing else, or begins with a name. */
const observeBeginning = (prefix: string, act: ActPlace, place: CallPlace): ObservedPath => {
  if (!prefix.endsWith('/')) return { ...observeOne(`${prefix}*`, act, place), written: null };
  const folder = observeOne(prefix, act, place);
  const isHarmless = folder.place === 'inside' || (folder.place === 'temporary' && !isSharedFolder(folder.path));
  return isHarmless || folder.place === 'scratch' ? { ...folder, written: null } : nowhere(null, 'unknown');
};

const isSharedFolder = (path: string | null): boolean => path?.endsWith('/tmp') === true;

const observeOne = (written: string | null, act: ActPlace, place: CallPlace): ObservedPath => {
  if (written === null || written === '' || written.length > LONGEST_PATH) return nowhere(written, 'unknown');
  if (isOfOtherSystem(written)) return nowhere(written, 'outside');
  // `~root`: another user's home.
  const user = /^~[^/]+(.*)$/.exec(written);
  if (user !== null) return nowhere(written, /^\/*(?:\.?\*)?\/*$/.test(user[1] ?? '') ? 'home' : 'outside');
  if (act.details['host'] !== undefined) return elsewhere(written);
  const isAbsolute = /^[/~]/.test(written);
  if (!act.directoryKnown && !isAbsolute) return nowhere(written, 'unknown');
  const target = targetOf(written, isAbsolute ? '/' : place.folderAt(act.directory), place);
  return { written, path: target.path, place: placeOf(target, place) };
};

const LONGEST_PATH = 4096;

/** `C:\x`, `C:/x`, `\`: names of another kind of system, which some shells take all the same. */
const isOfOtherSystem = (written: string): boolean => /^(?:[A-Za-z]:(?:[\\/]|$)|\\)/.test(written);

const nowhere = (written: string | null, place: ObservedPath['place']): ObservedPath => ({
  written: written === null ? null : written.slice(0, LONGEST_PATH),
  path: null,
  place,
});

interface Target {
  /** The folder, when it is all in the folder. */
  readonly path: string;
  /** A pattern that everything in the folder matches. */
  readonly contents: boolean;
  /** Other patterns: some of the things in `path`'s folder. */
  readonly some: boolean;
}

// Patterns are compiled where they are used: most calls of the hook never need them.
const isPattern = (segment: string): boolean => /[*?[{]|^[!@+]\(/.test(segment);
const isEverything = (segment: string): boolean =>
  /^(?:\.?[*?]+|\.?\[[!^]\.\][*?]*|\*\.\*|\{[.*?,]+\}|!\(.*\))$/.test(segment);

/** Walks the path as the kernel would: `..` after a link leads to where the link's target lies. */
const targetOf = (written: string, base: string, place: CallPlace): Target => {
  const segments = written.split('/').filter((segment) => segment !== '' && segment !== '.');
  let path = base;
  // `./~` is a file of that name.
  if (segments[0] === '~' && written.startsWith('~')) {
    segments.shift();
    path = place.folderAt('~');
  }
  const pattern = segments.findIndex((segment) => isPattern(segment));
  const fixed = pattern < 0 ? segments : segments.slice(0, pattern);
  let isReal = true;
  for (const segment of fixed) {
    if (segment === '..') path = dirname(isReal ? path : realFolder(path));
    else path = join(path, segment);
    isReal = segment === '..';
  }
  if (pattern >= 0) return withoutPattern(segments.slice(pattern), realFolder(path));
  // A link is removed as a link; with a slash behind it, it is what it leads to.
  const follows = /(?:^|\/)\.{0,2}$/.test(written);
  const holder = dirname(path);
  const own = holder === path || follows ? realFolder(path) : join(realFolder(holder), path.slice(holder.length));
  return { path: own, contents: false, some: false };
};

/** All of a folder, or some of what is in it; nothing of a pattern but these two matters. */
const withoutPattern = (segments: readonly string[], folder: string): Target => {
  const pattern = segments.findIndex((segment) => isPattern(segment));
  const contents = pattern >= 0 && segments.slice(pattern).every((segment) => isEverything(segment));
  const path = join(folder, ...(contents ? segments.slice(0, pattern) : segments));
  return { path, contents, some: pattern >= 0 && !contents };
};

const placeOf = ({ path, contents, some }: Target, place: CallPlace): ObservedPath['place'] => {
  const system = systemPlace(path);
  if (system === 'root' || (some && dirname(path) === '/')) return 'root';
  if (isIn(path, place.folderAt('~'))) return 'home';
  const { projectDir, worktree, folder, projectGit } = place;
  const own = [projectDir, worktree, projectGit?.mainWorktree ?? projectDir, ...(contents ? [] : [folder])];
  if (own.some((inner) => isIn(path, inner))) return 'project';
  const gits = [projectGit?.commonDir, projectGit?.gitDir, ...[worktree, projectDir, folder].map(gitFolder)];
  if (gits.some((git) => git !== undefined && isIn(git, path))) return 'git';
  if (isOtherWorktree(path, place)) return 'worktree';
  if (isIn(worktree, path) || isIn(projectDir, path)) return 'inside';
  return system ?? 'outside';
};

const gitFolder = (folder: string): string => join(folder, '.git');

const isOtherWorktree = (path: string, { worktree, projectDir, projectGit, gitOf }: CallPlace): boolean => {
  const git = gitOf(path);
  if (git !== null && git.commonDir === projectGit?.commonDir) {
    if (git.worktree !== worktree && git.worktree !== projectDir) return true;
  }
  // The folders in which worktrees are kept, whatever is in them now.
  const own = isIn(worktree, path) ? worktree : projectDir;
  const inOwn = relativeTo(own, path);
  return inOwn !== path && /^(?:\.worktrees|\.claude\/worktrees)(?:\/|$)/.test(inOwn);
};

/** On another machine nothing is known but what every system has. */
const elsewhere = (written: string): ObservedPath => {
  const segments = written.split('/').filter((segment) => segment !== '' && segment !== '.');
  const isHome = written.startsWith('~');
  if (isHome || !written.startsWith('/')) {
    const isAll = isHome && segments.slice(1).every((segment) => isEverything(segment));
    return { written, path: null, place: isAll ? 'home' : 'outside' };
  }
  const path: string[] = [];
  for (const segment of segments) {
    if (segment === '..') path.pop();
    else path.push(segment);
  }
  const target = withoutPattern(path, '/');
  const isRoot = target.some && dirname(target.path) === '/';
  return { written, path: target.path, place: isRoot ? 'root' : (systemPlace(target.path) ?? 'outside') };
};
