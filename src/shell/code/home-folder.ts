import type { Token } from './tokens.ts';

/** Stands for the user's home folder in the texts of a program: a character that no text has. */
export const HOME_FOLDER = '\uE001';

interface Found {
  readonly text: string;
  /** The last token of it. */
  readonly last: number;
}

/**
 * The way in which a program says where the home folder is, at a token: `Path.home()`, `os.homedir()`, `process.env.HOME`,
 * `os.environ["HOME"]`, `os.path.expanduser("~/x")`. Null for everything else.
 */
export const homeFolderAt = (tokens: readonly Token[], at: number): Found | null => {
  let end = at;
  while (tokens[end + 1]?.value === '.' && tokens[end + 2]?.kind === 'name') end += 2;
  const name = tokens[end]?.value ?? '';
  const [open, inner, close] = tokens.slice(end + 1, end + 4);
  if (name === 'HOME' && end > at) return { text: HOME_FOLDER, last: end };
  if (open?.kind !== 'mark') return null;
  if ((name === 'home' || name === 'homedir') && open.value === '(' && inner?.value === ')')
    return { text: HOME_FOLDER, last: end + 2 };
  if (inner?.kind !== 'text' || close?.kind !== 'mark') return null;
  if (name === 'expanduser' && open.value === '(' && inner.value.startsWith('~'))
    return { text: `${HOME_FOLDER}${inner.value.slice(1)}`, last: end + 3 };
  return ENVIRONMENT.has(name) && inner.value === 'HOME' ? { text: HOME_FOLDER, last: end + 3 } : null;
};

const ENVIRONMENT = new Set(['ENV', 'environ', 'get', 'getenv', 'fetch']);
