import type { Verdict } from '../../events/schemas.ts';

const WEAKEST_FIRST: readonly Verdict['decision'][] = ['pass', 'advise', 'allow', 'rewrite', 'ask', 'deny'];

const weight = ({ decision, mode }: Pick<Verdict, 'decision' | 'mode'>): number =>
  WEAKEST_FIRST.indexOf(decision) + (mode === 'enforce' && decision !== 'pass' ? WEAKEST_FIRST.length : 0);

/** Verdicts with the one that decided first; of equals the one that was judged first, and passes at the end. */
export const decidingFirst = <Said extends Pick<Verdict, 'decision' | 'mode'>>(verdicts: readonly Said[]): Said[] =>
  verdicts.toSorted((a, b) => weight(b) - weight(a));
