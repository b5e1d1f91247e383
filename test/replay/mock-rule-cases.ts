import { requests } from '../kit/scenario.ts';
import type { Case } from './rule-case.ts';

const writes = (content: string, path = 'test/cart.test.ts') => requests('Write', { file_path: path, content });

const MOCKED = "vi.mock('../src/cart');\n";
const REAL = "import { cart } from '../src/cart';\n";

const opens = [
  'use the real code instead of the mocks',
  'say above each mock why it has to stay: @mock-exempt: reason',
];
const remedies: Case['remedies'] = {
  'the real code': () => [writes(REAL)],
  'a mock of the boundary behind it': () => [writes(`${REAL}vi.mock('node:fs');\n`)],
  'a reason above the mock': () => [writes(`// @mock-exempt: it sends real mail\n${MOCKED}`)],
};

/** Ways out of the rule about mocks, before and after the warning. */
export const MOCK_CASES: readonly Case[] = [
  { rule: 'mock-gate/internal-mock', decision: 'advise', trigger: () => writes(MOCKED), opens, remedies },
  {
    rule: 'mock-gate/internal-mock',
    decision: 'deny',
    past: [writes(MOCKED, 'test/first.test.ts')],
    trigger: () => writes(MOCKED),
    opens,
    remedies,
  },
];
