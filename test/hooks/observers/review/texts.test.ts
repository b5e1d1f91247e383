import { describe, expect, it } from 'vitest';
import { textsIn } from '../../../../src/hooks/observers/review/texts.ts';

const block = (text: unknown) => ({ type: 'text', text });

describe('the texts of a result', () => {
  it.each<[string, unknown, readonly string[] | null]>([
    ['a text', 'a', ['a']],
    ['an empty text', '', ['']],
    ['blocks', [block('a'), block('b')], ['a', 'b']],
    ['a block', block('a'), ['a']],
    ['texts', ['a', 'b'], ['a', 'b']],
    ['content of blocks', { content: [block('a')] }, ['a']],
    ['content that is a text', { content: 'a', isError: false }, ['a']],
    ['what a command printed', { stdout: 'a', stderr: 'b', interrupted: false }, ['a', 'b']],
    ['what a command printed, one of it', { stdout: 'a' }, ['a']],
    ['JSON of blocks in a text', JSON.stringify({ content: [block('a')] }), ['a']],
    ['JSON of a text in a text', '"a"', ['a']],
    ['JSON in the text of a block', [block(JSON.stringify([block('a')]))], ['a']],
    ['JSON of no known shape in a text', '{"verdict":"a"}', ['{"verdict":"a"}']],
    ['half of JSON in a text', '{"content":[', ['{"content":[']],
    ['the result of an agent', { status: 'completed', content: [block('a')], agentId: 'x' }, ['a']],
    [
      'images and links between',
      [{ type: 'image', data: 'a' }, block('b'), { type: 'resource_link', uri: 'c' }],
      ['b'],
    ],
    ['an embedded file', [{ type: 'resource', resource: { text: 'a' } }], []],
    ['texts that are none', { content: [block(null), { type: 'text' }, block(3), null, 4] }, []],
    ['no blocks', [], []],
    ['an unknown object', { text: 'a' }, null],
    ['a file', { file: { content: 'a' } }, null],
    ['null', null, null],
    ['nothing', undefined, null],
    ['a number', 3, null],
  ])('%s', (_what, result, texts) => expect(textsIn(result)).toEqual(texts));

  it('are found at no great depth', () => {
    let deep: unknown = 'a';
    for (let depth = 0; depth < 5_000; depth += 1) deep = { content: [{ type: 'text', text: 'b' }, deep] };
    expect(() => textsIn(deep)).not.toThrow();
    let packed = JSON.stringify([block('a')]);
    for (let depth = 0; depth < 12; depth += 1) packed = JSON.stringify([block(packed)]);
    expect(() => textsIn(packed)).not.toThrow();
  });
});
