/**
 * A path as it must be spelled where `quote` stands around it: `"`, `'`, or nothing. Null where nobody can know that it
 * still means the same: inside another quoted script, everything that is not plain is read twice.
 */
export const quotePath = (path: string, quote: string, isNested: boolean): string | null => {
  if (isPlain(path)) return path;
  if (isNested || hasUnquotable(path)) return null;
  switch (quote) {
    case "'":
      return path.replaceAll("'", "'\\''");
    case '"':
      // What means something between double quotes stands between single ones.
      return path.replaceAll(/[$"!]+/g, `"'$&'"`);
    default:
      return `'${path.replaceAll("'", "'\\''")}'`;
  }
};

/** A loop over characters: a pattern is compiled at its first use, and nearly every path is plain. */
const isPlain = (path: string): boolean => {
  for (const char of path) if (!PLAIN.includes(char)) return false;
  return true;
};

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+@%,:=';

/** Backquotes read backslashes again, and a line end ends a command. */
const hasUnquotable = (path: string): boolean =>
  path.includes('\\') || path.includes('`') || path.includes('\n') || path.includes('\0');
