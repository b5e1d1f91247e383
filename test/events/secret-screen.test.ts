import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BlobStore } from '../../src/events/blobs.ts';
import { encodeEvent } from '../../src/events/encode-event.ts';
import { bulkRedaction, redactData, redactText } from '../../src/events/redact.ts';
import { secretScreen } from '../../src/events/secret-screen.ts';
import { envelope } from '../kit/envelope.ts';
import { CONTEXTS, HARMLESS, TOKENS } from './redaction-corpus.ts';
import { ENCODINGS } from './secret-encodings.ts';

const mayHold = secretScreen();

const secret = fc.oneof(
  fc.constantFrom(...TOKENS.map(({ secret: token }) => token)),
  fc.constantFrom(...CONTEXTS.flat()),
);
const encoding = fc.constantFrom(...Object.values(ENCODINGS));
const filler = fc.oneof(
  fc.string({ maxLength: 30, unit: 'binary' }),
  fc.constantFrom(...HARMLESS),
  fc.constantFrom('', ' ', '\n', 'task-1 ', ' the words of a sentence '.repeat(4), '\u0125\u0173\u4f4b'),
);

/** Texts with something planted in them, in one encoding or in two of one another. */
const planted = fc
  .tuple(filler, secret, encoding, encoding, fc.boolean(), filler)
  .map(
    ([before, text, inner, outer, isTwice, after]) => `${before}${isTwice ? outer(inner(text)) : inner(text)}${after}`,
  );

describe('the screen in front of the redaction', () => {
  it('passes nothing that the redaction would change, in any encoding, in a text or in JSON that holds it', () => {
    fc.assert(
      fc.property(planted, filler, (text, key) => {
        const data = { [key]: [text], text };
        if (redactText(text).hits.length > 0) expect(mayHold(text)).toBe(true);
        if (redactData(data).hits.length > 0) expect(mayHold(JSON.stringify(data))).toBe(true);
      }),
      { numRuns: 1500 },
    );
  });

  it('leaves the lines of many events as they are without it', () => {
    const blobs: BlobStore = { put: (text) => ({ $blob: null, bytes: text.length, head: text.slice(0, 9), tail: '' }) };
    const value = fc.oneof(planted, filler, fc.jsonValue({ maxDepth: 2 }));
    const drafts = fc.array(fc.dictionary(fc.oneof(filler, fc.constantFrom('apiKey', 'stdout', 'tool_input')), value), {
      maxLength: 6,
    });
    const bulk = { blobs, ...bulkRedaction() };
    fc.assert(
      fc.property(drafts, planted, (given, turn) => {
        for (const [at, data] of [...given, ...given].entries()) {
          const event = envelope(`e${at}`, 'ToolCompleted', { data, turn: at === 1 ? turn : null });
          const screened = encodeEvent(event, bulk).line;
          expect(screened).toBe(encodeEvent(event, { blobs, redactData, mayHoldSecret: () => true }).line);
        }
      }),
      { numRuns: 200 },
    );
  });

  it.each(TOKENS)('stops $rule in every encoding', ({ secret: token }) => {
    for (const [name, encode] of Object.entries(ENCODINGS)) {
      const text = `${'a long text, read by its bytes '.repeat(4)}\n${encode(`the token: ${token}`)}\n`;
      expect({ name, stops: mayHold(text) }).toEqual({ name, stops: true });
      expect({ name, stops: mayHold(JSON.stringify({ text })) }).toEqual({ name, stops: true });
    }
  });

  it('passes what only looks like it', () => {
    const passed = [
      'task-1, disk-2 and a-task-3: what ends in an anchor begins none',
      'DISKS, MASKED and ASKED: the same in capitals',
      'colours \u001b[32mgreen\u001b[0m and 100 % of it, 3%, \\n \\u001b[0m',
    ];
    for (const text of passed)
      expect({ text, holds: mayHold(JSON.stringify({ text })) }).toEqual({ text, holds: false });
  });
});
