import type { Verdict } from '../events/schemas.ts';

/** What a gate did by a decision: `denied`, `warned about`; or would have done. */
export const decisionWords = (decision: Verdict['decision'], isOnlyThought: boolean): string =>
  (isOnlyThought ? WOULD : VERBS)[decision];

const VERBS: Readonly<Record<Verdict['decision'], string>> = {
  deny: 'denied',
  ask: 'asked about',
  rewrite: 'rewrote',
  allow: 'allowed',
  advise: 'warned about',
  pass: 'passed',
};

const WOULD: Readonly<Record<Verdict['decision'], string>> = {
  deny: 'would have denied',
  ask: 'would have asked about',
  rewrite: 'would have rewritten',
  allow: 'would have allowed',
  advise: 'would have warned about',
  pass: 'passed',
};
