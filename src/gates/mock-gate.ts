import type { Gate } from './gate.ts';
import { mockRules } from './mock-gate-rules.ts';
import { isWriteRequest } from './triggers.ts';

/**
 * Tests replace what lies outside of the project, not the project's own code (seed 001, mock-gate.sh and "Escalating
 * gates"). Only the mocks count that the call adds.
 */
export const mockGate: Gate = {
  name: 'mock-gate',
  summary: 'Warns on the first test that mocks the project’s own code, denies the next.',
  source: 'seed 001, PreToolUse mock-gate.sh',
  on: isWriteRequest,
  options: ['boundaries', 'internals'],
  needs: (_trigger, facts) => (facts.file()?.data.kind === 'test' ? ['mocks'] : ['file']),
  rulesAbout: (facts) => (facts.mocks() === null ? [] : mockRules()),
  get rules() {
    return mockRules();
  },
};
