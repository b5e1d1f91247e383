import { ABOUT_CALL, type Facts, hasActPaths } from '../facts.ts';
import type { Gate } from '../gate.ts';
import { isOtherWriteRequest, isShellRequest, isWriteRequest } from '../triggers.ts';
import { ownRules } from './rules.ts';

/**
 * What gates judge from and by is not an agent's to change (DESIGN.md §5, "Who said so matters"): the log, the policy,
 * the registration, docket itself, and what only a person may say. Judges where paths lead and what commands do.
 */
export const selfProtection: Gate = {
  name: 'self-protection',
  summary:
    "Denies an agent's changes to docket's log, policy, registration and program, and its calls of a person's commands.",
  source: 'DESIGN.md §5',
  on: (trigger) => isShellRequest(trigger) || isWriteRequest(trigger) || isOtherWriteRequest(trigger),
  needs: (trigger, facts) => {
    if (isShellRequest(trigger)) return hasActPaths(facts) ? ['command', 'paths'] : ['command'];
    return isWriteRequest(trigger) ? ['file'] : ['call-paths'];
  },
  rulesAbout: (facts) => (isConcerned(facts) ? ownRules() : []),
  get rules() {
    return ownRules();
  },
};

/** Whether anything is known that may be about docket's own. */
const isConcerned = (facts: Facts): boolean =>
  (facts.command()?.data.acts?.length ?? 0) > 0 ||
  facts.file()?.data.protected !== undefined ||
  facts.paths(ABOUT_CALL) !== null;
