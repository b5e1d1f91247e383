import { agentFindings } from './agent-findings.ts';
import { autoReview } from './auto-review.ts';
import { branchGuard } from './branch-guard.ts';
import { checkGuardian } from './check-guardian.ts';
import { checkImplementer } from './check-implementer.ts';
import { checkPlanner } from './check-planner.ts';
import { codeReview } from './code-review.ts';
import { codegraphNudge } from './codegraph-nudge.ts';
import { compactPreserve } from './compact-preserve.ts';
import { docGate } from './doc-gate.ts';
import { forwardMotion } from './forward-motion.ts';
import type { Gate } from './gate.ts';
import { guard } from './guard/guard.ts';
import { lint } from './lint.ts';
import { llmReview } from './llm-review/llm-review.ts';
import { mockGate } from './mock-gate.ts';
import { notify } from './notify.ts';
import { planCheck } from './plan-check.ts';
import { planValidate } from './plan-validate.ts';
import { promptSubmit } from './prompt-submit.ts';
import { questionFallback } from './question-fallback.ts';
import { questionPreference } from './question-preference.ts';
import { selfProtection } from './self-protection/self-protection.ts';
import { sessionInit } from './session-init.ts';
import { sessionSummary } from './session-summary.ts';

import { stopGuard } from './stop-guard/stop-guard.ts';
import { subagentStart } from './subagent-start.ts';
import { surface } from './surface.ts';
import { testGate } from './test-gate.ts';
import { testRunner } from './test-runner.ts';
import { updateCheck } from './update-check.ts';
import { workflow } from './workflow.ts';

/**
 * Every gate, in the order they judge (DESIGN.md §6): what is docket's own, shell commands, writes, what was written, the
 * end of a turn, what is told around the work. Those on any call stand where that order holds for the end of a turn as well.
 */
export const GATES: readonly Gate[] = [
  selfProtection,
  guard,
  autoReview,
  llmReview,
  branchGuard,
  testGate,
  mockGate,
  docGate,
  planCheck,
  // Before all that tells a context: an answer that is too long is cut at its end.
  agentFindings,
  testRunner,
  lint,
  codeReview,
  planValidate,
  questionPreference,
  questionFallback,
  stopGuard,
  surface,
  sessionSummary,
  workflow,
  codegraphNudge,
  forwardMotion,
  sessionInit,
  promptSubmit,
  compactPreserve,
  subagentStart,
  checkPlanner,
  checkImplementer,
  checkGuardian,
  notify,
  updateCheck,
];
