import { constants } from 'node:fs';
import { isAbsolute, join, resolve } from 'node:path';
import { shortDigest } from './digest.ts';
import { findGitLayout, type GitLayout, realFolder } from './git-layout.ts';
import { errorCode, type LogFs } from './log-fs.ts';
import { listSegments, logFolder, segmentPath } from './segments.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Where a project's log is and what that was derived from. */
export interface Location {
  /** The folder that holds everything docket keeps for the project: `.docket`, or what `DOCKET_DIR` names. */
  readonly root: string;
  /** The host's project directory, real path. */
  readonly projectDir: string;
  /** The main worktree, or the project directory outside git: policy lives here. */
  readonly policyDir: string;
  readonly git: GitLayout | null;
  /** Why `root` is not in the project; null when it is. */
  readonly fallback: string | null;
}

export interface LocationInput {
  readonly env: Environment;
  readonly cwd: string;
  readonly fs: LogFs;
}

/** Why a folder cannot hold the log. */
export class LocationError extends Error {
  override readonly name = 'LocationError';
}

/**
 * Finds a project's log (DESIGN.md §4): `DOCKET_DIR`, seen from the project directory; else `.docket` in the main worktree of the repository that holds
 * `CLAUDE_PROJECT_DIR` (`cwd` only when that is unset); in the common git directory of a bare repository; in the
 * project directory outside git. Reads only.
 */
export const findLocation = (input: Pick<LocationInput, 'env' | 'cwd'>): Location => {
  const { env } = input;
  const projectDir = realFolder(namedProject(input));
  const git = findGitLayout(projectDir);
  const policyDir = git?.mainWorktree ?? git?.worktree ?? projectDir;
  const override = env['DOCKET_DIR'];
  const root =
    override !== undefined && override !== ''
      ? resolve(projectDir, override)
      : `${git === null ? projectDir : (git.mainWorktree ?? git.commonDir)}/.docket`;
  return { root, projectDir, policyDir, git, fallback: null };
};

/** The folder is only asked for where it matters: the first `process.cwd()` of a process costs a hook more than its use. */
const namedProject = (input: Pick<LocationInput, 'env' | 'cwd'>): string => {
  const named = input.env['CLAUDE_PROJECT_DIR'] ?? '';
  if (isAbsolute(named)) return named;
  return named === '' ? input.cwd : resolve(input.cwd, named);
};

/** The place for the log of a project that cannot be written: the user's state directory, keyed by the real path. */
export const stateLocation = (location: Location, env: Environment, code: string): Location => ({
  ...location,
  root: join(userStateFolder(env), projectKey(location.root)),
  fallback: `${location.root} cannot be written (${code})`,
});

/**
 * Where to read a project's log, by the rule its writer goes by (`openProjectLog`): what `findLocation` says; the user's
 * state directory when the project has no log that can be read and appended to and that directory has what docket
 * wrote there instead. `DOCKET_DIR` is final.
 */
export const findExistingLocation = ({ env, cwd, fs }: LocationInput): Location => {
  const location = findLocation({ env, cwd });
  if ((env['DOCKET_DIR'] ?? '') !== '') return location;
  const problem = logProblem(location.root, fs);
  if (problem === null) return location;
  const other = stateLocation(location, env, problem);
  // An installation leaves its record there before the first hook call makes the log.
  const isUsed = fs.existsSync(join(other.root, 'log')) || fs.existsSync(join(other.root, 'install'));
  return isUsed ? other : location;
};

/**
 * Makes the folder for docket's files: 0700, with a `.gitignore` of its own. A folder that is there gets one only when it
 * holds nothing but docket's files, since `DOCKET_DIR` can name a folder with files of others. Throws `LocationError` when a symbolic
 * link or a special file stands in its place or in that of a folder in it, since a repository could redirect what is
 * written with one.
 */
export const makeLogFolder = (root: string, fs: LogFs): void => {
  const ignore = `${root}/.gitignore`;
  if (isFolder(root, fs)) {
    isFolder(`${root}/log`, fs);
    // Asked first: an error costs a hook more than the look, and many projects never get these.
    for (const name of ['blobs', 'snapshots']) if (fs.existsSync(`${root}/${name}`)) isFolder(`${root}/${name}`, fs);
    if (fs.existsSync(ignore) || !fs.readdirSync(root).every((name) => OWN_FOLDERS.has(name))) return;
  } else fs.mkdirSync(root, { recursive: true, mode: 0o700 });
  try {
    fs.writeFileSync(ignore, '*\n', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error;
  }
};

/**
 * Throws `LocationError` when a link or a special file stands in the place of the folder for docket's files or of any folder
 * in it but `quarantine`, which is looked at when something is put there. For whoever need not count microseconds.
 */
export const refuseLinks = (root: string, fs: LogFs): void => {
  isFolder(root, fs);
  for (const name of ['log', 'blobs', 'snapshots', 'index', 'install', 'workers', 'views', 'cache'])
    isFolder(`${root}/${name}`, fs);
};

/** What docket keeps its files in, and the one it keeps beside those folders. */
export const OWN_FOLDERS: ReadonlySet<string> = new Set([
  'log',
  'blobs',
  'snapshots',
  'index',
  'quarantine',
  'install',
  'workers',
  'views',
  'cache',
  'head',
]);

/** Why a folder's log cannot be read and appended to, null when it can. Opens the newest segment as its writer does. */
const logProblem = (root: string, fs: LogFs): string | null => {
  try {
    const folder = logFolder(root, fs);
    const newest = listSegments(folder).at(-1);
    if (newest === undefined) return 'when it was first used';
    const flags = constants.O_RDWR | constants.O_APPEND | constants.O_NOFOLLOW | constants.O_NONBLOCK;
    fs.closeSync(fs.openSync(segmentPath(folder, newest), flags));
    return null;
  } catch (error) {
    return errorCode(error);
  }
};

/** Whether a folder is there. Opened rather than asked for its kind: the first `stat` of a process costs a hook more. */
const isFolder = (path: string, fs: LogFs): boolean => {
  try {
    fs.closeSync(fs.openSync(path, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW));
    return true;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT') return false;
    if (code !== 'ELOOP' && code !== 'ENOTDIR') throw error;
    throw new LocationError(
      `${path} is a link or a special file, and docket writes only to a folder of its own: move it away`,
    );
  }
};

/** The user's configuration folder for docket (`docket/config.json` lives here). */
export const userConfigFolder = (env: Environment): string => `${baseFolder(env, 'XDG_CONFIG_HOME', '.config')}/docket`;

/** The user's folder for the logs of projects that cannot be written. */
export const userStateFolder = (env: Environment): string =>
  `${baseFolder(env, 'XDG_STATE_HOME', '.local/state')}/docket`;

const baseFolder = (env: Environment, variable: string, fallback: string): string => {
  const named = env[variable];
  if (named !== undefined && isAbsolute(named)) return named;
  return `${env['HOME'] ?? env['USERPROFILE'] ?? ''}/${fallback}`;
};

const projectKey = (root: string): string => `${root.replace(/[^A-Za-z0-9]+/g, '-').slice(-60)}-${shortDigest(root)}`;
