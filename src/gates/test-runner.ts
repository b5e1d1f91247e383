import type { Gate } from './gate.ts';
import { testRunnerRules } from './test-runner-rules.ts';

/**
 * Tells the agent what docket's own test run came to, once, with the next answer that reaches it (seed 001,
 * test-runner.sh: "reports results"; a `systemMessage` would only reach the person). The run itself is no gate's: the
 * hook starts it behind the answer to a write, where this gate is enforced.
 */
export const testRunner: Gate = {
  name: 'test-runner',
  summary: 'Runs the tests after writes of code, and tells their result once.',
  source: 'seed 001, PostToolUse test-runner.sh',
  on: ({ type, host }) => host === 'claude-code' && TAKES_ADVICE.has(type),
  needs: () => [],
  options: ['command', 'timeout', 'debounce', 'cooldown', 'grace'],
  seldom: true,
  rulesAbout: (_facts, { untoldTests }) => (untoldTests.result === null ? [] : testRunnerRules()),
  get rules() {
    return testRunnerRules();
  },
};

/** Advice has a place there, and the agent goes on anyway. */
const TAKES_ADVICE: ReadonlySet<string> = new Set([
  'SessionStarted',
  'PromptSubmitted',
  'ToolCompleted',
  'ToolFailed',
  'ToolBatchCompleted',
]);
