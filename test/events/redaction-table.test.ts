import { describe, expect, it } from 'vitest';
import { mayHoldSecret } from '../../src/events/may-hold-secret.ts';
import { redactData, redactText } from '../../src/events/redact.ts';
import { REDACTION_RULES } from '../../src/events/redaction-rules.ts';
import { TABLE } from './redaction-table.ts';
import { ENCODINGS, formsOf } from './secret-encodings.ts';

const SEEDS = [1, 2, 3];

describe('the tables of docs/redaction.md', () => {
  it('name every rule', () => {
    const named = new Set(TABLE.map(({ rule }) => rule));
    const all = new Set(REDACTION_RULES.map(({ name }) => name));
    all.delete('private-key');
    expect([...named].sort()).toEqual([...all].sort());
  });

  it.each(TABLE)('show what the log shows: $example', ({ fill }) => {
    for (const seed of SEEDS) {
      const { rule, written, logged } = fill(seed);
      expect(redactText(written)).toEqual({ text: logged, hits: [rule] });
      if (!/\s/.test(written)) expect(redactText(`/tmp/${written}/x`).text).not.toContain(written);
      expect(redactText(`first\n${written}\nlast`).text).toBe(`first\n${logged}\nlast`);
    }
  });

  it.each(TABLE)('hold in every encoding: $example', ({ fill }) => {
    for (const [encoding, encode] of Object.entries(ENCODINGS)) {
      for (const seed of SEEDS) {
        const { written, secret } = fill(seed);
        const text = encode(written);
        const { text: redacted, hits } = redactText(text);
        const left = formsOf(secret).filter((form) => redacted.includes(form));
        expect({ encoding, text, left, hits: hits.length }).toEqual({
          encoding,
          text,
          left: [],
          hits: expect.any(Number),
        });
        expect(hits.length, `${encoding}: ${text}`).toBeGreaterThan(0);
        expect(mayHoldSecret(text), `${encoding}: ${text}`).toBe(true);
        expect(mayHoldSecret(JSON.stringify({ text })), `${encoding}: ${text}`).toBe(true);
        expect(redactText(redacted).text).toBe(redacted);
        expect(JSON.stringify(redactData({ [text]: [text] }).data)).not.toContain(secret);
      }
    }
  });

  it.each(Object.entries(ENCODINGS))('hold for a private key: %s', (_, encode) => {
    const line = 'MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF0kT';
    for (const kind of ['', 'RSA ', 'OPENSSH ', 'PGP ']) {
      const end = kind === 'PGP ' ? ' BLOCK' : '';
      const key = `-----BEGIN ${kind}PRIVATE KEY${end}-----\n${`${line}\n`.repeat(4)}-----END ${kind}PRIVATE KEY${end}-----\n`;
      const { text, hits } = redactText(encode(key));
      expect(hits).toEqual(['private-key']);
      expect(formsOf(line).filter((form) => text.includes(form))).toEqual([]);
      expect(mayHoldSecret(encode(key))).toBe(true);
    }
  });
});
