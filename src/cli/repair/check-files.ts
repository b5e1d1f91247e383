import { basename, join } from 'node:path';
import { leftoversIn } from '../../events/leftovers.ts';
import { OWN_FOLDERS } from '../../events/location.ts';
import { errorCode, type LogFs } from '../../events/log-fs.ts';
import { sizeWords } from '../size.ts';
import type { Finding } from './finding.ts';

/** Checks the files themselves: what killed writers left, and what others than the user may read. Throws the system's errors. */
export const checkFiles = (root: string, fs: LogFs, now: number): Finding[] => {
  const files = ownFiles(root, fs);
  const folders = files.filter(({ isFolder }) => isFolder);
  const left = folders.flatMap(({ path }) => leftoversIn(path, fs, now));
  const loose = files.filter(({ path, mode, isFolder }) => (mode & ~modeOf(isFolder)) !== 0 && !left.includes(path));
  return [...left.map((path) => leftover(path, fs)), ...(loose.length === 0 ? [] : [tooOpen(loose, fs)])];
};

interface OwnFile {
  readonly path: string;
  readonly isFolder: boolean;
  readonly mode: number;
}

const modeOf = (isFolder: boolean): number => (isFolder ? 0o700 : 0o600);

/** Docket's folders and all in them, links left out. The folder that holds them only where nothing else is in it. */
const ownFiles = (root: string, fs: LogFs): OwnFile[] => {
  const names = fs.readdirSync(root);
  const own = names.filter((name) => OWN_FOLDERS.has(name) || name === '.gitignore');
  const files = own.flatMap((name) => walk(join(root, name), fs));
  return own.length === names.length ? [...entry(root, fs), ...files] : files;
};

const walk = (path: string, fs: LogFs): OwnFile[] => {
  const [file] = entry(path, fs);
  if (file === undefined) return [];
  return file.isFolder ? [file, ...fs.readdirSync(path).flatMap((name) => walk(join(path, name), fs))] : [file];
};

const entry = (path: string, fs: LogFs): OwnFile[] => {
  try {
    const stat = fs.lstatSync(path);
    if (!stat.isFile() && !stat.isDirectory()) return [];
    return [{ path, isFolder: stat.isDirectory(), mode: stat.mode & 0o777 }];
  } catch (error) {
    // A writer's temporary file, gone meanwhile.
    if (errorCode(error) === 'ENOENT') return [];
    throw error;
  }
};

const leftover = (path: string, fs: LogFs): Finding => ({
  kind: 'leftover',
  what: `${basename(path)} (${sizeWords(fs.statSync(path).size)}) was left by a process that was killed`,
  details: { path },
  remedy: { done: 'removed', run: () => fs.rmSync(path, { force: true }) },
});

const tooOpen = (loose: readonly OwnFile[], fs: LogFs): Finding => {
  const paths = loose.map(({ path }) => path);
  const some = paths.slice(0, 3).join(', ');
  return {
    kind: 'mode',
    what: `others than you may read or change ${some}${paths.length > 3 ? ` and ${paths.length - 3} more` : ''}`,
    details: { paths },
    remedy: {
      done: 'kept to you (0700 for folders, 0600 for files)',
      run: () => {
        // Some may have been removed a moment ago.
        const there = loose.filter(({ path }) => fs.existsSync(path));
        for (const { path, isFolder, mode } of there) fs.chmodSync(path, mode & modeOf(isFolder));
      },
    },
  };
};
