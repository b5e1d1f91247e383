const base64 = (text: string): string => Buffer.from(text).toString('base64');
const inJson = (text: string): string => JSON.stringify({ out: text });
const escapedBy =
  (write: (code: string) => string, every: number) =>
  (text: string): string =>
    [...text].map((c, at) => (at % every === 0 && c >= ' ' ? write(hexOf(c)) : c)).join('');
const hexOf = (c: string): string => c.charCodeAt(0).toString(16).padStart(2, '0');

/** Every encoding that docs/redaction.md names, and some of them inside one another. */
export const ENCODINGS: Readonly<Record<string, (text: string) => string>> = {
  'as it stands': (text) => text,
  JSON: inJson,
  'JSON in JSON': (text) => inJson(inJson(text)),
  'unicode escapes of every character': escapedBy((hex) => `\\u00${hex}`, 1),
  'unicode escapes of some, in JSON in JSON': (text) => inJson(inJson(escapedBy((hex) => `\\u00${hex}`, 4)(text))),
  'hexadecimal escapes': escapedBy((hex) => `\\x${hex}`, 3),
  'escaped slashes': (text) => inJson(text).replaceAll('/', '\\/'),
  'percent encoding': encodeURIComponent,
  'percent encoding of every character': escapedBy((hex) => `%${hex}`, 1),
  'percent encoding, twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  base64,
  'base64 of JSON': (text) => base64(inJson(text)),
  'base64 without padding': (text) => base64(text).replaceAll('=', ''),
  'URL-safe base64': (text) => Buffer.from(text).toString('base64url'),
  'base64, one byte later': (text) => base64(`\n${text}`),
  'base64, two bytes later': (text) => base64(` \n${text}\n`),
  'base64 behind other bytes': (text) => base64(`${'\u0000\u00ff\u0001'.repeat(7)}\n${text}\n\u00ff\u0002`),
  'base64 behind a path': (text) => `--file=a/bc/${base64(text)}`,
  'base64 in lines': (text) =>
    (base64(`${'key: value\n'.repeat(9)}${text}\n`).match(/.{1,76}/g) as string[]).join('\n'),
  'base64 in lines, in JSON': (text) =>
    inJson((base64(`${'key: value\n'.repeat(9)}${text}\n`).match(/.{1,64}/g) as string[]).join('\r\n')),
  'percent-encoded base64': (text) => encodeURIComponent(base64(text)),
  'base64 with escaped slashes': (text) => base64(text).replaceAll('/', '\\/'),
};

/** All texts that are in a text that gives a secret away in one of the encodings. */
export const formsOf = (secret: string): readonly string[] => [
  secret,
  JSON.stringify(secret).slice(1, -1),
  encodeURIComponent(secret),
  escapedBy((hex) => `%${hex}`, 1)(secret),
  escapedBy((hex) => `\\u00${hex}`, 1)(secret),
  ...[0, 1, 2].flatMap((before) => {
    // What the code of the secret shares whatever stands before and behind it.
    const code = Buffer.from('\0'.repeat(before) + secret);
    const first = Math.ceil((before * 8) / 6);
    const last = Math.floor((code.length * 8) / 6);
    return [code.toString('base64').slice(first, last), code.toString('base64url').slice(first, last)];
  }),
];
