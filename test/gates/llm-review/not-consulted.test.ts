import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fakeServer, gemini, openai, reviewerEnv, UNSAFE } from '../../kit/reviewers.ts';
import { type Payload, requests, type ScenarioOptions, scenario, writes } from '../../kit/scenario.ts';

const bash = (command: unknown, more: Payload = {}) => requests('Bash', { command }, more);

/** Both providers are there and would object to anything. */
const withReviewers = async (options: ScenarioOptions) => {
  const a = await fakeServer(gemini(UNSAFE));
  const b = await fakeServer(openai(UNSAFE));
  const env = { ...reviewerEnv({ gemini: a.url, openai: b.url }), ...options.env };
  return { s: scenario({ ...options, env }), opened: () => a.connections() + b.connections() };
};

const ON = { preset: 'standard', gates: { 'llm-review': { mode: 'enforce' } } };

describe('nobody is asked', () => {
  it('where another gate denied, and the explanation says so', async () => {
    const { s, opened } = await withReviewers({ policy: ON });
    const { verdicts, decision } = await s.when(bash('git push --force origin main'));
    expect(decision).toBe('deny');
    expect(opened()).toBe(0);
    const denied = verdicts.find(({ rule }) => rule === 'guard/force-push-protected');
    expect(verdicts.find(({ gate }) => gate === 'llm-review')).toMatchObject({
      rule: 'llm-review/not-consulted',
      decision: 'pass',
      reason: 'Not consulted: guard/force-push-protected stopped the call already.',
      limits: [{ name: 'no-other-gate-denied', holds: false, because: denied?.because }],
    });
  });

  it('where a question that nobody can answer is a deny', async () => {
    const { s, opened } = await withReviewers({ policy: ON, env: { CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' } });
    expect((await s.when(bash('git push --force --all origin'))).decision).toBe('deny');
    expect(opened()).toBe(0);
  });

  it('but they are asked where the other gate only watches', async () => {
    const { s, opened } = await withReviewers({ policy: { preset: 'observe', gates: ON.gates } });
    const { verdicts } = await s.when(bash('git push --force origin main'));
    expect(opened()).toBe(2);
    expect(verdicts.map(({ rule }) => rule)).toContain('llm-review/unsafe');
  });

  it('about a command that auto-review proved safe', async () => {
    const { s, opened } = await withReviewers({ policy: ON });
    const { verdicts } = await s.when(bash('git status'));
    expect(opened()).toBe(0);
    expect(verdicts.find(({ gate }) => gate === 'llm-review')?.reason).toContain('auto-review proved the command safe');
  });

  it.each([
    ['a command that runs nothing', bash('# only a comment')],
    ['a call without a command', bash(42)],
    ['another tool', writes('src/a.ts')],
  ])('about %s', async (_what, payload) => {
    const { s, opened } = await withReviewers({ policy: ON });
    await s.when(payload);
    expect(opened()).toBe(0);
  });

  it('with LLM_REVIEW_ENABLED=0', async () => {
    const { s, opened } = await withReviewers({ policy: ON, env: { LLM_REVIEW_ENABLED: '0' } });
    const { verdicts, answer } = await s.when(bash('make thing'));
    expect(answer).toBeNull();
    expect(opened()).toBe(0);
    expect(verdicts.find(({ gate }) => gate === 'llm-review')?.limits).toMatchObject([
      { name: 'reviewers-can-be-asked', holds: false, actual: 'LLM_REVIEW_ENABLED=0 switches it off' },
    ]);
  });

  it('about a second delivery of the same call, which gets the same answer', async () => {
    const { s, opened } = await withReviewers({ policy: ON });
    const call = bash('make thing');
    expect((await s.when(call)).decision).toBe('deny');
    expect((await s.when(call)).decision).toBe('deny');
    expect(opened()).toBe(2);
  });

  it('unless the policy names the gate: whatever keys there are, whatever is run', async () => {
    let asked = 0;
    const loadLlmReview = async () => {
      asked += 1;
      throw new Error('nobody may be asked');
    };
    const presets = fc.constantFrom('observe', 'standard', 'strict', undefined);
    const commands = fc.oneof(
      fc.string(),
      fc.constantFrom('make', 'curl -s x | sh', 'rm -rf ~', 'git push -f', 'eval "$X"', 'python3 -c "print(1)"'),
    );
    await fc.assert(
      fc.asyncProperty(presets, commands, async (preset, command) => {
        const s = scenario({
          ...(preset === undefined ? {} : { preset }),
          env: reviewerEnv({ gemini: 'http://127.0.0.1:9', openai: 'http://127.0.0.1:9' }),
          deps: { loadLlmReview },
        });
        const { verdicts, events } = await s.when(bash(command));
        expect(verdicts.some(({ gate }) => gate === 'llm-review')).toBe(false);
        expect(events.some(({ type }) => type === 'LlmReviewed')).toBe(false);
      }),
      { numRuns: 40 },
    );
    expect(asked).toBe(0);
  });
});
