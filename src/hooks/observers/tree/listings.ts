// What git lists, read from text in which each character is one byte: names need not be UTF-8, and the order of such
// texts is that of their bytes. A value is what git keeps at a path: `MODE BLOB`.

/** What the index holds. */
export interface IndexListing {
  /** Values by path, in order. */
  readonly values: Map<string, string>;
  /** Paths in conflict. */
  readonly unmerged: Set<string>;
  /** Paths that git does not look at, and whether that is because they need not be checked out. */
  readonly hidden: readonly { readonly path: string; readonly isSkipped: boolean }[];
}

/**
 * `git ls-files -s -v -z`: `TAG MODE BLOB STAGE TAB PATH NUL`. The tag is `S` for skip-worktree, and in lower case for
 * assume-unchanged. Null where the text is something else.
 */
export const readIndexListing = (text: string): IndexListing | null => {
  const values = new Map<string, string>();
  const unmerged = new Set<string>();
  const hidden: { path: string; isSkipped: boolean }[] = [];
  for (let at = 0; at < text.length; ) {
    const tab = text.indexOf('\t', at);
    const end = text.indexOf('\0', tab);
    if (tab < at + SHORTEST_HEAD || end < 0) return null;
    const path = text.slice(tab + 1, end);
    if (text.charCodeAt(tab - 1) === ZERO) values.set(path, text.slice(at + 2, tab - 2));
    else unmerged.add(path);
    const tag = text.charAt(at);
    if (tag !== 'H' && tag !== 'M') {
      const isSkipped = tag === 'S' || tag === 's';
      if (isSkipped || tag !== tag.toUpperCase()) hidden.push({ path, isSkipped });
    }
    at = end + 1;
  }
  return { values, unmerged, hidden };
};

const ZERO = 0x30;

/** A letter, six digits of mode, a blob and a stage, with blanks between. */
const SHORTEST_HEAD = 1 + 1 + 6 + 1 + 40 + 1 + 1;

/** `git ls-tree -r -z`: `MODE TYPE OBJECT TAB PATH NUL`. */
export const readTreeListing = (text: string): Map<string, string> => {
  const values = new Map<string, string>();
  for (let at = 0; at < text.length; ) {
    const tab = text.indexOf('\t', at);
    const end = text.indexOf('\0', tab);
    if (tab < 0 || end < 0) break;
    const blank = text.lastIndexOf(' ', tab);
    values.set(text.slice(tab + 1, end), `${text.slice(at, at + 6)} ${text.slice(blank + 1, tab)}`);
    at = end + 1;
  }
  return values;
};

/** Names with a NUL behind each. */
export const readNames = (text: string): string[] => text.split('\0').filter((name) => name !== '');

/** A name as people see it. */
export const shownName = (path: string): string => Buffer.from(path, 'latin1').toString();

/** `git diff --raw -z --no-abbrev`: `:MODE MODE BLOB BLOB LETTER NUL PATH NUL`. What each file was and what it is. */
export const readRawDiff = (
  text: string,
): { readonly before: Map<string, string>; readonly after: Map<string, string> } => {
  const before = new Map<string, string>();
  const after = new Map<string, string>();
  const parts = text.split('\0');
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [oldMode = '', newMode = '', oldBlob, newBlob] = (parts[at] ?? '').slice(1).split(' ');
    const path = parts[at + 1] ?? '';
    if (oldMode !== NO_MODE) before.set(path, `${oldMode} ${oldBlob}`);
    if (newMode !== NO_MODE) after.set(path, `${newMode} ${newBlob}`);
  }
  return { before, after };
};

const NO_MODE = '000000';
