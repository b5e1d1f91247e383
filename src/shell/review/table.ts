/** One row of a table of programs (docs/hooks.md, "auto-review", says how rows read). */
export interface Row {
  /** `1`, `2`: safe, of that tier, when it fits; `2!`, `3!`: not safe; `>`: a subcommand follows; `run`: a program follows. */
  readonly kind: string;
  /** Options and what else is said of the arguments, each between blanks. Searched like the tables, not taken apart. */
  readonly text: string;
  /** What it does that is not safe. */
  readonly reason: string;
}

/**
 * The rows of the first table that has some about a program or subcommand (`stash/list`). A table is a text with a row
 * a line; it is searched and not parsed, since a call needs few of its rows.
 */
export const rowsOf = (tables: readonly string[], key: string): readonly Row[] => {
  for (const table of tables) {
    const rows = KNOWN.get(table)?.get(key) ?? search(table, key);
    if (rows.length > 0) return rows;
  }
  return [];
};

/** What was found before, by table. */
const KNOWN = new Map<string, Map<string, Row[]>>();

const search = (table: string, key: string): Row[] => {
  const rows: Row[] = [];
  const name = `${key} `;
  for (let at = table.indexOf(name); at >= 0; at = table.indexOf(name, at + 1)) {
    if (table.charAt(at - 1) !== ' ') continue;
    const start = table.lastIndexOf('\n', at) + 1;
    // Elsewhere in a row it is a word like any other.
    if (table.indexOf('|', start) < at) continue;
    const [, kind = '', text = '', reason = ''] = table.slice(start, table.indexOf('\n', at)).split('|');
    rows.push({ kind: kind.trim(), text, reason: reason.trim() });
  }
  if (rows.length > 0) {
    const known = KNOWN.get(table) ?? new Map<string, Row[]>();
    KNOWN.set(table, known.set(key, rows));
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

/** Whether a row says something: `*`, `words`, `:none`. */
export const says = ({ text }: Row, what: string): boolean => text.includes(` ${what} `);

/**
 * How an option stands in the text of a row: '' for a switch, `?` when a value may be attached, `=` when it has one,
 * `=a,b` when it has one of these; null when it does not stand there.
 */
export const listedAs = (text: string, option: string): string | null => {
  if (!isKey(option)) return null;
  for (let at = text.indexOf(option); at > 0; at = text.indexOf(option, at + 1)) {
    const before = text.charAt(at - 1);
    const end = at + option.length;
    const after = text.charAt(end);
    if (before !== ' ' && before !== '+') continue;
    if (after === ' ') return '';
    if (after === '?') return after;
    if (after === '=') return text.slice(end, text.indexOf(' ', end));
  }
  return null;
};

/** Whether what `listedAs` gave lets an option have a value. */
export const takes = (listed: string, value: string | null): boolean =>
  listed.length < 2 || (value !== null && `,${listed.slice(1)},`.includes(`,${value},`));
