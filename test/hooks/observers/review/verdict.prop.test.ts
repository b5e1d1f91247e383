import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { saidBy } from '../../../../src/hooks/observers/review/read-review.ts';
import { readVerdict } from '../../../../src/hooks/observers/review/read-verdict.ts';
import { reviewersOf } from '../../../../src/hooks/observers/review/reviewers.ts';

const reviewers = reviewersOf(undefined);
const outcome = (text: string) => readVerdict([text], reviewers.sentinels)?.outcome ?? null;

const PASSING = ['✅ Ready', '✅ Mergeable', '## Overall: ✅ PASS', '✅ All Pass'];
const FAILING: Readonly<Record<string, string>> = {
  '✅ Ready': '⛔ Blocked',
  '✅ Mergeable': '⛔ Needs revision',
  '## Overall: ✅ PASS': '## Overall: ⛔ FAIL',
  '✅ All Pass': '⛔ Blocked',
};

const prose = fc.constantFrom(
  'The tests cover it.',
  'src/cart.ts:12 divides by zero',
  '',
  '## Findings',
  '- none',
  '```ts\nconst a = 1;\n```',
  '> quoted',
  'Gate',
  'Ready',
  '✅',
  'PASS',
  'Verdict:',
);
const text = fc.array(prose, { maxLength: 8 }).map((lines) => lines.join('\n'));
/** Ends without anything open. */
const around = fc
  .tuple(text, fc.constantFrom(...PASSING), text)
  .map(([before, token, after]) => ({ before, token, after }));

describe('whatever a review says', () => {
  it('no text without the words of a sentinel passes', () => {
    const words = fc.constantFrom(
      '✅',
      '⛔',
      'rea',
      'dy',
      'pass',
      '\n',
      ' ',
      ':',
      '#',
      'Gate',
      'Overall',
      '*',
      '`',
      'x',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(words, fc.string({ maxLength: 5 })), { maxLength: 20 }), (parts) => {
        const whole = parts.join('');
        const hasWords = /✅[\s*_~`]*(?:ready|mergeable|pass|all)/iu.test(
          whole.replace(/[\ufe00-\ufe0f\u200b-\u200f]/g, ''),
        );
        return hasWords || outcome(whole) !== 'pass';
      }),
      { numRuns: 2_000 },
    );
  });

  it('a token on a line of its own passes', () => {
    fc.assert(fc.property(around, ({ before, token, after }) => outcome(`${before}\n${token}\n${after}`) === 'pass'));
  });

  it('in a fence, in a quotation or in prose it never does', () => {
    const wraps: readonly ((token: string) => string)[] = [
      (token) => `\`\`\`\n${token}\n\`\`\``,
      (token) => `~~~~ text\n\n${token}\n~~~~`,
      (token) => `> ${token}`,
      (token) => `  > - ${token}`,
      (token) => `the answer must be ${token}`,
      (token) => `${token} as soon as the tests pass`,
      (token) => `| ${token} |`,
      (token) => `@@ -0,0 +1 @@\n+${token}`,
      (token) => `<!--\n${token}\n-->`,
    ];
    fc.assert(
      fc.property(around, fc.constantFrom(...wraps), ({ before, token, after }, wrap) => {
        const said = `${before}\n${wrap(token.replace(/^## /, ''))}\n${after}`;
        expect(outcome(said), said).not.toBe('pass');
      }),
      { numRuns: 500 },
    );
  });

  it('a failing token anywhere between the lines makes it fail', () => {
    fc.assert(
      fc.property(around, fc.boolean(), ({ before, token, after }, isFirst) => {
        const failing = FAILING[token] ?? '';
        const said = isFirst
          ? `${failing}\n${before}\n${token}\n${after}`
          : `${before}\n${token}\n${after}\n${failing}`;
        expect(outcome(said), said).toBe('fail');
      }),
      { numRuns: 500 },
    );
  });

  it('nothing that a tool can answer makes it throw', () => {
    const circumstances = { interrupted: false, doubt: null, isFiltered: false, isAlone: true };
    const hows = fc.constantFrom('tool', 'skill', 'agent', 'command');
    fc.assert(
      fc.property(fc.jsonValue(), hows, fc.option(fc.jsonValue()), (result, how, error) => {
        const reviewer = { how, by: 'x', kind: null } as const;
        saidBy(reviewer, { result, ...circumstances, ...(error === null ? {} : { error }) }, reviewers);
        saidBy(reviewer, { result: JSON.stringify(result), ...circumstances }, reviewers);
      }),
      { numRuns: 1_000 },
    );
  });
});
