import type { DeclaredPhase } from '../events/workflow-policy-schema.ts';

const EXECUTORS = ['*executor', '*implementer'];
const AUDITORS = ['*auditor', '*verifier'];

/** The phases of a workflow that declares none: the table of seed 002, "Phase Transition Rules". */
export const DEFAULT_PHASES: readonly DeclaredPhase[] = [
  { name: 'analysis', agents: ['*analyzer', '*analyser', '*analyst'] },
  { name: 'planning', agents: ['*planner'], marker: false },
  { name: 'approval', done: [{ approval: true }], marker: 'plan-approved' },
  {
    name: 'execution',
    agents: EXECUTORS,
    tools: [{ tool: 'mcp__*', input: { operation: 'MODIFY' } }],
    done: [{ agent: EXECUTORS }],
  },
  {
    name: 'verification',
    agents: AUDITORS,
    done: [{ agent: AUDITORS, says: ['Audit: PASS', 'Audit: PASSED', 'Audit: ✅ PASS'] }],
    failed: [{ agent: AUDITORS, says: ['Audit: FAIL', 'Audit: FAILED', 'Audit: ❌ FAIL', 'Audit: ⛔ FAIL'] }],
    returnsTo: 'execution',
    keeps: ['analysis', 'planning', 'approval', 'execution'],
    marker: 'audit-passed',
  },
];
