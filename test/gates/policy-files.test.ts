import { describe, expect, it } from 'vitest';
import { resolvePolicy } from '../../src/gates/policy-files.ts';

const resolved = (gates: Record<string, unknown>) =>
  resolvePolicy([{ path: 'p.json', text: JSON.stringify({ preset: 'strict', gates }) }]);

describe('a policy file', () => {
  it('may soften a gate that escalates, to advice alone', () => {
    const { policy, problems } = resolved({ 'test-gate': { atMost: 'advise' } });
    expect(problems).toEqual([]);
    expect(policy.gates['test-gate']?.options).toEqual({ atMost: 'advise' });
  });

  it.each(['ask', 'deny'])('is not accepted with atMost %s', (atMost) => {
    expect(resolved({ 'test-gate': { atMost } })).toMatchObject({ broken: true });
  });

  it('is told that a gate without warnings has nothing to soften', () => {
    const { policy, problems } = resolved({ 'branch-guard': { atMost: 'advise' } });
    expect(problems).toEqual([
      'p.json sets an option "atMost" that branch-guard does not have; it has mode, rules, failClosed, branches',
    ]);
    expect(policy.gates['branch-guard']?.options).toEqual({});
  });

  it('is told about a misspelled option, and keeps the rest', () => {
    const { policy, problems, broken } = resolved({ 'test-gate': { mdoe: 'off', failClosed: true } });
    expect(problems).toEqual([
      'p.json sets an option "mdoe" that test-gate does not have; it has mode, rules, failClosed, atMost',
    ]);
    expect(broken).toBe(false);
    expect(policy.gates['test-gate']).toEqual({ mode: 'enforce', rules: {}, failClosed: true, options: {} });
  });

  it('is told about a rule that does not exist, which counts for nothing', () => {
    const { policy, problems } = resolved({ lint: { mode: 'off', rules: { clean: 'enforce' } } });
    expect(problems).toEqual(['p.json names a rule "clean" that lint does not have; it has problems']);
    expect(policy.gates['lint']).toEqual({ mode: 'off', rules: {}, failClosed: false, options: {} });
  });

  it('may name the protected branches of guard and branch-guard', () => {
    const { problems } = resolved({ guard: { branches: ['trunk'] }, 'branch-guard': { branches: ['trunk'] } });
    expect(problems).toEqual([]);
  });
});

describe('what a stronger file cannot take away', () => {
  const of = (...files: readonly object[]) =>
    resolvePolicy(files.map((file, at) => ({ path: `${at}.json`, text: JSON.stringify(file) }))).policy;

  it.each([
    ['questions', { questions: { oneWay: ['go live'] } }, { questions: { oneWay: [] } }],
    ['files', { files: { test: ['qa/'] } }, { files: { test: [] } }],
    ['redaction', { redaction: { off: ['jwt'] } }, { redaction: { off: [] } }],
    ['waivers', { waivers: [{ rule: 'guard/clean', reason: 'x' }] }, { waivers: [] }],
  ] as const)('is what a weaker one says of %s', (key, weaker, stronger) => {
    expect(JSON.stringify(of(weaker, stronger)[key])).toBe(JSON.stringify(of(weaker)[key]));
  });

  it.each(['guard/rm-root', 'guard/database-loss', 'self-protection', 'self-protection/policy'])(
    'is %s by a waiver',
    (rule) => {
      expect(of({ waivers: [{ rule, reason: 'x' }] })).not.toHaveProperty('waivers');
    },
  );
});

describe('what counts as a review', () => {
  const from = (...reviews: unknown[]) =>
    resolvePolicy(reviews.map((review, at) => ({ path: `${at}.json`, text: JSON.stringify({ review }) })));

  it('is no part of a policy that does not say it', () => {
    expect(resolvePolicy([]).policy).not.toHaveProperty('review');
  });

  it('is merged name by name, with the words of the strongest file first', () => {
    const word = (text: string) => ({ kind: 'code', outcome: 'pass', text });
    const { policy, problems } = from(
      { tools: { mcp__a__x: 'code', mcp__b__y: null }, sentinels: [word('LGTM')] },
      { tools: { mcp__a__x: false }, kinds: { wording: 'docs' }, sentinels: [word('SHIP IT')] },
    );
    expect(problems).toEqual([]);
    expect(policy.review).toMatchObject({
      tools: { mcp__a__x: false, mcp__b__y: null },
      kinds: { wording: 'docs' },
      sentinels: [word('SHIP IT'), word('LGTM')],
    });
  });

  it.each([
    ['a kind that is other evidence', { tools: { mcp__a__x: 'proof' } }],
    ['a kind that is no word', { tools: { mcp__a__x: 'a b' } }],
    ['a plane that there is not', { kinds: { wording: 'prose' } }],
    ['words of nothing', { sentinels: [{ kind: 'code', outcome: 'pass', text: '' }] }],
    ['an outcome that there is not', { sentinels: [{ kind: 'code', outcome: 'maybe', text: 'x y' }] }],
    ['a key that there is not', { models: {} }],
  ])('is not %s', (_what, review) => expect(from(review).broken).toBe(true));
});

describe('what files are', () => {
  const from = (...all: unknown[]) =>
    resolvePolicy(all.map((files, at) => ({ path: `${at}.json`, text: JSON.stringify({ files }) })));

  it('is nothing of the policy where no file says it', () => {
    expect(resolvePolicy([{ path: 'p', text: '{}' }]).policy).not.toHaveProperty('files');
    expect(from({}).policy).not.toHaveProperty('files');
  });

  it('is what all files say together', () => {
    const { policy, problems } = from({ source: ['*.abc'], test: ['qa/'] }, { source: ['*.def'] });
    expect([policy.files, problems]).toEqual([{ source: ['*.abc', '*.def'], test: ['qa/'] }, []]);
  });

  it.each([
    ['a pattern that excludes', { source: ['!*.abc'] }],
    ['an empty pattern', { source: [''] }],
    ['a pattern that is too long', { source: ['a'.repeat(201)] }],
    ['too many patterns', { source: Array.from({ length: 201 }, () => 'a') }],
    ['a kind that is none', { tests: ['qa/'] }],
    ['a pattern that is no list', { test: 'qa/' }],
  ])('is not %s', (_what, files) => expect(from(files).broken).toBe(true));
});
