import { comparePositions, formatPosition, type Position } from '../../events/position.ts';
import type { Policy } from '../../events/schemas.ts';
import type { Gate } from '../../gates/gate.ts';
import { GATES } from '../../gates/gates.ts';
import { shortRule } from '../../gates/policy-names.ts';
import type { Break } from './break.ts';
import { type Flip, isKnockOn, isOfGates, isOnUnknown } from './flip.ts';
import type { Signals } from './signals.ts';
import type { Place, RuleCount, Tally, UnknownCount } from './tally.ts';

/**
 * Whether a flip is one: `certain`; `uncertain`, since something before it would have gone otherwise; `unknown`, since it
 * rests on facts that nobody recorded.
 */
export type Certainty = 'certain' | 'uncertain' | 'unknown';

/** `direct`: the other policy alone makes it; `knock-on`: what that made of the state does; `gates`: today's gates do. */
export type FlipKind = 'direct' | 'knock-on' | 'gates';

export interface ReportedFlip extends Omit<Flip, 'position' | 'because'> {
  /** The log it is in, as it was named; null where none was. Several logs can hold sessions of one id. */
  readonly log: string | null;
  readonly position: string;
  readonly kind: FlipKind;
  readonly certainty: Certainty;
  /** The event since which it is uncertain. */
  readonly since: string | null;
}

export interface ReportedRule extends RuleCount {
  readonly rule: string;
  /** Flips of the rule to what is answered, from it, and between two answers. */
  readonly on: number;
  readonly off: number;
  readonly changed: number;
}

export interface ReportedSession {
  readonly log: string | null;
  readonly session: string;
  readonly flips: number;
  readonly certain: number;
  readonly uncertain: number;
  readonly unknown: number;
  readonly knockOn: number;
  /** Where it stops being certain; null where it does not. */
  readonly since: {
    readonly event: string;
    readonly position: string;
    readonly at: string;
    readonly why: string;
  } | null;
}

/** Why a rule is likely to be wrong: of `count` times all were passed by. */
export interface Doubt {
  readonly gate: string;
  readonly rule: string;
  readonly why: 'worked-around' | 'always-approved' | 'always-waived' | 'never-followed';
  readonly count: number;
}

/** What another policy would have done. */
export interface BacktestReport {
  readonly sessions: number;
  /** Those of them that docket did not see: it answered nothing there. */
  readonly imported: number;
  readonly judged: number;
  /** Events that no hook came to judge: they are left as they are. */
  readonly unruled: number;
  readonly flips: readonly ReportedFlip[];
  readonly counts: {
    readonly flips: number;
    readonly direct: number;
    readonly knockOn: number;
    readonly certain: number;
    readonly uncertain: number;
    readonly unknown: number;
    /** Judged otherwise by today's gates whatever the policy; among no other count. */
    readonly gates: number;
  };
  readonly rules: readonly ReportedRule[];
  readonly neverFire: readonly string[];
  /** Gates of the project that nobody trusted yet: which rules they have, and whether those fire, is not known. */
  readonly rulesNotKnown: readonly string[];
  readonly doubts: readonly Doubt[];
  readonly sessionsToLookAt: readonly ReportedSession[];
  readonly unknown: readonly ({ readonly gate: string } & UnknownCount)[];
}

/** A log, as it was named, and the tallies of its sessions, in whatever parts. */
export interface TalliedLog {
  readonly log: string | null;
  readonly tallies: readonly Tally[];
}

/** The other policy, and all that is known of the gates under it. */
export interface Under {
  readonly policy: Policy;
  /** Docket's own, and those of the project that the policy names, with their rules; without any where nobody knows them. */
  readonly gates: readonly Gate[];
}

/** Puts together what was judged. `gate`: only what is about it. */
export const reportOf = (logs: readonly TalliedLog[], under: Under, gate?: string): BacktestReport => {
  const tallies = logs.flatMap((each) => each.tallies);
  const all = <Part>(pick: (tally: Tally) => readonly Part[]): Part[] => tallies.flatMap(pick);
  const ofLogs = logs.map((each) => {
    const { flips: own, breaks } = flipsIn(each);
    const asked = own.filter(({ rules }) => gate === undefined || rules.some((rule) => rule.gate === gate));
    return { log: each.log, breaks, flips: asked };
  });
  const flips = ofLogs.flatMap((each) => each.flips);
  const ofPolicy = flips.filter(({ kind }) => kind !== 'gates');
  const rules = rulesOf(
    all((tally) => tally.rules),
    ofPolicy,
  ).filter((rule) => gate === undefined || rule.gate === gate);
  const unknown = unknownOf(all((tally) => tally.unknown)).filter((word) => gate === undefined || word.gate === gate);
  return {
    sessions: countIn(logs, (tally) => tally.sessions),
    imported: countIn(logs, (tally) => tally.imported),
    judged: sum(tallies.map((tally) => tally.judged)),
    unruled: sum(tallies.map((tally) => tally.unruled)),
    flips,
    counts: { ...countsOf(ofPolicy), gates: flips.length - ofPolicy.length },
    rules,
    neverFire: neverFired(rules, unknown, under, gate),
    rulesNotKnown: under.gates
      .filter(
        ({ name, rules: own }) =>
          under.policy.customGates?.[name] !== undefined && own.length === 0 && (gate ?? name) === name,
      )
      .map(({ name }) => name),
    doubts: doubtsIn(all((tally) => tally.signals)).filter((doubt) => gate === undefined || doubt.gate === gate),
    sessionsToLookAt: ofLogs.flatMap(sessionsOf).sort((a, b) => b.flips - a.flips || b.unknown - a.unknown),
    unknown,
  };
};

/** How many sessions: two logs have none in common, whatever they are called. */
const countIn = (logs: readonly TalliedLog[], pick: (tally: Tally) => readonly string[]): number =>
  sum(logs.map(({ tallies }) => new Set(tallies.flatMap(pick)).size));

/** The flips of one log, in its order, and where its sessions stop being certain. */
const flipsIn = ({ log, tallies }: TalliedLog): { flips: ReportedFlip[]; breaks: ReadonlyMap<string, Break> } => {
  const all = <Part>(pick: (tally: Tally) => readonly Part[]): Part[] => tallies.flatMap(pick);
  const breaks = firstBreaks(all((tally) => tally.breaks));
  const certainty = certaintyIn(breaks, new Map(all((tally) => tally.evidence)), new Map(all((tally) => tally.runs)));
  const flips = all((tally) => tally.flips)
    .sort((a, b) => comparePositions(a.position, b.position))
    .map((flip) => ({ log, ...reported(flip, certainty(flip)) }));
  return { flips, breaks };
};

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

const firstBreaks = (breaks: readonly Break[]): ReadonlyMap<string, Break> => {
  const first = new Map<string, Break>();
  for (const one of breaks) {
    const known = first.get(one.session);
    if (known === undefined || comparePositions(one.position, known.position) < 0) first.set(one.session, one);
  }
  return first;
};

type Judged = Pick<ReportedFlip, 'certainty' | 'since'>;

const certaintyIn = (
  breaks: ReadonlyMap<string, Break>,
  evidence: ReadonlyMap<string, Place>,
  runs: ReadonlyMap<string, Place & { readonly event: string }>,
): ((flip: Flip) => Judged) => {
  const brokenBefore = ({ session, position }: Place): string | null => {
    const broken = breaks.get(session);
    return broken !== undefined && isBefore(broken.position, position) ? broken.event : null;
  };
  return (flip) => {
    if (isOnUnknown(flip)) return { certainty: 'unknown', since: null };
    const run = runs.get(flip.session);
    const isOnTests = flip.rules.some(({ condition }) => condition?.startsWith('tests-') === true);
    const since =
      brokenBefore(flip) ??
      flip.because
        .flatMap((id) => evidence.get(id) ?? [])
        .map(brokenBefore)
        .find((event) => event !== null) ??
      (isOnTests && run !== undefined && isBefore(run.position, flip.position) ? run.event : null);
    return since === null ? { certainty: 'certain', since } : { certainty: 'uncertain', since };
  };
};

const isBefore = (one: Position, other: Position): boolean => comparePositions(one, other) < 0;

const reported = ({ position, because: _, ...flip }: Flip, judged: Judged): Omit<ReportedFlip, 'log'> => ({
  ...flip,
  position: formatPosition(position),
  kind: isOfGates(flip) ? 'gates' : isKnockOn(flip) ? 'knock-on' : 'direct',
  ...judged,
});

const countsOf = (flips: readonly ReportedFlip[]): Omit<BacktestReport['counts'], 'gates'> => {
  const count = (isCounted: (flip: ReportedFlip) => boolean): number => flips.filter(isCounted).length;
  return {
    flips: count(({ certainty }) => certainty !== 'unknown'),
    direct: count(({ kind, certainty }) => kind === 'direct' && certainty !== 'unknown'),
    knockOn: count(({ kind, certainty }) => kind === 'knock-on' && certainty !== 'unknown'),
    certain: count(({ certainty }) => certainty === 'certain'),
    uncertain: count(({ certainty }) => certainty === 'uncertain'),
    unknown: count(({ certainty }) => certainty === 'unknown'),
  };
};

const rulesOf = (
  counted: readonly (readonly [string, RuleCount])[],
  flips: readonly ReportedFlip[],
): ReportedRule[] => {
  const rules = new Map<string, ReportedRule>();
  for (const [rule, { gate, was, now, watchedBefore, watchedNow }] of counted) {
    const known = rules.get(rule);
    rules.set(rule, {
      ...{ gate, rule, on: 0, off: 0, changed: 0 },
      was: was + (known?.was ?? 0),
      now: now + (known?.now ?? 0),
      watchedBefore: watchedBefore + (known?.watchedBefore ?? 0),
      watchedNow: watchedNow + (known?.watchedNow ?? 0),
    });
  }
  for (const { rule, was, now } of flips.flatMap((flip) => flip.rules)) {
    const known = rules.get(rule);
    const field = was === 'pass' ? 'on' : now === 'pass' ? 'off' : 'changed';
    if (known !== undefined) rules.set(rule, { ...known, [field]: known[field] + 1 });
  }
  return [...rules.values()].sort((a, b) => inGateOrder(a.rule) - inGateOrder(b.rule) || (a.rule < b.rule ? -1 : 1));
};

const ORDER: ReadonlyMap<string, number> = new Map(
  GATES.flatMap(({ rules }) => rules.map(({ id }) => id)).map((id, index) => [id, index]),
);

const inGateOrder = (rule: string): number => ORDER.get(rule) ?? ORDER.size;

/** Rules that are on under the policy and that nothing in the log would have made fire, as far as is known. */
const neverFired = (
  rules: readonly ReportedRule[],
  unknown: BacktestReport['unknown'],
  { policy, gates }: Under,
  only: string | undefined,
): string[] => {
  const fired = new Set([
    ...rules.flatMap(({ rule, now, watchedNow }) => (now + watchedNow > 0 ? [rule] : [])),
    ...unknown.flatMap((word) => word.rules),
  ]);
  return gates
    .filter(({ name }) => only === undefined || name === only)
    .flatMap(({ name, rules: own }) =>
      own
        .map(({ id }) => id)
        .filter((id) => (policy.gates[name]?.rules[shortRule(id)] ?? policy.gates[name]?.mode ?? 'off') !== 'off')
        .filter((id) => !fired.has(id)),
    );
};

/** Once may be chance. */
const FEWEST = 2;

const doubtsIn = (signals: readonly (readonly [string, Signals])[]): Doubt[] => {
  const rules = new Map<string, Signals>();
  for (const [rule, signal] of signals) rules.set(rule, added(rules.get(rule), signal));
  return [...rules]
    .sort(([a], [b]) => inGateOrder(a) - inGateOrder(b) || (a < b ? -1 : 1))
    .flatMap(([rule, signals]): Doubt[] => {
      const { denied, workedAround, asked, approved, advised, ignored, waived, unwaived } = signals;
      const doubt = (why: Doubt['why'], times: number, all: number): Doubt[] =>
        all >= FEWEST && times === all ? [{ gate: rule.split('/')[0] ?? '', rule, why, count: all }] : [];
      return [
        ...doubt('worked-around', workedAround, denied),
        ...doubt('always-approved', approved, asked),
        ...doubt('always-waived', waived, waived + unwaived),
        ...doubt('never-followed', ignored, advised),
      ];
    });
};

const added = (one: Signals | undefined, other: Signals): Signals =>
  one === undefined
    ? other
    : (Object.fromEntries(
        Object.entries(other).map(([name, count]) => [name, count + one[name as keyof Signals]]),
      ) as unknown as Signals);

interface LogFlips {
  readonly log: string | null;
  readonly flips: readonly ReportedFlip[];
  readonly breaks: ReadonlyMap<string, Break>;
}

const sessionsOf = ({ log, flips: all, breaks }: LogFlips): ReportedSession[] => {
  const flips = all.filter(({ kind }) => kind !== 'gates');
  const bySession = new Map<string, ReportedFlip[]>();
  for (const flip of flips) bySession.set(flip.session, [...(bySession.get(flip.session) ?? []), flip]);
  return [...bySession].map(([session, own]): ReportedSession => {
    const counts = countsOf(own);
    const broken = breaks.get(session);
    return {
      ...{ log, session },
      ...{ flips: counts.flips, certain: counts.certain, uncertain: counts.uncertain },
      ...{ unknown: counts.unknown, knockOn: counts.knockOn },
      since:
        broken === undefined
          ? null
          : { event: broken.event, position: formatPosition(broken.position), at: broken.at, why: broken.kind },
    };
  });
};

const unknownOf = (counted: readonly (readonly [string, UnknownCount])[]): BacktestReport['unknown'] => {
  const gates = new Map<string, { readonly gate: string } & UnknownCount>();
  for (const [gate, { verdicts, fired, rules, facts }] of counted) {
    const known = gates.get(gate);
    gates.set(gate, {
      gate,
      verdicts: verdicts + (known?.verdicts ?? 0),
      fired: fired + (known?.fired ?? 0),
      rules: [...new Set([...(known?.rules ?? []), ...rules])].sort(),
      facts: [...new Set([...(known?.facts ?? []), ...facts])].sort(),
    });
  }
  return [...gates.values()].sort((a, b) => (a.gate < b.gate ? -1 : 1));
};
