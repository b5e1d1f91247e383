import type { Policy } from '../../events/schemas.ts';
import type { Gate } from '../gate.ts';
import { GATES } from '../gates.ts';
import { withCustomGates } from './custom-gates.ts';

/** Every gate under a policy: docket's own, and those that it names. */
export const gatesUnder = (policy: Policy): readonly Gate[] =>
  policy.customGates === undefined ? GATES : withCustomGates(GATES, policy);
