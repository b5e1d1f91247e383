import { type NamedPlane, type Plane, planeOfRepository, planeReader } from '../../../projections/planes.ts';
import { beginsWithShebang, isShebang } from './disk.ts';
import { type GitRun, runGit } from './run-git.ts';
import type { Content } from './view.ts';

/**
 * Which plane what a path holds belongs to. Whether a file that no name tells apart is a script only its first two bytes
 * say: those of the blob, so that the answer is the same in the worktree, in the index and in a commit.
 */
export interface Planes {
  readonly of: (path: string, value: string) => Plane | null;
  /** By the name alone. */
  readonly named: (path: string) => NamedPlane;
  /** Looks at files of the worktree. */
  readonly readDisk: (content: Content, run: GitRun) => Promise<void>;
  /** Looks at blobs. */
  readonly readBlobs: (content: Content, run: GitRun) => Promise<void>;
}

export const startPlanes = (): Planes => {
  const named = planeReader();
  const scripts = new Map<string, boolean>();

  const mayBeScript = (path: string, value: string): boolean => {
    const plane = named(path);
    if (plane !== 'script' && plane !== 'unknown') return false;
    return value.startsWith(plane === 'script' ? FILE : EXECUTABLE);
  };
  const unread = (content: Content): [string, string][] => {
    const found: [string, string][] = [];
    for (const [path, value] of content)
      if (mayBeScript(path, value) && !scripts.has(value.slice(7))) found.push([path, value]);
    return found;
  };
  const readBlobs = async (content: Content, run: GitRun): Promise<void> => {
    const blobs = new Set(unread(content).flatMap(([, value]) => (value.includes('@') ? [] : [value.slice(7)])));
    if (blobs.size === 0) return;
    const input = Buffer.from([...blobs].map((blob) => `${blob}\n`).join(''));
    const bytes = await runGit(['cat-file', '--batch'], { ...run, input });
    for (const { blob, first } of beginnings(bytes)) scripts.set(blob, isShebang(first));
  };
  return {
    named,
    of: (path, value) => {
      if (value.startsWith(REPOSITORY)) return planeOfRepository(path);
      const plane = named(path);
      if (plane !== 'script' && plane !== 'unknown') return plane;
      // Where a link leads may decide what is built, unless it stands for a folder that says nothing about that.
      if (value.startsWith(LINK)) return named(`${path}/file`) === null ? null : 'code';
      return mayBeScript(path, value) && scripts.get(value.slice(7)) === true ? 'code' : null;
    },
    readDisk: async (content, run) => {
      for (const [path, value] of unread(content)) {
        const isScript = beginsWithShebang(run.cwd, path);
        if (isScript !== null) scripts.set(value.slice(7), isScript);
      }
      // What is not checked out.
      await readBlobs(content, run);
    },
    readBlobs,
  };
};

const FILE = '100';
const EXECUTABLE = '100755';
const REPOSITORY = '160000';
const LINK = '120000';

/** `git cat-file --batch`: `OBJECT TYPE SIZE LF CONTENT LF`, or `OBJECT missing LF`. */
const beginnings = (bytes: Buffer): { readonly blob: string; readonly first: Uint8Array }[] => {
  const found: { blob: string; first: Uint8Array }[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = bytes.indexOf(0x0a, at);
    if (end < 0) break;
    const [blob = '', , size] = bytes.toString('latin1', at, end).split(' ');
    found.push({ blob, first: size === undefined ? NOTHING : bytes.subarray(end + 1, end + 3) });
    at = size === undefined ? end + 1 : end + 1 + Number(size) + 1;
  }
  return found;
};

const NOTHING = new Uint8Array();
