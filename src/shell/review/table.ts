/** One row of a table of programs (docs/hooks.md, "auto-review", says how rows read). */
export interface Row {
  /** `1`, `2`: safe, of that tier, when it fits; `2!`, `3!`: not safe; `>`: a subcommand follows; `run`: a program follows. */
  readonly kind: string;
  readonly tokens: readonly string[];
  /** Why it is not safe, as the end of "because it …". */
  readonly reason: string;
}

/**
 * The rows of a table about one program or subcommand (`stash/list`). A table is a text with a row a line; it is
 * searched and not parsed, since a call needs few of its rows.
 */
export const rowsOf = (table: string, key: string): Row[] => {
  const rows: Row[] = [];
  const name = ` ${key} `;
  for (let at = table.indexOf(name); at >= 0; at = table.indexOf(name, at + 1)) {
    const start = table.lastIndexOf('\n', at) + 1;
    const end = table.indexOf('\n', at + 1);
    const [names = '', kind = '', tokens = '', reason = ''] = table.slice(start, end).split('|');
    // Elsewhere in a row it is a word like any other.
    if (at - start >= names.length || kind === '') continue;
    rows.push({ kind: kind.trim(), tokens: words(tokens), reason: reason.trim() });
  }
  return rows;
};

/** Whether a word can be a key at all: a name with blanks or bars would be found across names and columns. */
export const isKey = (word: string): boolean => {
  for (let at = 0; at < word.length; at += 1) {
    const code = word.charCodeAt(at);
    if (code <= 0x20 || code === 0x2f || code === 0x7c || code > 0x7e) return false;
  }
  return word !== '';
};

const words = (text: string): string[] => text.split(' ').filter((word) => word !== '');
