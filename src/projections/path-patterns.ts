import type { Policy } from '../events/schemas.ts';
import type { FileKind } from './source-files.ts';

// Loaded only where a policy says what files are.

/** What a policy says of a path: what it is, or that its name alone is one of source code. Null where it says nothing. */
export const kindByPolicy = (path: string, files: NonNullable<Policy['files']>): FileKind | 'source-name' | null => {
  const names = path.replaceAll('\\', '/').toLowerCase().split('/').slice(-MOST_NAMES);
  const { source = [] } = files;
  const told = KINDS.find((kind) => files[kind]?.some((each) => matches(each, names)));
  if (told !== undefined) return told;
  if (source.some((each) => !isName(each) && matches(each, names))) return 'source';
  return source.some((each) => isName(each) && matches(each, names.slice(-1))) ? 'source-name' : null;
};

/** Where patterns of several kinds match, what asks for less goes first, and all of them before source. */
const KINDS = ['vendored', 'generated', 'test', 'doc', 'config', 'other'] as const;

/** Folders of a path that are looked at. */
const MOST_NAMES = 64;

const isName = (pattern: string): boolean => !pattern.includes('/');

/**
 * Whether a pattern matches a path or a folder above it, case aside. One without a slash matches a name at any depth; one with
 * a slash begins at the top. `*` and `?` stand for characters of one name, `**` for folders of any number.
 */
const matches = (pattern: string, names: readonly string[]): boolean => {
  const parts = pattern
    .toLowerCase()
    .replace(/^\.?\/|\/$/g, '')
    .split('/');
  const [only] = parts as [string];
  // `qa/` is a folder of that name wherever it stands, not a file.
  if (parts.length === 1 && !pattern.startsWith('/')) {
    return (pattern.endsWith('/') ? names.slice(0, -1) : names).some((name) => nameMatches(only, name));
  }
  return placesAfter(parts, names, pattern.endsWith('/') ? names.length - 1 : names.length);
};

/** Follows all ways through the names at once: no pattern takes longer than its length times that of the path. */
const placesAfter = (parts: readonly string[], names: readonly string[], last: number): boolean => {
  let open = new Set([0]);
  for (const part of parts) {
    const next = new Set<number>();
    for (const at of open) {
      if (part === '**') for (let index = at; index <= last; index += 1) next.add(index);
      else if (at < last && nameMatches(part, names[at] ?? '')) next.add(at + 1);
    }
    open = next;
  }
  // What it matches is the path itself or a folder that holds it; the top folder is everything.
  return [...open].some((at) => at > 0);
};

/** Walks back to the last `*` only. */
const nameMatches = (pattern: string, name: string): boolean => {
  let at = 0;
  let star = -1;
  let resume = 0;
  for (let index = 0; index < name.length; ) {
    const char = pattern[at];
    if (char === '*') {
      star = at;
      at += 1;
      resume = index;
    } else if (char === '?' || char === name[index]) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      at = star + 1;
      resume += 1;
      index = resume;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(at));
};
