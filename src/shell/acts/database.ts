import { type OptionSpec, readOptions } from '../options.ts';
import type { Run } from '../run.ts';
import type { FoundAct, Recognizer } from './act.ts';
import { resetOf } from './database-reset.ts';
import { inputTexts, printedTexts } from './printed-text.ts';
import { isForTests, sqlLosses } from './sql.ts';

/**
 * What clients of databases would destroy: `database-loss` for databases, schemas and tables, `rows-loss` for all rows of
 * a table, `database-reset` for tools that make a project's database anew. SQL is looked for where a client takes it: in
 * options, operands, here-documents and pipes (psql(1), mysql(1), sqlite3(1) and the manuals of the others).
 */
export const databases: Recognizer = {
  programs: ['*', 'psql', 'mysql', 'mariadb', 'sqlite3', 'mongosh', 'redis-cli', 'dropdb'],
  recognize: (run) => {
    const { program } = run;
    if (program === null) return [];
    if (Object.hasOwn(DROPPERS, program)) return DROPPERS[program]?.(run) === true ? [lost(run, 'database-loss')] : [];
    const client = Object.hasOwn(CLIENTS, program) ? CLIENTS[program] : undefined;
    if (client === undefined) return resetOf(run) ? [lost(run, 'database-reset')] : [];
    return lossesOf(run, client);
  },
};

const lost = (run: Run, kind: string, what?: string): FoundAct => ({
  kind,
  ...(what === undefined ? {} : { shown: `${run.program} … ${what}` }),
});

interface Client extends OptionSpec {
  /** Options whose value is code. */
  readonly code: readonly string[];
  /** Operands are code: all of them, or those behind the database's name. */
  readonly operands?: 'all' | 'behind-first';
  /** What the code is; SQL when absent. */
  readonly losses?: (text: string) => readonly { readonly kind: 'object' | 'rows'; readonly shown: string }[];
}

const lossesOf = (run: Run, client: Client): FoundAct[] => {
  const { options, operands } = readOptions(run.args, { mixed: true, ...client });
  if (client.operands === 'behind-first' && operands[0]?.value === ':memory:') return [];
  const words = client.operands === undefined ? [] : client.operands === 'all' ? operands : operands.slice(1);
  const texts = [
    ...options.flatMap(({ name, value, word }) => (client.code.includes(name) ? [value?.value ?? word.text] : [])),
    // A value that only shows at run time is looked at as it is spelled.
    ...run.args.flatMap(({ value, text }) => (value === null && text !== '' ? [text.replaceAll('"', ' ')] : [])),
    ...(client.operands === 'all'
      ? [words.map(({ value }) => value ?? '').join(' ')]
      : words.map(({ value }) => value ?? '')),
    ...inputTexts(run),
    ...run.substitutions.flatMap(printedTexts),
  ];
  const losses = texts.flatMap((text) => (client.losses ?? sqlLosses)(text));
  const object = losses.find(({ kind }) => kind === 'object');
  if (object !== undefined) return [lost(run, 'database-loss', object.shown)];
  const [rows] = losses;
  return rows === undefined ? [] : [lost(run, 'rows-loss', rows.shown)];
};

const MYSQL: Client = {
  code: ['-e', '--execute', '--init-command'],
  valued: 'eDhuPS',
  longValued: ['execute', 'database', 'host', 'user', 'port', 'socket', 'init-command'],
};

const PSQL: Client = {
  code: ['-c', '--command'],
  valued: 'cdfhopUvFPRTL',
  longValued: ['command', 'dbname', 'file', 'host', 'output', 'port', 'username', 'set', 'variable'],
};

const QUERY: Client = {
  code: ['-q', '-Q', '-e', '-c', '-s', '--query', '--execute', '--command', '--eval', '--sql'],
  valued: 'qQecsSUPdhup',
  longValued: [
    'query',
    'execute',
    'command',
    'eval',
    'sql',
    'host',
    'user',
    'password',
    'database',
    'db',
    'port',
    'url',
  ],
};

const mongo = (text: string): { kind: 'object' | 'rows'; shown: string }[] => {
  if (/\bdropDatabase\s*\(|\.drop\s*\(/.test(text)) return [{ kind: 'object', shown: 'drop' }];
  return /\.(?:deleteMany|remove)\s*\(\s*(?:\{\s*\})?\s*\)/.test(text)
    ? [{ kind: 'rows', shown: 'delete of everything' }]
    : [];
};

const redis = (text: string): { kind: 'object' | 'rows'; shown: string }[] => {
  const flush = /(?:^\s*|call\(['"])(FLUSH(?:ALL|DB))(?=\s|['"]|$)/im.exec(text)?.[1];
  return flush === undefined ? [] : [{ kind: 'object', shown: flush.toUpperCase() }];
};

const LITE: Client = { code: ['-cmd', '-c', '-s'], operands: 'behind-first', valued: 'cs' };
const MONGO: Client = {
  code: ['--eval'],
  longValued: ['eval', 'host', 'port', 'username', 'password'],
  valued: 'up',
  losses: mongo,
};
const REDIS: Client = { code: [], operands: 'all', valued: 'hpasnuriDd', longValued: ['user', 'pass'], losses: redis };

const CLIENTS: Readonly<Record<string, Client>> = {
  psql: PSQL,
  pgcli: PSQL,
  usql: PSQL,
  mysql: MYSQL,
  mariadb: MYSQL,
  mycli: MYSQL,
  sqlite3: LITE,
  sqlite: LITE,
  litecli: QUERY,
  duckdb: LITE,
  sqlcmd: QUERY,
  'go-sqlcmd': QUERY,
  isql: QUERY,
  osql: QUERY,
  'mssql-cli': QUERY,
  sqlplus: QUERY,
  clickhouse: QUERY,
  'clickhouse-client': QUERY,
  cqlsh: QUERY,
  cockroach: QUERY,
  snowsql: QUERY,
  snow: QUERY,
  trino: QUERY,
  presto: QUERY,
  hive: QUERY,
  beeline: QUERY,
  'impala-shell': QUERY,
  'spark-sql': QUERY,
  bq: { ...QUERY, operands: 'all' },
  wrangler: QUERY,
  turso: { ...QUERY, operands: 'all' },
  mongosh: MONGO,
  mongo: MONGO,
  'redis-cli': REDIS,
  'valkey-cli': REDIS,
  keydb: REDIS,
};

const said = (args: Run['args'], what: RegExp): boolean =>
  what.test(
    readOptions(args, { mixed: true, longValued: ['region', 'profile', 'project', 'output', 'format'] })
      .operands.map(({ value }) => value ?? '')
      .join(' '),
  ) && !args.some(({ value }) => value === 'help' || value === '--help');

/** Programs that drop a database by their own name or a command of theirs, and how to tell that they would. */
const DROPPERS: Readonly<Record<string, (run: Run) => boolean>> = {
  dropdb: ({ args }) =>
    args.length > 0 &&
    !args.some(({ value }) => /^(?:--help|-\?|--version|-V)$/.test(value ?? '')) &&
    !isForTests(args.at(-1)?.value ?? ''),
  mysqladmin: ({ args }) => args.some(({ value }) => value === 'drop'),
  heroku: ({ args }) => args[0]?.value === 'pg:reset',
  aws: ({ args }) => said(args, /^(?:rds|docdb|neptune) delete-db-|^dynamodb delete-table|^redshift delete-cluster/),
  gcloud: ({ args }) => said(args, /^(?:alpha |beta )?(?:sql|spanner|firestore) (?:databases|instances) delete/),
  'mariadb-admin': ({ args }) => args.some(({ value }) => value === 'drop'),
};
