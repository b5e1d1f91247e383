import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  openSync,
  readSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
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
 * The repository that holds a folder (which need not exist yet), or null outside one. Follows `.git` files of linked
 * worktrees and submodules; a submodule is a repository of its own.
 */
export const findGitLayout = (folder: string): GitLayout | null => {
  for (let at = realFolder(folder); ; at = dirname(at)) {
    const layout = layoutAt(at);
    if (layout) return layout;
    if (dirname(at) === at) return null;
  }
};

/** The branch and commit of a worktree, from HEAD, loose refs and packed refs. Null when HEAD cannot be read. */
export const readGitHead = (layout: GitLayout): GitHead | null => {
  const head = readSmallFile(join(layout.gitDir, 'HEAD'))?.trim();
  if (head === undefined) return null;
  if (!head.startsWith('ref:')) return { branch: null, commit: isCommit(head) ? head : null };
  const ref = head.slice(4).trim();
  const branch = ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : null;
  return { branch, commit: readRef(layout.commonDir, ref) };
};

/** A small regular file as text, or undefined. Never blocks on a FIFO and never reads more than the limit. */
export const readSmallFile = (path: string, limit = 1024 * 1024): string | undefined => {
  if (!existsSync(path)) return undefined;
  let fd: number;
  try {
    fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile() || stat.size > limit) return undefined;
    const buffer = Buffer.allocUnsafe(Number(stat.size) + 1);
    return buffer.toString('utf8', 0, readSync(fd, buffer, 0, buffer.length, 0));
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

const layoutAt = (folder: string): GitLayout | null => {
  const dotGit = join(folder, '.git');
  const stat = statOf(dotGit);
  if (stat === null) return null;
  if (stat.isDirectory()) return { worktree: folder, gitDir: dotGit, commonDir: dotGit, mainWorktree: folder };
  const pointer = /^gitdir:\s*(.+?)\s*$/m.exec(readSmallFile(dotGit) ?? '')?.[1];
  if (pointer === undefined) return null;
  const gitDir = isAbsolute(pointer) ? pointer : resolve(folder, pointer);
  const common = readSmallFile(join(gitDir, 'commondir'))?.trim();
  // Without `commondir` it is a submodule or a separate git directory: the folder is its own main worktree.
  if (common === undefined) return { worktree: folder, gitDir, commonDir: gitDir, mainWorktree: folder };
  const commonDir = resolve(gitDir, common);
  return { worktree: folder, gitDir, commonDir, mainWorktree: mainWorktreeOf(commonDir) };
};

/** Asked without an error where nothing is there: making one costs more than the look. */
const statOf = (path: string): Stats | null => {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    // A name too long, a folder that may not be searched: nothing that git could use either.
    return null;
  }
};

const mainWorktreeOf = (commonDir: string): string | null => {
  if (basename(commonDir) !== '.git') return null;
  const config = readSmallFile(join(commonDir, 'config')) ?? '';
  return /^\s*bare\s*=\s*true\s*$/im.test(config) ? null : dirname(commonDir);
};

const readRef = (commonDir: string, ref: string): string | null => {
  const loose = readSmallFile(join(commonDir, ref))?.trim();
  if (loose !== undefined && isCommit(loose)) return loose;
  const packed = readSmallFile(join(commonDir, 'packed-refs'), 64 * 1024 * 1024) ?? '';
  for (const line of packed.split('\n')) {
    if (line.endsWith(` ${ref}`)) {
      const commit = line.slice(0, line.indexOf(' '));
      if (isCommit(commit)) return commit;
    }
  }
  return null;
};

/** 40 or 64 hexadecimal digits. No pattern: compiling one costs a hook more than the look. */
const isCommit = (text: string): boolean => {
  if (text.length !== 40 && text.length !== 64) return false;
  for (const digit of text) if (!HEXADECIMAL.includes(digit)) return false;
  return true;
};

const HEXADECIMAL = '0123456789abcdef';
