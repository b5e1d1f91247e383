import { join, resolve } from 'node:path';
import { findGitLayout, type GitLayout, realFolder } from '../events/git-layout.ts';
import type { Environment, Location } from '../events/location.ts';
import type { LogFs } from '../events/log-fs.ts';
import { isIn } from '../projections/paths.ts';
import { type OwnPlaces, ownPlaces } from './own-places.ts';

/** Where a hook call happens: what paths in the payload are relative to, and which repository is the project's. */
export interface CallPlace {
  readonly folder: string;
  /** Top folder of the worktree the call works in; the project directory outside git. */
  readonly worktree: string;
  readonly projectDir: string;
  readonly projectGit: GitLayout | null;
  /** The working directory the host named, when it is no longer there. */
  readonly missing: string | null;
  /** The repository that holds a folder (a real path); looked up once a folder. */
  readonly gitOf: (folder: string) => GitLayout | null;
  /** The top of the project's worktree that holds a folder (a real path); null for another repository's, and outside. */
  readonly worktreeOf: (folder: string) => string | null;
  /** A folder as a command names it (`../x`, `~/x`), from where the call works. */
  readonly folderAt: (name: string | null) => string;
  /** Whether a file, as it is named or as links lead, can be docket's own; false for what is plainly the project's. */
  readonly mayBeOwn: (path: string) => boolean;
  /** Where docket's own files are; worked out when it is asked for. */
  readonly own: () => OwnPlaces;
}

export interface PlaceInput {
  readonly location: Location;
  readonly cwd: string | null;
  readonly env: Environment;
  readonly fs: LogFs;
  /** The folder of docket's bundles; not protected where it is not given. */
  readonly program?: string | undefined;
}

/**
 * Where a call works: the host's working directory, or the project directory when the host names none or one that
 * is gone (the process's own directory would decide by accident).
 */
export const placeOf = ({ location, cwd, env, fs, program }: PlaceInput): CallPlace => {
  const { projectDir } = location;
  const gits = new Map<string, GitLayout | null>([[projectDir, location.git]]);
  const gitOf = (folder: string): GitLayout | null => {
    const known = gits.get(folder);
    if (known !== undefined) return known;
    const git = findGitLayout(folder);
    gits.set(folder, git);
    return git;
  };
  const missing = cwd !== null && !fs.existsSync(cwd) ? cwd : null;
  const isProject = cwd === null || missing !== null || cwd === env['CLAUDE_PROJECT_DIR'];
  const folder = isProject ? projectDir : realFolder(cwd);
  const home = env['HOME'] ?? env['USERPROFILE'] ?? projectDir;
  let own: OwnPlaces | undefined;
  const isElsewhere = ELSEWHERE.some((name) => (env[name] ?? '') !== '');
  const worktree = gitOf(folder)?.worktree ?? projectDir;
  return {
    folder,
    worktree,
    projectDir,
    projectGit: location.git,
    missing,
    gitOf,
    worktreeOf: (inside) => {
      const git = gitOf(inside);
      if (git !== null) return git.commonDir === location.git?.commonDir ? git.worktree : null;
      return isIn(projectDir, inside) ? projectDir : null;
    },
    folderAt: (name) => {
      if (name === null) return folder;
      return realFolder(name === '~' || name.startsWith('~/') ? join(home, name.slice(1)) : resolve(folder, name));
    },
    mayBeOwn: (path) => {
      const top = [worktree, projectDir].find((folder) => path.startsWith(`${folder}/`));
      return isElsewhere || top === undefined || mayNameOwn(path, top, program);
    },
    own: () => {
      own ??= ownPlaces({ location, env, home, fs, program: program ?? null, gitOf, worktree });
      return own;
    },
  };
};

/** Where these say so, docket's own files need not have the names that they have by default. */
const ELSEWHERE = ['DOCKET_DIR', 'CLAUDE_CONFIG_DIR'];

const mayNameOwn = (path: string, top: string, program: string | undefined): boolean => {
  const inside = path.slice(top.length).toLowerCase();
  // The whole package where docket was installed, under whatever name.
  const isProgram = program !== undefined && path.startsWith(program.slice(0, program.lastIndexOf('/') + 1));
  return isProgram || inside.includes('docket') || inside.includes('claude') || top.includes('/.docket');
};
