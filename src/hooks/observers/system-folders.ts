/** Folders of the system, by how deep what is in them still belongs to it. */
export type SystemPlace = 'root' | 'home' | 'system' | 'temporary' | 'scratch' | null;

/** Where a path lies by its text alone: absolute, without `..`, links and trailing slashes. Null when nowhere special. */
export const systemPlace = (path: string): SystemPlace => {
  if (path === '/') return 'root';
  // macOS keeps `/etc`, `/tmp` and `/var` in `/private` and links to them.
  const parts = path.split('/').slice(path.startsWith('/private/') ? 2 : 1);
  const [top = '', second, third] = parts;
  if (path === '/private') return 'system';
  if ((HOMES.includes(top) && parts.length <= 2) || (top === 'root' && parts.length === 1)) return 'home';
  if (top === 'tmp') return second?.startsWith('claude-') === true ? 'scratch' : 'temporary';
  if (top === 'var' && (second === 'tmp' || (second === 'folders' && parts.length > 4))) return 'temporary';
  if (top === 'dev') return second !== undefined && STREAMS.includes(second) ? null : 'system';
  if (WHOLLY.includes(top) || /^lib(?:\d+|x32)?$/.test(top)) return 'system';
  if (top === 'usr') return second !== 'local' || parts.length <= 3 ? 'system' : null;
  if (top === 'var') return parts.length <= 2 || (second === 'lib' && third !== 'apt') ? 'system' : null;
  const isDrive = (top === 'mnt' && second?.length === 1) || top === 'Volumes';
  return (ITSELF.includes(top) && parts.length === 1) || (isDrive && parts.length === 2) ? 'system' : null;
};

/** Below them is one folder a user. */
const HOMES = ['home', 'Users'];

/** The system's own with all that is in them (hier(7), and Apple's "File System Basics"). */
const WHOLLY = ['bin', 'boot', 'etc', 'proc', 'sbin', 'sys', 'System', 'nix'];

/** What is in them was put there by somebody. */
const ITSELF = ['opt', 'srv', 'mnt', 'media', 'run', 'snap', 'Applications', 'Library', 'Volumes'];

/** Names in `/dev` that hold nothing. */
const STREAMS = [
  'fd',
  'full',
  'null',
  'ptmx',
  'pts',
  'random',
  'shm',
  'stderr',
  'stdin',
  'stdout',
  'tty',
  'urandom',
  'zero',
];
