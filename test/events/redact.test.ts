// biome-ignore-all lint/suspicious/noTemplateCurlyInString: such texts are what is tested
import { describe, expect, it } from 'vitest';
import { mayHoldSecret } from '../../src/events/may-hold-secret.ts';
import { DEPTH_LIMIT, redactData, redactText } from '../../src/events/redact.ts';
import { REDACTION_RULES } from '../../src/events/redaction-rules.ts';
import { cpuTime, growthOf } from '../kit/cpu-time.ts';
import { CONTEXTS, HARMLESS, NEAR_MISSES, TOKENS } from './redaction-corpus.ts';

const MARKED = /\[redacted:[a-z-]+\]/;

describe('redacting a text', () => {
  it.each(TOKENS)('removes a token by its format: $rule', ({ rule, secret }) => {
    expect(redactText(`before ${secret} after`)).toEqual({ text: `before [redacted:${rule}] after`, hits: [rule] });
  });

  it.each(CONTEXTS)('removes a secret by what stands around it: %j', (before, after) => {
    expect(redactText(before).text).toBe(after);
  });

  it.each(CONTEXTS)('does so inside JSON, inside JSON inside JSON, and between other lines: %j', (before, after) => {
    const secret = hiddenIn(before, after);
    for (const wrap of WRAPPERS) {
      const { text } = redactText(wrap(before));
      expect(text).toMatch(MARKED);
      expect(text).not.toContain(JSON.stringify(secret).slice(1, -1));
    }
  });

  it.each(HARMLESS)('leaves what is no secret: %j', (text) => {
    expect(redactText(text)).toEqual({ text, hits: [] });
  });

  it('names each rule once, sorted', () => {
    const [first, second] = TOKENS.filter(({ rule }) => rule === 'github-token');
    const text = `TOKEN=abc ${first?.secret} ${second?.secret}`;
    expect(redactText(text).hits).toEqual(['github-token', 'named-secret']);
  });

  it('says nothing of the length of what it removed', () => {
    expect(redactText('PASSWORD=a').text).toBe(redactText(`PASSWORD=${'a'.repeat(5000)}`).text);
  });

  it('removes a token inside a password as a whole', () => {
    const secret = TOKENS[0]?.secret;
    expect(redactText(`TOKEN=${secret}:rest`).text).toBe('TOKEN=[redacted:named-secret]');
  });
});

describe('a private key', () => {
  const line = 'MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF0kT';
  const begin = ['-----BEGIN RSA PRIV', 'ATE KEY-----'].join('');
  const end = begin.replace('BEGIN', 'END');

  it('loses what stands between its first and its last line', () => {
    const text = `cat key.pem\n${begin}\n${line}\n${line}\nabc=\n${end}\ndone`;
    expect(redactText(text).text).toBe(`cat key.pem\n${begin}[redacted:private-key]${end}\ndone`);
  });

  it('loses its lines when the end was cut off', () => {
    expect(redactText(`${begin}\n${line}\n${line}\nabc`).text).toBe(`${begin}[redacted:private-key]`);
    expect(redactText(`${begin}\n${line}\nand then some prose follows here`).text).toBe(
      `${begin}[redacted:private-key]\nand then some prose follows here`,
    );
  });

  it('loses its headers as well, also where JSON has escaped the line breaks', () => {
    const text = `${begin}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,${line}\n\n${line}\n${line}`;
    expect(redactText(text).text).toBe(`${begin}[redacted:private-key]`);
    expect(redactText(JSON.stringify({ text })).text).not.toContain(line);
  });

  it('is not there where only its first line is mentioned', () => {
    expect(redactText(`grep -- "${begin}" *`).hits).toEqual([]);
  });
});

describe('redacting data', () => {
  it('reaches every text, at any depth, and keys', () => {
    const secret = TOKENS[0]?.secret ?? '';
    const { data, hits } = redactData({ a: [{ b: `x ${secret}` }, 1, null, true], [`k ${secret}`]: { c: secret } });
    expect(data).toEqual({
      a: [{ b: 'x [redacted:github-token]' }, 1, null, true],
      'k [redacted:github-token]': { c: '[redacted:github-token]' },
    });
    expect(hits).toEqual(['github-token']);
  });

  it.each([
    'password',
    'passwd',
    'PASSWORD',
    'userPassword',
    'secret',
    'client_secret',
    'clientSecret',
    'Client-Secret',
    'api_key',
    'apikey',
    'apiKey',
    'API_KEY',
    'X-Api-Key',
    'access_token',
    'refreshToken',
    'AUTH_TOKEN',
    'token',
    'private_key',
    'privateKey',
    'secretAccessKey',
    'DB_PASS',
    'pwd',
    'passphrase',
    'NEW_RELIC_LICENSE_KEY',
    'DB_PASSWORD_PROD',
  ])('removes what is stored under %s', (name) => {
    expect(redactData({ outer: { [name]: 'x' } })).toEqual({
      data: { outer: { [name]: '[redacted:named-secret]' } },
      hits: ['named-secret'],
    });
  });

  it('keeps the scheme of an authorization and nothing of a cookie', () => {
    const headers = {
      Authorization: 'Bearer abc',
      'Proxy-Authorization': 'abc',
      'set-cookie': ['a=b; Path=/', 'c=d'],
      cookie: 'a',
    };
    expect(redactData({ headers }).data).toEqual({
      headers: {
        Authorization: 'Bearer [redacted:authorization]',
        'Proxy-Authorization': '[redacted:authorization]',
        'set-cookie': ['[redacted:cookie]', '[redacted:cookie]'],
        cookie: '[redacted:cookie]',
      },
    });
  });

  it.each(['$TOKEN', '${TOKEN}', 'process.env.TOKEN', '<token>', 'xxx', 'true', 'null', '', '[redacted:named-secret]'])(
    'leaves a placeholder under such a name: %j',
    (value) => {
      const data = { password: value, Authorization: `Bearer ${value}`, api_key: value };
      expect(redactData(data)).toEqual({ data, hits: [] });
    },
  );

  it.each([
    'tokens',
    'max_tokens',
    'next_page_token',
    'public_key',
    'secretName',
    'passwordHash',
    'tests_pass',
    'author',
  ])('leaves what is stored under %s', (name) => {
    expect(redactData({ [name]: 'value' }).hits).toEqual([]);
  });

  it('knows the argument behind an option, and the value beside a name', () => {
    const { data } = redactData({
      args: ['--token', 'abc', '--password', '--verbose', 'x'],
      env: [
        { name: 'DB_PASSWORD', value: 'abc' },
        { name: 'HOME', value: '/home/dev' },
      ],
    });
    expect(data).toEqual({
      args: ['--token', '[redacted:named-secret]', '--password', '--verbose', 'x'],
      env: [
        { name: 'DB_PASSWORD', value: '[redacted:named-secret]' },
        { name: 'HOME', value: '/home/dev' },
      ],
    });
  });

  it('keeps two keys apart that held different secrets', () => {
    const [first, second] = TOKENS;
    const { data } = redactData({ [first?.secret ?? '']: 1, [second?.secret ?? '']: 2 });
    expect(Object.values(data)).toEqual([1, 2]);
  });

  it('keeps a key that would set the prototype', () => {
    const { data } = redactData(JSON.parse('{"__proto__":{"password":"x"},"token":"y"}'));
    expect(JSON.stringify(data)).toBe(
      '{"__proto__":{"password":"[redacted:named-secret]"},"token":"[redacted:named-secret]"}',
    );
  });

  it('returns the same object when it holds no secret', () => {
    const data = { a: ['one', { b: Number.NaN }], token: '$TOKEN', 'a b': undefined };
    expect(redactData(data).data).toBe(data);
  });

  it('turns what is nested deeper than the limit into redacted JSON', () => {
    const { data, hits } = redactData({ deep: nested(DEPTH_LIMIT + 5, { token: 'abc', 'set-cookie': ['a=b'] }) });
    const json = JSON.stringify(data);
    expect(json).toContain('[redacted:named-secret]');
    expect(json).not.toMatch(/abc|a=b/);
    expect(hits).toEqual(['cookie', 'named-secret']);
  });

  it.each([
    ['objects', '{"a":', '}'],
    ['arrays', '[', ']'],
    ['objects under secret names', '{"token":', '}'],
  ])('never fails for %s nested deeper than JSON can be written', (_, open, close) => {
    const depth = 100_000;
    const value: unknown = JSON.parse(`${open.repeat(depth)}"PASSWORD=abc"${close.repeat(depth)}`);
    expect(JSON.stringify(redactData({ value }).data)).toContain('[nested too deeply]');
  });
});

describe('asking whether a text may hold a secret', () => {
  it.each(TOKENS)('says yes for $rule, also in JSON', ({ secret }) => {
    expect(mayHoldSecret(secret)).toBe(true);
    expect(mayHoldSecret(JSON.stringify({ a: `\n${secret}\n` }))).toBe(true);
  });

  it('says no for an ordinary tool call', () => {
    const call = {
      hook_event_name: 'PreToolUse',
      tool_use_id: 'toolu_01ABCdefGHI',
      cwd: '/home/me/project',
      tool_input: { file_path: 'src/cart.ts', new_string: 'export const total = (items: Item[]): number => 0;\n' },
    };
    expect(mayHoldSecret(JSON.stringify(call))).toBe(false);
  });

  it('looks for nothing that JSON writes differently', () => {
    for (const { anchors, isAnyCase } of REDACTION_RULES) {
      for (const anchor of anchors) {
        expect(JSON.stringify(anchor)).toBe(`"${anchor}"`);
        expect(anchor).toMatch(/^[ -~]{2,}$/);
        if (isAnyCase) expect(anchor).toBe(anchor.toLowerCase());
      }
    }
  });
});

describe('hostile texts', () => {
  it.each(NEAR_MISSES)('ends on repeated near misses: %j', (near) => {
    const { text } = redactText(near.repeat(Math.ceil(200_000 / near.length)));
    expect(redactText(text).text === text).toBe(true);
  });

  it.each(NEAR_MISSES)('takes time in proportion to the text: %j', (near) => {
    // With the anchors of rules that look at the whole text.
    const text = (length: number): string =>
      `kind: Secret password token 5432: auths ${near.repeat(Math.ceil(length / near.length))}`;
    const time = (length: number): number => {
      const subject = text(length);
      return cpuTime(() => redactText(subject));
    };
    expect(growthOf(time)).toBeLessThan(24);
  });

  it('ends on 2 MB of all of them', () => {
    const all = NEAR_MISSES.join(' ');
    const { text } = redactText(all.repeat(Math.ceil((2 * 1024 * 1024) / all.length)));
    expect(redactText(text).text === text).toBe(true);
  });

  it('does not overflow on a token of 32 MB', () => {
    const { text } = redactText(`${['gh', 'p_'].join('')}${'A'.repeat(32 * 1024 * 1024)}`);
    expect(text.startsWith('[redacted:github-token]')).toBe(true);
  });
});

const WRAPPERS: readonly ((text: string) => string)[] = [
  (text) => JSON.stringify(text),
  (text) => JSON.stringify({ stdout: text, code: 1 }),
  (text) => JSON.stringify({ a: JSON.stringify({ b: text }) }),
  (text) => `first line\n${text}\nlast line`,
  (text) => JSON.stringify({ stdout: `first line\n${text}\nlast line` }),
];

/** What the first marker replaced. */
const hiddenIn = (before: string, after: string): string => {
  const [head = '', tail = ''] = after.split(MARKED);
  return before.slice(head.length, tail === '' ? undefined : before.indexOf(tail, head.length));
};

const nested = (depth: number, inner: unknown): unknown => (depth === 0 ? inner : { a: nested(depth - 1, inner) });
