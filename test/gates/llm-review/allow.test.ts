import { describe, expect, it } from 'vitest';
import { fakeServer, gemini, MISALIGNED, reviewerEnv, SAFE } from '../../kit/reviewers.ts';
import { requests, scenario } from '../../kit/scenario.ts';

/** A command that nothing here proves safe, under a policy for auto-review. */
const decisionUnder = async (autoReview: Record<string, unknown>, words: unknown = SAFE, input: object = {}) => {
  const server = await fakeServer(gemini(words));
  const gates = { 'llm-review': { mode: 'enforce' }, 'auto-review': autoReview };
  const s = scenario({ policy: { preset: 'strict', gates }, env: reviewerEnv({ gemini: server.url }) });
  const { verdicts } = await s.when(requests('Bash', { command: 'make thing', ...input }));
  expect(server.received).toHaveLength(1);
  return verdicts.find(({ gate }) => gate === 'llm-review')?.decision;
};

describe('what reviewers hold safe is allowed', () => {
  it('where auto-review may allow, as in strict', async () => {
    expect(await decisionUnder({})).toBe('allow');
  });

  it.each([
    ['its option is off', { allow: false }],
    ['it only watches', { mode: 'monitor' }],
    ['it is off', { mode: 'off' }],
    ['its rule is off', { rules: { safe: 'off' } }],
  ])('but not where %s', async (_what, autoReview) => {
    expect(await decisionUnder(autoReview)).toBe('pass');
  });

  it('but not what does not serve the request', async () => {
    expect(await decisionUnder({}, MISALIGNED)).toBe('advise');
  });

  it('but not outside the sandbox', async () => {
    expect(await decisionUnder({}, SAFE, { dangerouslyDisableSandbox: true })).toBe('pass');
  });
});
