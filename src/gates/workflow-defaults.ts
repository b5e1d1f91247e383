import type { DeclaredPhase } from '../events/workflow-policy-schema.ts';

const EXECUTORS = ['*executor', '*implementer'];
const AUDITORS = ['*auditor', '*verifier'];

/** What auditors write for a verdict, the words that they are asked for first. */
const PASSES = ['Audit: PASS', 'Audit: PASSED', 'Audit: ✅ PASS', 'Audit PASS', 'Audit PASSED', 'Verdict: PASS'];
const FAILS = [
  'Audit: FAIL',
  'Audit: FAILED',
  'Audit: ❌ FAIL',
  'Audit: ⛔ FAIL',
  'Audit FAIL',
  'Audit FAILED',
  'Verdict: FAIL',
];

/** An operation of a gateway says by one of these fields, or by the name of its tool, that it modifies something. */
const MODIFIES: DeclaredPhase['tools'] = [
  ...['operation', 'operation_type', 'operationType', 'op', 'action', 'intent', 'type', 'mode'].map((field) => ({
    tool: 'mcp__*',
    input: { [field]: 'MODIFY' },
  })),
  { tool: ['mcp__*__modify*', 'mcp__*__MODIFY*'] },
  // A gateway that is an agent is told so in its prompt.
  { tool: 'Agent', input: { subagent_type: '*gateway', prompt: 'MODIFY*' } },
];

/** The phases of a workflow that declares none: the table of seed 002, "Phase Transition Rules". */
export const DEFAULT_PHASES: readonly DeclaredPhase[] = [
  { name: 'analysis', agents: ['*analyzer', '*analyser', '*analyst'] },
  { name: 'planning', agents: ['*planner'], marker: false },
  { name: 'approval', done: [{ approval: true }], marker: 'plan-approved' },
  {
    name: 'execution',
    agents: EXECUTORS,
    tools: MODIFIES,
    done: [{ agent: EXECUTORS }],
  },
  {
    name: 'verification',
    agents: AUDITORS,
    done: [{ agent: AUDITORS, says: PASSES }],
    failed: [{ agent: AUDITORS, says: FAILS }],
    returnsTo: 'execution',
    keeps: ['analysis', 'planning', 'approval', 'execution'],
    marker: 'audit-passed',
  },
];
