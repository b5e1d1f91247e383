import { describe, expect, it } from 'vitest';
import { recommendedOptions } from '../../../../src/hooks/observers/questions/recommended.ts';

const read = (
  labels: readonly string[],
  more: { question?: string; descriptions?: readonly string[]; multiple?: boolean } = {},
): readonly number[] | string => {
  const options = labels.map((label, at) => ({ label, description: more.descriptions?.[at] ?? '' }));
  const found = recommendedOptions(more.question ?? 'Which one?', options, more.multiple ?? false);
  return 'options' in found ? found.options : found.unclear;
};

const NONE = 'no option is recommended';
const TWO = 'more than one option is recommended';
const CONDITIONAL = 'what is recommended depends on something';

describe('the recommended option (seed 004, recommended-option parsing scope)', () => {
  it.each([
    ['a suffix in brackets', 'Fix now (recommended)'],
    ['with a letter in front', 'A) Fix now (recommended)'],
    ['in quotes, with the mark behind them', '"A) Fix now" (recommended)'],
    ['in capitals', 'Fix now (RECOMMENDED)'],
    ['in square brackets', 'Fix now [Recommended]'],
    ['with more in the brackets', 'Fix now (Recommended, fast)'],
    ['more strongly', 'Fix now (strongly recommended)'],
    ['behind a dash', 'Fix now — recommended'],
    ['behind a colon', 'Fix now: recommended!'],
    ['with a star', 'Fix now ★ Recommended'],
    ['as a prefix', 'Recommended: fix now'],
    ['as a prefix behind a letter', 'A) Recommended: fix now'],
    ['as a prefix in brackets', '[Recommended] Fix now'],
    ['as all of the label', 'Recommended'],
  ])('is told by a mark on its label: %s', (_how, label) => {
    expect(read([label, 'Later'])).toEqual([0]);
    expect(read(['Later', label])).toEqual([1]);
  });

  it.each([
    ['Not recommended', 'Fix now (not recommended)'],
    ['hyphenated', 'Fix now (non-recommended)'],
    ['no longer', 'Fix now (no longer recommended)'],
    ['an adjective', 'Use the recommended settings'],
    ['only in some case', 'Fix now (recommended for large teams)'],
    ['on a condition', 'Fix now (recommended if the tests pass)'],
    ['a part of another word', 'Recommender system'],
  ])('is not told by what only looks like a mark: %s', (_how, label) => {
    expect(read([label, 'Later'])).toBeTypeOf('string');
  });

  it.each([
    ['a beginning', 'Recommended: it is one file'],
    ['a sentence', 'This is the recommended option.'],
    ['a person', 'I recommend this, since it is one file'],
    ['a mark', 'One file (recommended)'],
  ])('is told by its description: %s', (_how, description) => {
    expect(read(['SQLite', 'Postgres'], { descriptions: [description, 'One more service'] })).toEqual([0]);
  });

  it('is the one that the label marks where a description of another only speaks of recommended things', () => {
    expect(
      read(['A (recommended)', 'B'], { descriptions: ['', 'Keeps the recommended settings of the vendor'] }),
    ).toEqual([0]);
    expect(read(['A', 'B'], { descriptions: ['', 'Keeps the recommended settings of the vendor'] })).toBe(CONDITIONAL);
  });

  it.each([
    ['I recommend B.', [1]],
    ['RECOMMENDATION: Choose B because it is one file.', [1]],
    ['Recommendation: option A', [0]],
    ['My recommendation is Postgres, since the team knows it. Which one?', [1]],
    ['I recommend going with A over B.', [0]],
    ['I would recommend a rewrite. Which one?', NONE],
    ['Recommendation: A rewrite of the parser', NONE],
    ['I recommend A or B.', TWO],
    ['I do not recommend B.', CONDITIONAL],
    ['I recommend B if the team knows it.', CONDITIONAL],
    ['Who recommends this?', NONE],
  ])('is told by the question: %s', (question, expected) => {
    expect(read(['A) SQLite', 'B) Postgres'], { question })).toEqual(expected);
  });

  it('is nobody’s where two are recommended (auq-two-recommended) and there is one choice', () => {
    expect(read(['A (recommended)', 'B (Recommended)'])).toBe(TWO);
    expect(read(['A (recommended)', 'B'], { descriptions: ['', 'Recommended: it is faster'] })).toBe(TWO);
    expect(read(['A) x (recommended)', 'B) y'], { question: 'I recommend B. Which one?' })).toBe(TWO);
  });

  it('are all that are marked where several can be chosen', () => {
    expect(read(['A (recommended)', 'B', 'C (Recommended)'], { multiple: true })).toEqual([0, 2]);
    expect(read(['A', 'B'], { multiple: true })).toBe(NONE);
    expect(read(['A (recommended)', 'B (recommended if slow)'], { multiple: true })).toBe(CONDITIONAL);
  });

  it('is nobody’s where none is marked', () => {
    expect(read(['A', 'B'])).toBe(NONE);
    expect(read([])).toBe(NONE);
  });

  it('takes no time for hostile texts', () => {
    const long = 'recommended ('.repeat(5_000);
    const dashes = `${'-'.repeat(60_000)}recommend`;
    const started = performance.now();
    for (const text of [long, dashes, ' '.repeat(60_000), '('.repeat(60_000), 'not '.repeat(20_000)]) {
      read([text, text], { question: text, descriptions: [text, text] });
    }
    expect(performance.now() - started).toBeLessThan(5_000);
  });
});
