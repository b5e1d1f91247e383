import type { GateContext } from '../gate.ts';
import type { JudgedAct, ObservedPath } from './act-rule.ts';

/** What a deletion would lose, by who should decide about it. */
export type DeletionLoss =
  /** The root, a home folder, the system's own files. */
  | 'system'
  /** The project, the working folder, or what holds them. */
  | 'project'
  /** The history: all of the repository's data, or what it cannot be without. */
  | 'git'
  /** Something else of the repository's data. */
  | 'in-git'
  /** Everything that lies in the project. */
  | 'all'
  /** Folders in the project, chosen by a pattern. */
  | 'matching'
  | 'worktree'
  | 'outside'
  | 'unknown';

/** What the paths of a `delete` or `move` lead to, each once. */
export const deletionLosses = (judged: JudgedAct, context: GateContext): DeletionLoss[] => {
  const { act, paths } = judged;
  if (act.kind === 'move') return paths.some((path) => isWholeSystem(path)) ? ['system'] : [];
  // Without an answer from the disk nobody knows where they lead.
  const known: readonly ObservedPath[] =
    paths.length > 0 ? paths : act.paths.map(({ written }) => ({ written, path: null, place: 'unknown' }));
  const losses = known.map((path) =>
    act.details['host'] === 'container' ? lossInContainer(path) : lossOf(path, judged, context),
  );
  return [...new Set(losses.filter((loss) => loss !== null))];
};

const lossOf = (path: ObservedPath, { act }: JudgedAct, context: GateContext): DeletionLoss | null => {
  const recursive = act.details['recursive'] === true;
  const matching = act.details['matching'] === true;
  const folders = recursive && !isRegenerated(path, act.details['names']);
  switch (path.place) {
    case 'root':
      return 'system';
    case 'system':
    case 'home':
      return matching ? 'outside' : 'system';
    case 'project':
      if (matching) return folders ? 'matching' : null;
      if (isPattern(path) && isOwnFolder(path, context)) return 'all';
      return recursive ? 'project' : null;
    case 'git':
      return lossInGit(path.path ?? '', recursive && !matching);
    case 'inside':
      return matching && folders ? 'matching' : null;
    case 'worktree':
      return folders ? 'worktree' : null;
    case 'temporary':
      return recursive && isShared(path) && !isPattern(path) ? 'outside' : null;
    case 'outside':
      return recursive || matching ? 'outside' : null;
    case 'unknown':
      return folders ? 'unknown' : null;
    default:
      return null;
  }
};

/** A container is made anew; that all of it goes is still no accident to pass over. */
const lossInContainer = (path: ObservedPath): DeletionLoss | null => (isWholeSystem(path) ? 'outside' : null);

const isWholeSystem = ({ place, path }: ObservedPath): boolean =>
  place === 'root' || place === 'home' || (place === 'system' && depthOf(path) <= 1);

/** Folders from the root. */
export const depthOf = (path: string | null): number =>
  (path ?? '').split('/').filter((segment) => segment !== '').length;

/** `*` and the like as the last part, which leaves out what begins with a dot. */
const isPattern = ({ written }: ObservedPath): boolean => /(?:^|\/)(?:[*?]|!\()[^/]*\/?$/.test(written ?? '');

/** The project's own folder or the working one, not one that holds them. */
const isOwnFolder = ({ path }: ObservedPath, { trigger }: GateContext): boolean =>
  path !== null && (path === trigger.worktree || path === trigger.data['cwd']);

/** Folders that all users keep their temporary files in. */
const isShared = ({ path }: ObservedPath): boolean => path !== null && /^(?:\/private)?(?:\/var)?\/tmp$/.test(path);

const lossInGit = (path: string, recursive: boolean): DeletionLoss | null => {
  const inGit = /\/\.git(?:\/(.*))?$/.exec(path)?.[1] ?? '';
  if (recursive && (inGit === '' || isVital(inGit))) return 'git';
  return /(?:\.lock|\.sample|_MSG|gc\.log)$/.test(inGit) ? null : 'in-git';
};

const isVital = (inGit: string): boolean =>
  /^(?:objects|refs|logs|packed-refs|HEAD|worktrees|modules)(?:\/|$)/.test(inGit);

/** What tools write again when it is gone. */
const isRegenerated = ({ written, place }: ObservedPath, names: unknown): boolean => {
  if (Array.isArray(names) && names.length > 0) return names.every((name) => isRegeneratedName(String(name)));
  const isHere = place === 'worktree' || (written !== null && !/^[/~]|\.\./.test(written));
  return isHere && isRegeneratedName((written ?? '').replace(/\/+$/, '').split('/').at(-1) ?? '');
};

// Patterns are compiled where they are used: most calls of the hook never need them.
const isRegeneratedName = (name: string): boolean =>
  /^(?:node_modules|dist|build|out|target|coverage|\.nyc_output|\.next|\.nuxt|\.output|\.turbo|\.cache|\.parcel-cache|\.vite|\.svelte-kit|\.angular|__pycache__|\.pytest_cache|\.mypy_cache|\.ruff_cache|\.tox|\.venv|venv|\.eggs|(?:\*|\w+)?\.egg-info|\.gradle|\.terraform|DerivedData|tmp|temp|logs|\.DS_Store|\*?\.py[cod])$/.test(
    name,
  );
