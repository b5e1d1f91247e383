/** Whose `…_pass` is a password: `DB_PASS` is one, `tests_pass` is not. */
const PASS_OWNERS = 'db|sql|mysql|pg|postgres|redis|mongo|smtp|mail|ftp|ssh|user|admin|root|sudo|login|ldap|proxy';

/**
 * How a name that stands for a secret ends, as the source of a regular expression for any case: `password`,
 * `client_secret`, `apiKey`, `X-Auth-Token`, `DB_PASSWORD_PROD`, `token2`. Not every key is secret: public and primary
 * ones are not.
 */
export const SECRET_NAME_END =
  `(?:passw(?:or)?d|passphrase|passcode|pwd|secret|token|(?:${PASS_OWNERS})[-_]pass|dbpass|api key|` +
  '(?:secret|api|access|private|account|auth|signing|encryption)[-_]?key|(?:master|license)[-_]key)' +
  '(?:[-_]?(?:\\d{1,2}|v\\d|prod|production|dev|development|stage|staging|test|local|live|old|new|base64))?';

/** Lower-case texts of which one is in every name that ends so; chosen as the anchors of the redaction rules are. */
export const SECRET_NAME_ANCHORS: readonly string[] = [
  ...['passw', 'passp', 'passc', '_pass', '-pass', 'bpass', 'pwd', 'secret', 'oken', 'pi key'],
  ...['_key', '-key', 'pikey', 'sskey', 'vatekey', 'ntkey', 'hkey', 'gkey', 'yptionkey'],
];

/**
 * Whether the value of a field, variable or option with this name is a secret, in any case and separator style. Page
 * cursors and cancellation handles are called tokens and are none.
 */
export const namesSecret = (name: string): boolean => {
  secretName ??= new RegExp(`${SECRET_NAME_END}$`, 'i');
  return (
    secretName.test(name) && !/(?:next|prev|previous|page|continuation|cancel|cancellation)[-_]?token$/i.test(name)
  );
};

/** Whether a name stands for a password, which people choose, rather than for a token or key, which machines make. */
export const namesPassword = (name: string): boolean => /pass|pwd/i.test(name);

/** What stands in a text for a secret that the rule of this name removed. Its length says nothing about the secret's. */
export const marker = (rule: string): string => `[redacted:${rule}]`;

/** Whether a value under a name that names a secret is one: not a placeholder, nor the directory that `PWD` holds. */
export const isSecretValue = (name: string, value: string): boolean =>
  !isPlaceholder(value) && !(/^(?:old)?pwd$/i.test(name) && /^(?:[~./]|[a-z]:\\)/i.test(value));

/**
 * Whether a value only stands for a secret: empty, already redacted, a variable, an expression, a vault's address, or
 * a word that people write in its place.
 */
export const isPlaceholder = (value: string): boolean => {
  placeholder ??= new RegExp(`^(?:${PLACEHOLDERS.join('|')})$`, 'is');
  // Nothing longer is a placeholder, and the pattern is not made for it.
  return value.length <= 256 && (placeholder.test(value) || isInterpolated(value));
};

/** Whether a value looks like something a machine made at random: long, with digits or without any word boundary. */
export const looksMade = (value: string): boolean => {
  if (value.length < 12 || /\s/.test(value)) return false;
  const digits = value.replace(/\D+/g, '').length;
  return (digits >= 3 && /[a-z]/i.test(value)) || (value.length >= 32 && /^[\w+/=-]+$/.test(value));
};

/** Whether a value looks like a password somebody chose: letters with digits or with signs, or a long number. */
export const looksChosen = (value: string): boolean =>
  value.length >= 6 &&
  !/\s/.test(value) &&
  (/^\d+$/.test(value) || (/[a-z]/i.test(value) && /[\d@#$%^&*~]/.test(value)) || looksMade(value));

/** Whether a text is put together at run time (`tok_${id}`, `{{ key }}`, `$(cat file)`) with nothing secret around it. */
const isInterpolated = (value: string): boolean => {
  const open = value.search(/[$#]\{|\$\(|\{\{|<%/);
  if (open < 0) return false;
  const close = Math.max(value.lastIndexOf('}'), value.lastIndexOf(')'), value.lastIndexOf('%>') + 1);
  if (close < open) return open === 0;
  return !looksMade(value.slice(0, open)) && !looksMade(value.slice(close + 1));
};

const PLACEHOLDERS = [
  '\\s*',
  '\\[redacted:[a-z0-9/-]+\\]',
  // $VAR, %s, %VAR%, {value}, <value>, xxx, ****, …
  '(?:\\$[a-z_]\\w*[-.:/@]?)+',
  '%(?:[a-z]|[a-z_]\\w*%)',
  '\\{[\\w.$[\\]()]*\\}',
  '<[a-z][\\w .:-]*>?',
  '[*x.•_#?-]{3,}|…',
  '(?:process|import|os|deno|env|secrets|vars|config|settings|self|this)\\??[.[][\\w.?\\[\\]"\'$]*',
  '(?:op://|vault:|file:|env:|arn:|ref\\+|/(?:var/)?run/secrets/|your[-_ ]).*',
  // The versions wanted of a package that is called so.
  '(?:[~^]|>=)\\d{1,4}(?:\\.\\d{1,6}){0,2}(?:-[a-z][\\w.]{0,20})?|workspace:[*~^]?',
  'true|false|yes|no|on|off|null|nil|none|undefined|required|optional|hidden|masked|placeholder|change[-_]?me',
];

// Compiled when first needed, which in most hooks is never.
let secretName: RegExp | undefined;
let placeholder: RegExp | undefined;
