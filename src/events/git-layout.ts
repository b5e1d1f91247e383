import { closeSync, constants, existsSync, openSync, readvSync, realpathSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';

/** Where the parts of a git repository lie, read from files without running git. */
export interface GitLayout {
  /** Top folder of the worktree asked about. */
  readonly worktree: string;
  /** The git directory of that worktree: HEAD and index are here. */
  readonly gitDir: string;
  /** The git directory that all worktrees share: refs and config are here. */
  readonly commonDir: string;
  /** Top folder of the main worktree; null when the repository is bare. */
  readonly mainWorktree: string | null;
}

/** What HEAD says. */
export interface GitHead {
  /** The branch checked out, without `refs/heads/`; null when HEAD is detached. */
  readonly branch: string | null;
  /** The commit; null on a branch without commits, or when it cannot be read from files. */
  readonly commit: string | null;
}

/**
 * The repository that holds a folder (a real path, as `realFolder` gives it), or null outside one. Follows `.git` files of linked
 * worktrees and submodules; a submodule is a repository of its own.
 */
export const findGitLayout = (folder: string): GitLayout | null => {
  for (let at = folder; ; at = dirname(at)) {
    const layout = layoutAt(at);
    if (layout) return layout;
    if (dirname(at) === at) return null;
  }
};

/** The branch and commit of a worktree, from HEAD, loose refs and packed refs. Null when HEAD cannot be read. */
export const readGitHead = (layout: GitLayout): GitHead | null => {
  const head = readSmallFile(`${layout.gitDir}/HEAD`)?.trim();
  if (head === undefined) return null;
  if (!head.startsWith('ref:')) return { branch: null, commit: isCommit(head) ? head : null };
  const ref = head.slice(4).trim();
  // With reftables HEAD only says that the answer is elsewhere.
  if (ref === 'refs/heads/.invalid') return null;
  const branch = ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : null;
  return { branch, commit: readRef(layout.commonDir, ref) };
};

/**
 * A small file as text, or undefined. Never blocks on a FIFO and never reads more than the limit. Asks for no `stat`: the
 * first one of a process costs a hook more than reading the file. `flags` are more of open(2).
 */
export const readSmallFile = (path: string, limit = 1024 * 1024, flags = 0): string | undefined => {
  if (!existsSync(path)) return undefined;
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | flags);
  } catch {
    return undefined;
  }
  try {
    return readUpTo(fd, limit);
  } catch {
    return undefined;
  } finally {
    closeSync(fd);
  }
};

/** The real path of a folder, or of its nearest existing parent with the rest appended. */
export const realFolder = (folder: string): string => {
  const absolute = resolve(folder);
  try {
    return realpathSync.native(absolute);
  } catch {
    const parent = dirname(absolute);
    return parent === absolute ? absolute : join(realFolder(parent), basename(absolute));
  }
};

const readUpTo = (fd: number, limit: number): string | undefined => {
  for (let size = Math.min(4096, limit + 1); ; size = Math.min(size * 16, limit + 1)) {
    const buffer = Buffer.allocUnsafeSlow(size);
    // Fewer bytes than asked for are the end of a regular file. UTF-8 is not named: Node then looks up no encoding.
    const length = readvSync(fd, [buffer], 0);
    if (length < size) return buffer.toString(undefined, 0, length);
    if (size > limit) return undefined;
  }
};

const layoutAt = (folder: string): GitLayout | null => {
  const dotGit = `${folder === '/' ? '' : folder}/.git`;
  if (existsSync(`${dotGit}/HEAD`)) {
    return { worktree: folder, gitDir: dotGit, commonDir: dotGit, mainWorktree: folder };
  }
  const file = readSmallFile(dotGit);
  const pointer = file === undefined ? undefined : /^gitdir:\s*(.+?)\s*$/m.exec(file)?.[1];
  if (pointer === undefined) return null;
  const gitDir = isAbsolute(pointer) ? pointer : resolve(folder, pointer);
  const common = readSmallFile(join(gitDir, 'commondir'))?.trim();
  // Without `commondir` it is a submodule or a separate git directory: the folder is its own main worktree.
  if (common === undefined) {
    const isBare = configOf(gitDir, 'bare') === 'true';
    return { worktree: folder, gitDir, commonDir: gitDir, mainWorktree: isBare ? null : folder };
  }
  const commonDir = resolve(gitDir, common);
  return { worktree: folder, gitDir, commonDir, mainWorktree: mainWorktreeOf(commonDir) };
};

const mainWorktreeOf = (commonDir: string): string | null => {
  if (configOf(commonDir, 'bare') === 'true') return null;
  // A submodule's git directory lies in that of its superproject and says where its worktree is.
  const worktree = configOf(commonDir, 'worktree');
  if (worktree !== undefined) return resolve(commonDir, worktree);
  return basename(commonDir) === '.git' ? dirname(commonDir) : null;
};

/** The value of `core.<name>` in a git directory's own configuration. */
const configOf = (gitDir: string, name: string): string | undefined =>
  new RegExp(`^\\s*${name}\\s*=\\s*(.*?)\\s*$`, 'im').exec(readSmallFile(join(gitDir, 'config')) ?? '')?.[1];

const readRef = (commonDir: string, ref: string): string | null => {
  const loose = readSmallFile(`${commonDir}/${ref}`)?.trim();
  if (loose !== undefined && isCommit(loose)) return loose;
  const packed = readSmallFile(`${commonDir}/packed-refs`, 64 * 1024 * 1024) ?? '';
  for (const line of packed.split('\n')) {
    if (line.endsWith(` ${ref}`)) {
      const commit = line.slice(0, line.indexOf(' '));
      if (isCommit(commit)) return commit;
    }
  }
  return null;
};

/** 40 or 64 hexadecimal digits. No pattern: compiling one costs a hook more than reading them as a number. */
const isCommit = (text: string): boolean =>
  (text.length === 40 || text.length === 64) &&
  !Number.isNaN(Number(`0x${text}`)) &&
  // A number may have capital letters and white space at its end.
  text === text.trim().toLowerCase();
