import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { proofLine } from '../../../src/hooks/observers/proof-lines.ts';
import { cpuTime } from '../../kit/cpu-time.ts';

describe('a line of a prompt that says it was seen to work', () => {
  it.each([
    ['docket prove: the total shows the discount', 'the total shows the discount'],
    ['Docket prove: it works', 'it works'],
    ['DOCKET PROVE:it works  ', 'it works'],
    ['Looks good.\n\ndocket prove: cart and invoice\nGo on with the next one.', 'cart and invoice'],
    ['docket prove: first\r\ndocket prove: second\r\n', 'second'],
    ['docket prove --revoke\ndocket prove: on the new build', 'on the new build'],
    ['```\ncode\n```\ndocket prove: seen', 'seen'],
    ['docket prove: Größe „L“ 🛒', 'Größe „L“ 🛒'],
  ])('%j', (prompt, note) => expect(proofLine(prompt)).toEqual({ says: 'proven', note }));

  it.each([
    ['docket prove --revoke', ''],
    ['docket prove --revoke: it was the old build', 'it was the old build'],
    ['Docket prove --revoke it was the old build', 'it was the old build'],
    ['docket revoke proof', ''],
    ['docket revoke proof: wrong branch', 'wrong branch'],
    ['docket prove: seen\nno, wait\ndocket revoke proof: wrong branch', 'wrong branch'],
  ])('takes it back: %j', (prompt, note) => expect(proofLine(prompt)).toEqual({ says: 'revoked', note }));

  it.each([
    'docket prove',
    'docket prove:',
    'docket prove:   ',
    'docket prove it works',
    'I would say docket prove: it works',
    '> docket prove: it works',
    '  docket prove: it works',
    '- docket prove: it works',
    '`docket prove: it works`',
    '```\ndocket prove: it works\n```',
    '~~~sh\ndocket prove: it works\n~~~\n',
    '```\n~~~\ndocket prove: it works',
    'docketprove: it works',
    'docket prove --revoked',
    'docket revoke proofs',
    'docket waive guard/rm-root: x',
    '',
  ])('says nothing: %j', (prompt) => expect(proofLine(prompt)).toBeNull());

  it('stays bounded for whatever stands around it', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 200 }), fc.string({ maxLength: 40 }), (before, note) => {
        const said = proofLine(`${before}\ndocket prove: x${note}`);
        expect(said === null || said.note.length <= 1_000).toBe(true);
      }),
    );
    const text = `${'docket prove: '.repeat(100_000)}\n${'`'.repeat(500_000)}`;
    expect(cpuTime(() => expect(proofLine(text)?.note).toHaveLength(1_000))).toBeLessThan(2_000);
  });
});
