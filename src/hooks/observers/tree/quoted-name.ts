// Names as git writes and reads them where a line stands for one: in double quotes with the escapes of C.

const LETTERS: Readonly<Record<string, string>> = {
  a: '\x07',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  '\\': '\\',
  '"': '"',
};

/** The bytes that a name stands for, quoted or not, each as one character; null where the quotes are broken. */
export const unquoteName = (name: string): string | null => {
  if (!name.startsWith('"')) return name;
  const inside = /^"((?:[^"\\]|\\[abfnrtv\\"]|\\[0-3][0-7]{2})*)"$/s.exec(name)?.[1];
  return (
    inside?.replace(/\\([0-3][0-7]{2}|.)/gs, (_, code: string) =>
      code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : (LETTERS[code] ?? code),
    ) ?? null
  );
};

/** A name on a line of its own; quoted where git would take it for something else. */
export const lineOfName = (path: string): string =>
  path.includes('\n') || path.startsWith('"') || path.endsWith('\r')
    ? `"${path.replace(/["\\]/g, '\\$&').replace(/[\n\r]/g, (end) => (end === '\n' ? '\\n' : '\\r'))}"`
    : path;
