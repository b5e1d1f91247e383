import { describe, expect, it } from 'vitest';
import { readVerdict } from '../../../../src/hooks/observers/review/read-verdict.ts';
import { reviewersOf } from '../../../../src/hooks/observers/review/reviewers.ts';
import { cpuTime } from '../../../kit/cpu-time.ts';

const { sentinels } = reviewersOf(undefined);

/** `KIND pass`, `KIND fail`, `unclear` or `nothing`. */
const read = (...texts: string[]): string => {
  const verdict = readVerdict(texts, sentinels);
  if (verdict === null) return 'nothing';
  return verdict.outcome === 'unclear' ? 'unclear' : `${verdict.kind} ${verdict.outcome}`;
};

describe('the sentinel routing of seed 000', () => {
  it.each([
    ['✅ Mergeable', 'doc pass'],
    ['⛔ Needs revision', 'doc fail'],
    ['✅ Ready', 'code pass'],
    ['⛔ Blocked', 'code fail'],
    ['## Overall: ✅ PASS', 'precommit pass'],
    ['## Overall: ⛔ FAIL', 'precommit fail'],
    ['## Overall: ❌ FAIL', 'precommit fail'],
    ['## Overall: ⚠️ NO CHECKS RUN (no runnable scripts)', 'unclear'],
    ['✅ All Pass', 'code pass'],
    ['## Gate: ✅', 'unclear'],
    ['## Gate: ⛔', 'unclear'],
  ])('%s', (text, verdict) => expect(read(text)).toBe(verdict));

  it.each([
    ['doc-specific before code-specific', '✅ Ready\n✅ Mergeable', 'doc pass'],
    ['doc-specific before code-specific, whatever they say', '⛔ Blocked\n✅ Mergeable', 'doc pass'],
    ['code-specific before precommit', '## Overall: ✅ PASS\n⛔ Blocked', 'code fail'],
    ['precommit before generic', '✅ All Pass\n## Overall: ✅ PASS', 'precommit pass'],
    ['generic is code', '✅ All Pass\n⛔ Blocked', 'code fail'],
    ['a specific token beside the bare gate', '## Gate: ✅\n\n✅ Ready', 'code pass'],
    ['a specific token on the line of the gate', '## Gate: ⛔ Needs revision', 'doc fail'],
    ['a bare gate of another sign than the token', '## Gate: ⛔\n✅ Ready', 'code pass'],
    ['the collision with security reviews', '✅ Mergeable: No P0', 'unclear'],
    ['the collision beside a verdict', '✅ Mergeable: No P0\n⛔ Needs revision', 'doc fail'],
    ['the collision with what calls itself one', '## Security Review Report\n\n### Gate\n✅ Mergeable', 'unclear'],
    ['the collision with the list of OWASP', '**OWASP Top 10**\n\n✅ Mergeable', 'unclear'],
    ['the collision beside its own failing words', '⛔ Must fix (2 P0 issues)\n✅ Mergeable', 'unclear'],
    ['a document about security', '## Document Review: the security review guide\n✅ Mergeable', 'doc pass'],
    ['security as one of its headings', '### 3. Security\nNothing.\n\n✅ Mergeable', 'doc pass'],
    ['checks inside of checks', '## Overall: ✅ PASS\n## Overall: ❌ FAIL', 'precommit fail'],
    ['checks inside of checks that ran none', '## Overall: ✅ PASS\n## Overall: ⚠️ NO CHECKS RUN', 'unclear'],
  ])('%s', (_why, text, verdict) => expect(read(text)).toBe(verdict));
});

describe('within one kind a failing token beats a passing one', () => {
  it.each(['✅ Ready\n⛔ Blocked', '⛔ Blocked\n✅ Ready', '✅ Ready\n\n- ⛔ Blocked: auth.ts\n\n✅ Ready'])(
    '%j',
    (text) => expect(read(text)).toBe('code fail'),
  );

  it('also where it stands in another block', () => expect(read('⛔ Blocked', '✅ Ready')).toBe('code fail'));
});

describe('a token counts', () => {
  it.each([
    '✅ Ready',
    '  ✅ Ready  ',
    '\t✅ Ready',
    '✅ READY',
    '✅ ready.',
    '✅   Ready!',
    '✅Ready',
    '✅\u00a0Ready',
    '✅\ufe0f Ready',
    '\u001b[32m✅ Ready\u001b[0m',
    '\ufeff✅ Ready',
    'a\r\n✅ Ready\r\nb',
    '**✅ Ready**',
    '✅ **Ready**',
    '### ✅ Ready',
    '- ✅ Ready',
    '* ✅ Ready',
    '1. ✅ Ready',
    '- [x] ✅ Ready',
    '__✅ Ready__',
    '`✅ Ready`',
    '✅ Ready 🎉',
    'Verdict: ✅ Ready',
    '## Gate: ✅ Ready',
    '**Verdict:** ✅ Ready',
    '**Verdict**: ✅ Ready',
    '### VERDICT: **✅ Ready**',
    '- Final code review verdict: ✅ Ready',
    '## 🏁 Verdict: ✅ Ready',
    '结论：✅ Ready',
    'Gate (round 2): ✅ Ready',
    'Looks good.\n\n```ts\nconst a = 1;\n```\n\n✅ Ready',
    '> earlier: ⛔ Blocked\n\n✅ Ready',
    '```\n⛔ Blocked\n```\n✅ Ready',
    '@@ -1,2 +1,2 @@\n a\n-⛔ Blocked\n+b\n✅ Ready',
    '<!-- ⛔ Blocked -->\n✅ Ready',
    '<pre>\n⛔ Blocked\n</pre>\n✅ Ready',
    '<details>\n<summary>Verdict</summary>\n\n✅ Ready\n</details>',
    'Round 2: ✅ Ready',
    'Test plan: see above\nGate: ✅ Ready',
  ])('%j', (text) => expect(read(text)).toBe('code pass'));
});

describe('a passing token does not count', () => {
  it.each([
    '✅ Ready — except one blocker in auth.ts',
    '✅ Ready, but see below',
    '✅ Ready?',
    '✅ Ready:\nexcept auth.ts',
    '✅ Ready ❌',
    '✅ Readying the branch',
    '✅ Ready / ⛔ Blocked',
    'The verdict is ✅ Ready',
    'I would say ✅ Ready when the tests pass',
    'Use this only when there is nothing to say: ✅ Ready',
    'Otherwise: ✅ Ready',
    'Example: ✅ Ready',
    'Expected format: ✅ Ready',
    'Previous verdict: ✅ Ready',
    'Not yet: ✅ Ready',
    'After fixes: ✅ Ready',
    'Assuming green CI: ✅ Ready',
    'Tests: ✅ All Pass',
    '- Lint & typecheck: ✅ All Pass',
    'Security: ✅ Ready',
    'src/auth.ts: ✅ Ready',
    '- `auth.ts`: ✅ Ready',
    'src/auth: ✅ Ready',
    'P0/P1: ✅ Ready',
    '~~✅ Ready~~',
    '<pre>\n✅ Ready\n</pre>',
    '<blockquote>\n✅ Ready\n</blockquote>',
    '<code>✅ Ready</code>',
    '<example>\n✅ Ready',
    'Verdict: Gate: ✅ Ready',
    '"✅ Ready"',
    '(✅ Ready)',
    '> ✅ Ready',
    '- > ✅ Ready',
    '| ✅ Ready | code_review | true |',
    '✅ Ready | code_review',
    '+✅ Ready',
    '-✅ Ready',
    '+ ✅ Ready',
    '- [ ] ✅ Ready',
    '<li>✅ Ready</li>',
    '// ✅ Ready',
    '```\n✅ Ready\n```',
    '~~~md\n✅ Ready\n~~~',
    '````\n```\n```\n✅ Ready\n````',
    '1. ```\n   ✅ Ready\n   ```',
    '```\n✅ Ready',
    '<!--\n✅ Ready\n-->',
    'diff --git a/x b/x\n@@ -1 +1,2 @@\n a\n ✅ Ready',
    '@@ -1,3 +1,3 @@\n a\n- ✅ Ready\n+ ✅ Ready\n b',
    'Ready',
    '✅',
    '✔️ Ready',
  ])('%j', (text) => expect(read(text)).not.toContain('pass'));
});

describe('a failing token counts', () => {
  it.each([
    '⛔ Blocked',
    '⛔\ufe0f Blocked',
    '⛔ Blocked by two P0',
    '⛔ Blocked — see auth.ts',
    '### VERDICT: **⛔ Blocked**',
    '- ⛔ Blocked: auth.ts',
    '⛔ BLOCKED',
    'src/auth.ts: ⛔ Blocked',
    '- Tests: ⛔ Blocked',
    '~~⛔ Blocked~~',
    '<pre>\nnever closed\n⛔ Blocked',
    '```\nnever closed\n⛔ Blocked',
    '<!-- never closed\n⛔ Blocked',
    `⛔ Blocked ${'x'.repeat(5_000)}`,
  ])('%j', (text) => expect(read(`✅ Ready\n${text}`)).toBe('code fail'));
});

describe('a very long text', () => {
  const noise = 'All of this was looked at.\n'.repeat(100_000);

  it('is read in bounded time, and no pass is taken from what was not read', () => {
    expect(read(`${noise}✅ Ready`)).toBe('unclear');
    expect(read('✅ Ready'.repeat(200_000))).not.toContain('pass');
    expect(read('*'.repeat(3_000_000))).toBe('nothing');
    expect(read(`${'`'.repeat(200_000)}\n`.repeat(10))).toBe('nothing');
  });

  it.each(['#', '# ', '*', '**', '~~', 'a:', '# security ', '⛔ ', '✅', 'Overall: ', '<pre', '`', '[x] ', '1. '])(
    'of lines of %j is read in bounded time',
    (part) => {
      const taken = (unit: string): number => {
        const text = `${unit.repeat(Math.floor(399 / unit.length))}\n`.repeat(1_300);
        return Math.min(...[1, 2, 3].map(() => cpuTime(() => read(text))));
      };
      // Searched through from each of its places, a line takes some hundred times as long as prose.
      const prose = taken('All of this was looked at. ');
      expect(taken(part) / prose).toBeLessThan(60);
    },
  );

  it('still fails by a token at its beginning or end', () => {
    expect(read(`⛔ Blocked\n${noise}`)).toBe('code fail');
    expect(read(`${noise}⛔ Blocked`)).toBe('code fail');
  });
});

describe('words of the policy', () => {
  const says = (word: string, text: string, outcome: 'pass' | 'fail' = 'pass') => {
    const own = reviewersOf({ sentinels: [{ kind: 'house', outcome, text: word }] });
    return readVerdict([text], own.sentinels)?.outcome ?? 'nothing';
  };

  it.each([
    ['Ship-it', 'Ship-it'],
    ['**Approved**', 'Approved'],
    ['- [x] Approved', '- Approved.'],
    ['## Result: PASS', '**Result:** pass'],
    ['**Result:** PASS', '## Result: PASS'],
    ['Verdict:', 'Verdict:'],
    ['C++ (all) ok', 'c++ (all) ok'],
    ['\u00e9t\u00e9 ok', 'e\u0301te\u0301 ok'],
  ])('%j is said by %j', (word, text) => expect(says(word, text)).toBe('pass'));

  it('end where a word ends', () => {
    expect(says('FAIL', 'FAIL: two tests', 'fail')).toBe('fail');
    expect(says('FAIL', 'Failures: 0', 'fail')).toBe('nothing');
  });

  it.each(['##', '**', '  '])('%j are none, and the others still count', (word) => {
    expect(says(word, '✅ Ready')).toBe('pass');
    expect(says(word, 'anything')).toBe('nothing');
  });
});
