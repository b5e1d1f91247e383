import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayHoldSecret } from '../../src/events/may-hold-secret.ts';
import { bulkRedaction, redactData, redactText } from '../../src/events/redact.ts';
import { namesSecret } from '../../src/events/secret-names.ts';
import { CONTEXTS, HARMLESS, NEAR_MISSES, TOKENS } from './redaction-corpus.ts';

const word = fc.stringMatching(/^[A-Za-z0-9]{0,12}$/);

/** Parts of the notations that rules look at, in any order: what no author of a rule thought of. */
const fragment = fc.oneof(
  fc.constantFrom(...TOKENS.map(({ secret }) => secret)),
  fc.constantFrom(...CONTEXTS.flat()),
  fc.constantFrom(...HARMLESS, ...NEAR_MISSES),
  fc.constantFrom('password', 'TOKEN', 'apiKey', '--secret', 'Authorization', 'Cookie', 'Bearer ', 'curl -u ', 'a:b@'),
  fc.constantFrom(
    '=',
    ':',
    ': ',
    ' = ',
    '"',
    "'",
    '`',
    '\\',
    '\\"',
    '\\n',
    '\n',
    ' ',
    ',',
    ';',
    '&',
    '${',
    '}',
    '<',
    '>',
  ),
  fc.constantFrom('[redacted:jwt]', '[redacted:', ']', '[redacted:named-secret]'),
  word,
  fc.string({ maxLength: 8, unit: 'binary' }),
);

const text = fc.array(fragment, { maxLength: 12 }).map((fragments) => fragments.join(''));

const secretName = fc
  .tuple(
    fc.constantFrom('', 'db', 'my_', 'X-', 'user'),
    fc.constantFrom(
      'password',
      'passwd',
      'pass_phrase',
      'secret',
      'token',
      'api_key',
      'private-key',
      'accessKey',
      'dbpass',
    ),
    fc.constantFrom('', '_PROD', '2'),
    fc.constantFrom(
      (name: string) => name,
      (name: string) => name.toUpperCase(),
      (name: string) => name.toLowerCase(),
      (name: string) => name.replace(/[-_](\w)/g, (_, letter: string) => letter.toUpperCase()),
    ),
  )
  .map(([before, name, after, write]) => write(`${before}${name}${after}`))
  .filter(namesSecret);

/** Any data in which each text and each key may be one with secrets. */
const data = fc.dictionary(
  fc.oneof(secretName, text),
  fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      text,
      fc.jsonValue({ maxDepth: 1 }),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.oneof(secretName, text), tie('value'), { maxKeys: 3 }),
    ),
  })).value,
  { maxKeys: 4 },
);

describe('redaction', () => {
  it('changes nothing when done again', () => {
    fc.assert(
      fc.property(text, (original) => {
        const once = redactText(original);
        expect(redactText(once.text)).toEqual({ text: once.text, hits: [] });
      }),
      { numRuns: 1500 },
    );
    fc.assert(
      fc.property(data, (original) => {
        const once = redactData(original).data;
        expect(redactData(once)).toEqual({ data: once, hits: [] });
      }),
      { numRuns: 500 },
    );
  });

  it('is announced by the gate, for the text itself and for JSON that holds it', () => {
    fc.assert(
      fc.property(text, (original) => {
        fc.pre(redactText(original).hits.length > 0);
        expect(mayHoldSecret(original)).toBe(true);
        expect(mayHoldSecret(JSON.stringify(original))).toBe(true);
        expect(mayHoldSecret(JSON.stringify({ nested: JSON.stringify([original]) }))).toBe(true);
      }),
      { numRuns: 700 },
    );
    fc.assert(
      fc.property(data, (original) => {
        fc.pre(redactData(original).hits.length > 0);
        expect(mayHoldSecret(JSON.stringify(original))).toBe(true);
      }),
      { numRuns: 500 },
    );
  });

  it('says so exactly when it changed something', () => {
    fc.assert(
      fc.property(data, (original) => {
        const { data: redacted, hits } = redactData(original);
        expect(redacted === original).toBe(hits.length === 0);
        expect(hits).toEqual([...new Set(hits)].sort());
      }),
      { numRuns: 500 },
    );
  });

  it('gives the same for many events in a row, of which it remembers what was clean', () => {
    // Longer than what is remembered, of each kind.
    const padding = fc.constantFrom('', ' and some words that nobody has to hide '.repeat(2));
    const padded = fc.tuple(padding, text, padding).map((parts) => parts.join(''));
    const events = fc.array(fc.oneof(data, fc.dictionary(secretName, padded), fc.record({ output: padded })), {
      maxLength: 5,
    });
    fc.assert(
      fc.property(events, (originals) => {
        const { redactData: redact } = bulkRedaction();
        for (const original of [...originals, ...originals]) expect(redact(original)).toEqual(redactData(original));
      }),
      { numRuns: 700 },
    );
  });

  it('gives the same for many events where a project has rules of its own', () => {
    const own = [JSON.stringify({ redaction: { rules: [{ name: 'staff-number', pattern: 'EMP-[0-9]{6}' }] } })];
    const { redactData: redact } = bulkRedaction();
    const original = { output: `EMP-482019 ${'worked here for a while'.repeat(3)}` };
    expect(redact(original).data).toBe(original);
    expect(redact(original, own)).toEqual(redactData(original, own));
    expect(JSON.stringify(redact(original, own).data)).not.toContain('482019');
  });

  it('leaves no token anywhere, whatever stands around it', () => {
    const separator = fc.constantFrom(
      ' ',
      '\n',
      '\t',
      '"',
      "'",
      '`',
      '(',
      ')',
      ',',
      ';',
      ': ',
      '<',
      '>',
      '{"a":"',
      '"}',
    );
    const around = fc.tuple(word, separator).map((parts) => parts.join(''));
    const place = fc.constantFrom(
      (value: string) => ({ value }),
      (value: string) => ({ [value]: 1 }),
      (value: string) => ({ list: [[{ deep: { value } }]] }),
      (value: string) => ({ output: JSON.stringify({ [value]: [value] }) }),
      (value: string) => ({ output: `first\n${value}\r\nlast` }),
      (value: string) => ({ password: [value], '--token': value }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...TOKENS), around, around, place, ({ secret }, before, after, put) => {
        const original = put(`${before}${secret}${[...after].reverse().join('')}`);
        expect(mayHoldSecret(JSON.stringify(original))).toBe(true);
        expect(JSON.stringify(redactData(original).data)).not.toContain(secret);
        expect(JSON.stringify(bulkRedaction().redactData(original).data)).not.toContain(secret);
      }),
      { numRuns: 1500 },
    );
  });

  it('leaves nothing under a name that names a secret, and tells nothing of its length', () => {
    const value = fc.stringMatching(/^[A-Za-z0-9!@#,;.]{4,40}$/).filter((made) => /\d/.test(made));
    fc.assert(
      fc.property(secretName, value, (name, secret) => {
        const original = { outer: [{ [name]: secret }] };
        expect(mayHoldSecret(JSON.stringify(original))).toBe(true);
        expect(redactData(original).data).toEqual({ outer: [{ [name]: '[redacted:named-secret]' }] });
      }),
    );
  });
});
