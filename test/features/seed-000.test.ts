import { describe, expect, it } from 'vitest';
import { precommitted, ran, ranCommand, reviewedBy } from '../kit/reviews.ts';
import { type Payload, scenario, stateIn } from '../kit/scenario.ts';
import { reviewsIn } from './reviews-in.ts';

/** The rows and acceptance lines of seed 000 about reading reviews (Fix 1) and about edits after them (Fix 2). */

const reviews = async (...events: readonly Payload[]) => {
  const s = scenario();
  await s.given(...events);
  return reviewsIn(s);
};

const passed = (is: boolean) => ({ executed: true, passed: is });

describe('Sentinel Routing', () => {
  it.each<[string, string, Record<string, unknown>]>([
    ['1 (doc-specific) ✅ Mergeable', '✅ Mergeable', { doc: passed(true) }],
    ['1 (doc-specific) ⛔ Needs revision', '⛔ Needs revision', { doc: passed(false) }],
    ['2 (code-specific) ✅ Ready', '✅ Ready', { code: passed(true) }],
    ['2 (code-specific) ⛔ Blocked', '⛔ Blocked', { code: passed(false) }],
    ['3 (precommit) ## Overall: ✅ PASS', '## Overall: ✅ PASS', { precommit: passed(true) }],
    ['A2: ## Overall: ⛔ FAIL', '## Overall: ⛔ FAIL', { precommit: passed(false) }],
    ['4 (generic) ✅ All Pass', '✅ All Pass', { code: passed(true) }],
    ['5 (ambiguous) ## Gate: ✅ alone', '## Gate: ✅', {}],
    ['5 (ambiguous) ## Gate: ⛔ alone', '## Gate: ⛔', {}],
    ['sec-collision ✅ Mergeable: No P0', '✅ Mergeable: No P0', {}],
  ])('%s', async (_row, text, expected) => expect(await reviews(...reviewedBy(text))).toEqual(expected));
});

describe('Fix 1: MCP tools and sentinel routing', () => {
  it.each(['mcp__codex__codex', 'mcp__codex__codex-reply', 'mcp__multi__codereview', 'mcp__plugin_flow_codex__codex'])(
    'the MCP tool %s triggers a state update, not just Bash',
    async (tool) => expect(await reviews(...reviewedBy('✅ Ready', tool))).toEqual({ code: passed(true) }),
  );

  it('the gate sentinel is extracted from the MCP content array', async () => {
    const content = [
      { type: 'text', text: 'Looked at it.' },
      { type: 'text', text: '## Gate: ✅ Ready' },
    ];
    const [request, result] = reviewedBy('');
    expect(await reviews(request, { ...result, tool_response: { content } })).toEqual({ code: passed(true) });
  });

  it('routing is specific-first: doc-specific, then code-specific, then generic', async () => {
    const text = '✅ All Pass\n⛔ Blocked\n✅ Mergeable';
    expect(await reviews(...reviewedBy(text))).toEqual({ doc: passed(true) });
    expect(await reviews(...reviewedBy('✅ All Pass\n⛔ Blocked'))).toEqual({ code: passed(false) });
  });

  it('a bare ## Gate: ✅ without a specific token skips the state update, and is recorded as ambiguous', async () => {
    const s = scenario();
    await s.given(...reviewedBy('⛔ Blocked'), ...reviewedBy('## Gate: ✅'));
    expect(reviewsIn(s)).toEqual({ code: passed(false) });
    expect(s.events().findLast(({ type }) => type === 'ReviewRecorded')?.data).toMatchObject({
      kind: null,
      outcome: 'unclear',
      sentinel: 'Gate: ✅',
    });
  });

  it.each(['node scripts/precommit-runner.js', 'npm run precommit', 'pnpm precommit 2>&1 | tail -20'])(
    'Bash-based detection still works: %s',
    async (command) => {
      expect(await reviews(...precommitted('## Overall: ✅ PASS', command))).toEqual({ precommit: passed(true) });
    },
  );

  it('a Bash run that fails arrives as a failure, and counts', async () => {
    const [request, { tool_response: _, ...result }] = precommitted();
    const failure = { ...result, hook_event_name: 'PostToolUseFailure', error: 'Exit code 1\n## Overall: ⛔ FAIL' };
    expect(await reviews(request, failure)).toEqual({ precommit: passed(false) });
  });

  it('jq-guard: a plain string as the result', async () => {
    const [request, result] = reviewedBy('');
    expect(await reviews(request, { ...result, tool_response: '✅ Ready' })).toEqual({ code: passed(true) });
  });

  it('a verdict far behind what a line of the log keeps is read, and one that looks like a secret hides none', async () => {
    const text = `${'Looked at this file.\n'.repeat(2_000)}password=hunter2hunter2\n✅ Ready`;
    expect(await reviews(...reviewedBy(text))).toEqual({ code: passed(true) });
  });
});

describe('Fix 2: invalidation by edits', () => {
  const all = [...reviewedBy('✅ Ready'), ...reviewedBy('✅ Mergeable'), ...precommitted()];

  it.each<[string, Payload[], readonly string[]]>([
    ['editing a .js file resets code_review and precommit', ran('Edit', { file_path: 'src/a.js' }, {}), ['doc']],
    ['editing a .md file resets doc_review', ran('Edit', { file_path: 'docs/a.md' }, {}), ['code', 'precommit']],
    ['a file that is neither resets nothing', ran('Write', { file_path: 'out.log' }, {}), ['code', 'doc', 'precommit']],
    ['so does build output', ran('Write', { file_path: 'dist/a.js' }, {}), ['code', 'doc', 'precommit']],
    ['a manifest is code', ran('Edit', { file_path: 'package.json' }, {}), ['doc']],
    ['MultiEdit', ran('MultiEdit', { file_path: 'src/a.ts', edits: [] }, {}), ['doc']],
    ['git checkout', ranCommand('git checkout main'), []],
    ['git stash pop', ranCommand('git stash pop'), []],
    ['a merge', ranCommand('git merge topic'), []],
    ['what only reads', ranCommand('cat src/a.ts | head'), ['code', 'doc', 'precommit']],
  ])('%s', async (_what, events, left) => {
    const after = await reviews(...all, ...events);
    expect(Object.keys(after).sort(), 'executed stays').toEqual(['code', 'doc', 'precommit']);
    expect(Object.keys(after).filter((kind) => after[kind]?.passed)).toEqual([...left]);
  });

  it('edit invalidation preserves executed and last_run', async () => {
    const s = scenario();
    await s.given(...all);
    const { at, lastRun } = stateIn(s).review.kinds['code'] ?? {};
    await s.given(...ran('Edit', { file_path: 'src/a.js' }, {}));
    expect(stateIn(s).review.kinds['code']).toMatchObject({
      outcome: 'pass',
      at,
      lastRun,
      changedBy: expect.any(String),
    });
  });

  it('a later review of the same kind counts again, with the ones before it as its history', async () => {
    const s = scenario();
    await s.given(
      ...reviewedBy('⛔ Blocked'),
      ...ran('Edit', { file_path: 'src/a.js' }, {}),
      ...reviewedBy('✅ Ready'),
    );
    expect(stateIn(s).review.kinds['code']).toMatchObject({
      outcome: 'pass',
      changedBy: null,
      history: [{ outcome: 'fail' }],
    });
  });
});
