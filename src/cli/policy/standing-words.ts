import type { GateStanding } from '../../hooks/custom-gates/gate-state.ts';

/** Whether a gate of the project runs, in words behind its name. */
export const STANDING_WORDS: Readonly<Record<GateStanding, string>> = {
  trusted: 'trusted',
  changed: 'changed since it was trusted: it does not run',
  'not-trusted': 'not trusted yet: it does not run',
  missing: 'there is no such file, or it is a link or larger than 256 KB',
};
