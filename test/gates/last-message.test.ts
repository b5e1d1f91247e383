import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isApprovalLoop, saysDone } from '../../src/gates/last-message.ts';

const DONE = /\b(?:done|complete|completed|written|committed|merged)\b/i;

const loops = (text: string): boolean => isApprovalLoop(text, DONE);

describe('an approval loop: a question at the end, and nothing that says it was done', () => {
  test.each([
    ['a question', 'I read the code. Should I proceed with the merge?'],
    ['in bold', 'I read the code.\n\n**Shall I go on?**'],
    ['in quotes and brackets', 'I read it. (Do you want me to go on?)'],
    ['in front of choices', 'Which one do you prefer?\n\n1. Redis\n2. Memcached'],
    ['with choices in the same paragraph', 'Would you like me to:\n- use Redis\n- use Memcached'],
    ['with a colon in front of choices', 'Which one should it be:\n\n- Redis\n- Memcached'],
    ['the last choice is the question', 'I can do:\n- this\n- or that?'],
    ['without a question mark', 'The design is above. Please confirm.'],
    ['waiting', 'I have a draft. Waiting for your approval.'],
    ['let me know', 'Two ways are open. Let me know which one you prefer.'],
    ['once you approve', 'I will write the file once you approve.'],
    ['something is said to be done, and is not yet', 'When it is merged I will tell you. Shall I merge?'],
    ['something was not done', 'Nothing is committed: it was not merged. Shall I?'],
    ['it only asks whether it is done', 'Is the plan complete?'],
    ['behind code', 'Like this?\n\n```ts\nconst done = 1;\n```'],
    ['in a language with Windows line ends', 'I read it.\r\n\r\nShall I go on?\r\n'],
  ])('%s', (_name, text) => {
    expect(loops(text)).toBe(true);
  });

  test.each([
    ['a statement', 'The cart is fine.'],
    ['nothing', ''],
    ['done, and an offer', 'The plan is written. Would you like me to start with phase 1?'],
    ['done in a list, and an offer', 'Summary:\n- plan written\n- 3 phases\n\nAnything else?'],
    ['done under a heading', '## Completed\n\nDo you want a demo?'],
    ['a question earlier', 'Does the cart work? It does. I read every file.'],
    ['a question in code', 'I added this:\n\n```\nwhat?\n```'],
    ['a question mark in a name', 'It calls `isReady?` of the old module.'],
    ['done without any errors', 'Merged with no conflicts. OK?'],
  ])('none: %s', (_name, text) => {
    expect(loops(text)).toBe(false);
  });

  test('is said of any text in time that grows with it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
        expect(typeof loops(text)).toBe('boolean');
      }),
    );
    const hostile = [
      '?'.repeat(20_000),
      '- \n'.repeat(7_000),
      'done not '.repeat(2_200),
      '```\n'.repeat(5_000),
      '. '.repeat(10_000),
      `${'* '.repeat(10_000)}?`,
    ];
    /** Milliseconds, the best of three. */
    const read = (text: string): number => {
      const once = (): number => {
        const begin = performance.now();
        loops(text);
        return performance.now() - begin;
      };
      return Math.min(once(), once(), once());
    };
    const plain = read('The cart adds up, and the tax is right. '.repeat(500));
    for (const text of hostile) expect(read(text), text.slice(0, 10)).toBeLessThan(100 * (plain + 1));
  });
});

test('what is denied, wished or asked is not done', () => {
  expect(saysDone('It is merged.', DONE)).toBe(true);
  for (const text of ['It is not merged.', 'I will have it merged.', 'Is it merged?', 'No plan was written.', '']) {
    expect(saysDone(text, DONE), text).toBe(false);
  }
});
