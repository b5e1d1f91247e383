import { describe, expect, it } from 'vitest';
import { movedFilesProjection } from '../../src/projections/moved-files.ts';
import { ruled, stateAfter, verdict } from './given.ts';

const moving = (names: readonly string[], more = {}) =>
  verdict('guard', 'rewrite', {
    moved: names.map((name) => ({ from: `/tmp/${name}`, to: `/p/tmp/${name}` })),
    ...more,
  });

describe('a moved file', () => {
  it('is one that a rewritten command writes elsewhere, by the ruling that moved it last', () => {
    const first = ruled('rewrite', [moving(['a', 'b'])]);
    const second = ruled('ask', [moving(['a']), verdict('guard', 'ask')]);
    expect(stateAfter(movedFilesProjection, first, second).files).toEqual([
      { from: '/tmp/b', to: '/p/tmp/b', event: first.id },
      { from: '/tmp/a', to: '/p/tmp/a', event: second.id },
    ]);
  });

  it.each([
    ['of a command that was denied', ruled('deny', [moving(['a'])])],
    ['of a rule that was only watched', ruled('rewrite', [moving(['a'], { mode: 'monitor' })])],
    ['of another delivery', ruled('rewrite', [moving(['a'])], {}, { repeatOf: 'e1' })],
    ['of another rewrite', ruled('rewrite', [verdict('guard', 'rewrite')])],
  ])('is not one %s', (_what, event) => {
    expect(stateAfter(movedFilesProjection, event)).toBe(movedFilesProjection.initialState);
  });

  it('is forgotten when two hundred were moved after it', () => {
    const many = Array.from({ length: 5 }, (_, at) =>
      ruled('rewrite', [moving(Array.from({ length: 50 }, (_file, index) => `${at}-${index}`))]),
    );
    const { files } = stateAfter(movedFilesProjection, ...many);
    expect(files).toHaveLength(200);
    expect(files[0]?.from).toBe('/tmp/1-0');
  });
});
