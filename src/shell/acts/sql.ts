/** What a text of SQL would destroy: whole objects, or all rows of a table. */
export interface SqlLoss {
  readonly kind: 'object' | 'rows';
  /** For people: `DROP TABLE`, `DELETE without WHERE`. */
  readonly shown: string;
}

/** Longest text that is looked at; what is behind it is not proven to be harmless, and asked about by nobody. */
const LONGEST_SQL = 65_536;

/** The losses in a text of SQL; comments and strings say nothing. */
export const sqlLosses = (text: string): SqlLoss[] =>
  withoutData(text.slice(0, LONGEST_SQL))
    .split(/;|\\[gG\\]|^\s*GO\s*$/m)
    .flatMap((statement) => lossOf(statement.trim().replace(/\s+/g, ' ')));

const lossOf = (statement: string): SqlLoss[] => {
  // It is only said, or kept for later.
  if (/^(?:CREATE|COMMENT|GRANT|REVOKE|EXPLAIN (?!ANALYZE)|PREPARE|DESCRIBE|SHOW)\b/i.test(statement)) return [];
  const dropped = DROP.exec(statement)?.[1];
  const database = DROP_DATABASE.exec(statement)?.[1];
  if (database !== undefined && isForTests(database)) return [];
  if (dropped !== undefined) return [{ kind: 'object', shown: `DROP ${dropped.toUpperCase()}` }];
  if (/(?:^|\bBEGIN )TRUNCATE (?!\()|\bTRUNCATE TABLE\b/i.test(statement))
    return [{ kind: 'object', shown: 'TRUNCATE' }];
  if (/^ALTER TABLE\b.* DROP (?:COLUMN|PARTITION)\b/i.test(statement))
    return [{ kind: 'rows', shown: 'ALTER TABLE … DROP' }];
  const changed = CHANGE.exec(statement);
  if (changed === null || hasCondition(statement.slice(changed.index))) return [];
  return [{ kind: 'rows', shown: `${changed[1]?.toUpperCase().slice(0, 6)} without WHERE` }];
};

const DROP = /\bDROP (DATABASE|SCHEMA|TABLE|KEYSPACE|TABLESPACE|OWNED|FOREIGN TABLE)\b/i;

const DROP_DATABASE = /^DROP DATABASE (?:IF EXISTS )?(\w+)(?: WITH \(FORCE\))?$/i;

/** Whether a database is called one that tests make and lose: `shop_test`, `test_shop_3`. */
export const isForTests = (database: string): boolean => /^(?:tests?_\w+|\w+[_-]tests?(?:[_-]?\d+)?)$/i.test(database);

/** In a statement of its own, behind EXPLAIN ANALYZE, in a block, or in a WITH. */
const CHANGE = /(?:^|\bANALYZE |\bBEGIN |\bTHEN |\()(DELETE FROM\b|DELETE (?=[\w"`.]+$)|UPDATE (?:ONLY )?\S+ SET\b)/i;

const hasCondition = (statement: string): boolean =>
  /\bWHERE\b(?! *\(*(?:TRUE|1 *= *1|1)\)*(?: |$)(?! *(?:AND|LIMIT)))|\b(?:WHERE CURRENT OF|USING|JOIN)\b/i.test(
    statement,
  );

/**
 * A text of SQL without comments and strings. Kept is what still runs: MySQL's conditional comments, and the body of a
 * PostgreSQL `DO`. One pass.
 */
const withoutData = (text: string): string => {
  let kept = '';
  for (let at = 0; at < text.length; ) {
    const end = endOfData(text, at);
    if (end === at) {
      kept += text.charAt(at);
      at += 1;
    } else {
      kept += text.startsWith('/*!', at) ? text.slice(at, end).replace(/^\/\*!\d*|\*\/$/g, ' ') : dataAt(text, at, end);
      at = end;
    }
  }
  return kept;
};

/** What stands for a string is a word, what stands for a comment is space. */
const dataAt = (text: string, at: number, end: number): string => {
  const char = text.charAt(at);
  if (char === '$')
    return /\bDO\s+(?:LANGUAGE\s+\w+\s+)?$/i.test(text.slice(Math.max(0, at - 40), at))
      ? bodyOf(text.slice(at, end))
      : ' x ';
  return char === "'" || char === '"' || char === '`' ? 'x' : ' ';
};

const bodyOf = (quoted: string): string => quoted.replace(/^\$\w*\$|\$\w*\$$/g, ' ');

const endOfData = (text: string, at: number): number => {
  const char = text.charAt(at);
  const next = text.charAt(at + 1);
  if (char === '-' && next === '-') return orEnd(text, text.indexOf('\n', at));
  if (char === '/' && next === '*') return orEnd(text, text.indexOf('*/', at + 2), 2);
  if (char === "'" || char === '"' || char === '`') return endOfString(text, at, char);
  if (char !== '$') return at;
  const tag = /^\$\w*\$/.exec(text.slice(at, at + 66))?.[0];
  return tag === undefined ? at : orEnd(text, text.indexOf(tag, at + tag.length), tag.length);
};

const orEnd = (text: string, found: number, length = 0): number => (found < 0 ? text.length : found + length);

const endOfString = (text: string, at: number, quote: string): number => {
  for (let end = at + 1; end < text.length; end += 1) {
    const char = text.charAt(end);
    if (char === '\\' && quote === "'") end += 1;
    else if (char === quote && text.charAt(end + 1) === quote) end += 1;
    else if (char === quote) return end + 1;
  }
  return text.length;
};
