import type { Envelope } from '../events/envelope.ts';
import { ABOUT_TARGET, type Facts } from './facts.ts';
import type { Gate } from './gate.ts';
import { planCheckRules } from './plan-check-rules.ts';
import { isWriteRequest } from './triggers.ts';

/** Lines from which on a Write is no small one (seed 001: under 20 lines are exempt). */
const LINES = 20;

/**
 * No new source code without a plan, nor with one that the code has left behind (seed 001, plan-check.sh and "Key
 * plan-check.sh Behaviors"). Edits are scoped by themselves, so only a Write is judged. What is exempt is known before the
 * plan is looked at.
 */
export const planCheck: Gate = {
  name: 'plan-check',
  summary: 'Denies writing source files without a plan, or with one that is out of date.',
  source: 'seed 001, PreToolUse plan-check.sh',
  on: (trigger) => isWriteRequest(trigger) && trigger.data['tool_name'] === 'Write',
  options: ['churn', 'drift', 'lines'],
  needs: (_trigger, facts, options) => {
    if (facts.file()?.data.kind !== 'source' || !mayBeBound(facts) || isSurelySmall(facts, options)) return ['file'];
    return isOfProject(facts) && isLarge(facts, options) ? ['plan'] : ['file-git', 'content'];
  },
  rulesAbout: (facts) => (facts.plan() === null ? [] : planCheckRules()),
  get rules() {
    return planCheckRules();
  },
};

/** Outside any repository nothing says how old a plan is, and the host's own configuration has none. */
const mayBeBound = (facts: Facts): boolean => {
  const file = facts.file()?.data;
  return file !== undefined && file.worktree !== null && file.hostConfig !== true;
};

const isOfProject = (facts: Facts): boolean => facts.git(ABOUT_TARGET)?.data.project === true;

const isLarge = (facts: Facts, options: Envelope['data']): boolean => {
  const written = facts.content()?.data.written ?? null;
  return written !== null && written >= largeFrom(options);
};

/** Counting lines costs nothing; reading closely what is written does. */
const isSurelySmall = (facts: Facts, options: Envelope['data']): boolean => {
  const lines = facts.file()?.data.linesAtMost ?? null;
  return lines !== null && lines < largeFrom(options);
};

const largeFrom = ({ lines }: Envelope['data']): number => (typeof lines === 'number' ? lines : LINES);
