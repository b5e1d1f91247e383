import type { Envelope } from '../events/envelope.ts';
import type { Policy, Verdict } from '../events/schemas.ts';
import type { Waiver } from '../projections/waivers.ts';
import { atWords, shortened } from './gate.ts';

/**
 * What nobody can waive: docket's protection of itself, and the commands after which nothing is left to decide (seed 001, guard
 * check 0). A person who wants one of those runs it in a terminal.
 */
const CATASTROPHIC: readonly string[] = [
  'guard/rm-root',
  'guard/rm-project',
  'guard/rm-git',
  'guard/device',
  'guard/fork-bomb',
  'guard/permissions',
  'guard/halt',
  'guard/run-download',
  'guard/database-loss',
];

/** Whether a person can waive a rule, or the rest of a gate. */
export const isWaivable = (rule: string): boolean =>
  rule.split('/')[0] !== 'self-protection' && !CATASTROPHIC.includes(rule);

/** Of one that was granted in the log, or of one of the policy, which may have no end. */
type InForce = Pick<Waiver, 'rule' | 'reason'> & {
  readonly event: string | null;
  readonly by: Waiver['by'] | 'policy';
  readonly until: string | null;
  readonly session: string | null;
};

/**
 * The waivers that hold for an event of a session at a time, ISO 8601; those that people granted first, the newest of them first. `session`: null
 * for whichever.
 */
export const waiversInForce = (
  granted: readonly Waiver[],
  policy: Policy | null,
  at: string,
  session: string | null,
): InForce[] => {
  const written = (policy?.waivers ?? []).map(
    ({ rule, reason, until }): InForce => ({
      ...{ rule, reason, event: null, by: 'policy', until: until ?? null, session: null },
    }),
  );
  return [...granted.toReversed(), ...written].filter(
    (waiver) =>
      (waiver.until === null || Date.parse(at) < Date.parse(waiver.until)) &&
      (waiver.session === null || session === null || waiver.session === session),
  );
};

/** A verdict whose rule is waived where the event happened: a pass that keeps what it is about, and says who waived it. */
export const waivedVerdict = (
  verdict: Verdict,
  { at, stream }: Envelope,
  granted: readonly Waiver[],
  policy: Policy,
): Verdict => {
  const { gate, rule, decision } = verdict;
  if (!isWaivable(rule)) return verdict;
  const waiver = waiversInForce(granted, policy, at, stream).find((one) => one.rule === rule || one.rule === gate);
  if (waiver === undefined) return verdict;
  const { edits: _edits, moved: _moved, answers: _answers, strikeEnds: _ends, tells: _tells, ...rest } = verdict;
  const { context: _context, ...kept } = rest;
  const { event, by, until, reason } = waiver;
  const waived = { event, by, would: decision, reason: shortened(reason, LONGEST_SHOWN), until };
  return {
    ...kept,
    decision: 'pass',
    reason: shortened(`${waivedWords(waived)} It would have been ${WOULD[decision]}: ${kept.reason}`, LONGEST_REASON),
    because: event === null ? kept.because : [...new Set([...kept.because, event])],
    waived,
  };
};

/** Who waived a rule, until when and why, in one sentence. */
export const waivedWords = ({ by, until, reason }: Omit<NonNullable<Verdict['waived']>, 'would'>): string => {
  const end = until === null ? 'for as long as the policy says so' : `until ${atWords(until).slice('at '.length)}`;
  const why = reason.trim();
  return `Waived ${WHO[by]} ${end}: ${why}${/[.!?…]$/.test(why) ? '' : '.'}`;
};

const WHO = {
  person: 'by a person at a terminal',
  prompt: 'by a person in a prompt',
  policy: 'by the policy',
} as const;

const WOULD: Readonly<Record<Verdict['decision'], string>> = {
  deny: 'denied',
  ask: 'asked about',
  rewrite: 'rewritten',
  allow: 'allowed',
  advise: 'warned of',
  pass: 'passed',
};

const LONGEST_SHOWN = 300;
/** As of every verdict. */
const LONGEST_REASON = 1_000;
