import type { Envelope } from '../events/envelope.ts';
import type { Policy } from '../events/schemas.ts';
import { isQuestionTool, toolKind, writtenPath } from '../projections/tools.ts';
import { branchGuard } from './branch-guard.ts';
import { codeReview } from './code-review.ts';
import { codegraphNudge } from './codegraph-nudge.ts';
import { docGate } from './doc-gate.ts';
import { everyGate } from './every-gate.ts';
import type { Gate } from './gate.ts';
import { isSwitchedOn } from './judge.ts';
import { lint } from './lint.ts';
import { mockGate } from './mock-gate.ts';
import { planCheck } from './plan-check.ts';
import { planValidate } from './plan-validate.ts';
import { selfProtection } from './self-protection/self-protection.ts';
import { shellGates } from './shell-gates.ts';
import { testGate } from './test-gate.ts';
import { testRunner } from './test-runner.ts';
import { workflow } from './workflow.ts';

/**
 * The gates that may judge an event, in the order of them all: at least those whose `on` says so. Almost all events of a
 * session are calls of tools that ask nobody anything, and a hook has nothing but their gates at hand; those of commands
 * are where commands are read.
 */
export const gatesAbout = ({ type, data }: Envelope, policy: Policy): readonly Gate[] => {
  if (isQuestionTool(data['tool_name']) || isSwitchedOn('llm-review', policy)) return everyGate();
  switch (type) {
    case 'ToolRequested':
      return beforeCall(data['tool_name'], data['tool_input']);
    case 'ToolCompleted':
    case 'ToolFailed':
      return AFTER_CALLS;
    default:
      return everyGate();
  }
};

const beforeCall = (tool: unknown, input: unknown): readonly Gate[] => {
  switch (toolKind(tool)) {
    case 'shell':
      return [selfProtection, ...shellGates(), workflow, codegraphNudge];
    case 'write':
      // One that does not say what it writes is a call that nobody can read.
      return writtenPath(tool, input) === null ? everyGate() : BEFORE_WRITES;
    default:
      return BEFORE_OTHERS;
  }
};

const BEFORE_WRITES: readonly Gate[] = [selfProtection, branchGuard, testGate, mockGate, docGate, planCheck, workflow];

const BEFORE_OTHERS: readonly Gate[] = [selfProtection, workflow, codegraphNudge];

const AFTER_CALLS: readonly Gate[] = [testRunner, lint, codeReview, planValidate];
