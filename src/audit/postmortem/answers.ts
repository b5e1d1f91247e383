import type { Finding } from '../../replay/suspect.ts';
import type { Fired } from './firings.ts';
import type { Allowed, AllowedKind, Answers, Firing, RunCommand } from './model.ts';
import { oneLine } from './texts.ts';
import type { OpenEntry, Timeline } from './timeline.ts';
import { type TrustInput, trustOf } from './trust.ts';

export interface AnswersInput extends TrustInput {
  readonly timeline: Timeline;
  readonly firings: readonly Firing[];
  readonly fired: readonly Fired[];
  readonly findings: readonly Finding[];
  readonly commands: readonly RunCommand[];
  /** Calls that a rule about such calls let pass. */
  readonly vouched: ReadonlySet<string>;
}

/** From the gravest to the least. */
const ORDER: readonly AllowedKind[] = [
  'denied-but-ran',
  'rewrite-not-taken',
  'not-judged',
  'waived',
  'asked',
  'only-watched',
  'hypothetical',
  'unopposed',
  'outcome-unknown',
  'warned',
];

/** Answers what a reviewer asks first, from what is known. */
export const answersOf = (input: AnswersInput): Answers => ({ allowed: allowedIn(input), trust: trustOf(input) });

const allowedIn = (input: AnswersInput): Allowed[] => {
  const { timeline, firings, fired, commands } = input;
  const rowOf: Rows = new Map(
    timeline.entries.flatMap((entry) => (entry.kind === 'problem' ? [] : [[entry.event, entry]])),
  );
  const found = [
    ...againstIn(input, rowOf),
    ...firings.flatMap((firing, place) => allowedBy(firing, place, fired[place], timeline)),
  ];
  const opposed = new Set([
    ...input.vouched,
    ...found.filter(({ kind }) => kind !== 'warned').map(({ event }) => event),
    ...firings
      .filter(({ mode, decision, hypothetical }) => mode === 'enforce' && STOPS.has(decision) && !hypothetical)
      .map(({ event }) => event),
  ]);
  const risky = commands.flatMap((command) =>
    riskyOne(command, rowOf.get(command.event), firings, opposed, input.isImported),
  );
  const weight = ({ kind }: Allowed): number => ORDER.indexOf(kind);
  return once([...found, ...risky]).sort((a, b) => weight(a) - weight(b));
};

/** A command that went on, or may have, although it is risky or a gate had something against it. */
const riskyOne = (
  { event, at, command, tier, outcome, dangers }: RunCommand,
  entry: OpenEntry | undefined,
  firings: readonly Firing[],
  opposed: ReadonlySet<string>,
  isImported: boolean,
): Allowed[] => {
  const one = { event, at, title: entry === undefined ? oneLine(command) : titleOf(entry), reason: dangers[0] ?? null };
  if (tier === 3 && wentOn(outcome) && !opposed.has(event)) {
    const by = isImported
      ? "nobody: today's gates would not have stopped it either"
      : 'the policy: no rule that is in force stops it';
    return [{ ...one, kind: 'unopposed', rule: null, firing: null, by }];
  }
  const isOpen = outcome === 'no outcome';
  const place = placeOf(
    entry,
    firings,
    ({ mode, decision, waived }) => mode === 'enforce' && STOPS.has(decision) && waived === null,
  );
  const against = firings[place ?? -1];
  if (!isOpen || against?.decision === 'deny' || (tier !== 3 && against === undefined)) return [];
  const by =
    against === undefined
      ? 'the policy: no rule that is in force stops it'
      : against.decision === 'ask'
        ? 'whoever was asked in the client: what they said is not in the log'
        : 'the policy: a gate changed it, and did not stop it';
  return [
    {
      ...one,
      kind: 'outcome-unknown',
      rule: against?.rule ?? null,
      reason: against?.reason ?? one.reason,
      firing: place,
      by,
    },
  ];
};

const STOPS: ReadonlySet<string> = new Set(['deny', 'ask', 'rewrite']);

/** Of one call the gravest is enough, unless rules differ. */
const once = (all: readonly Allowed[]): Allowed[] => [
  ...new Map(all.map((one) => [`${one.event} ${one.kind} ${one.rule}`, one])).values(),
];

const wentOn = (outcome: string | null): boolean => outcome === 'completed' || outcome === 'failed';

type Rows = ReadonlyMap<string, OpenEntry>;

/** Among the firings of a row the place of the first that fits; null where none does. */
const placeOf = (
  entry: OpenEntry | undefined,
  firings: readonly Firing[],
  fits: (firing: Firing) => boolean,
): number | null =>
  entry?.firings.find((place) => {
    const firing = firings[place];
    return firing !== undefined && fits(firing);
  }) ?? null;

/** What the host did without or against a ruling. */
const againstIn = ({ findings, firings }: AnswersInput, rowOf: Rows): Allowed[] =>
  findings.flatMap(({ kind, events, call }): Allowed[] => {
    const [first] = events;
    if (first === undefined) return [];
    const entry = rowOf.get(first.id);
    const isCall = first.type === 'ToolRequested' && call !== null;
    const is: AllowedKind | null =
      kind === 'denied-but-ran' || kind === 'rewrite-not-taken'
        ? kind
        : kind === 'no-ruling' && isCall && wentOn(entry?.outcome ?? null)
          ? 'not-judged'
          : null;
    if (is === null) return [];
    const wanted = is === 'rewrite-not-taken' ? 'rewrite' : 'deny';
    const place = placeOf(entry, firings, ({ mode, decision }) => mode === 'enforce' && decision === wanted);
    return [
      {
        ...{ kind: is, event: first.id, at: first.at, title: titleOf(entry) },
        rule: firings[place ?? -1]?.rule ?? null,
        by: BY_NOBODY[is] ?? 'nobody',
        reason: firings[place ?? -1]?.reason ?? null,
        firing: place,
      },
    ];
  });

const BY_NOBODY: Readonly<Partial<Record<AllowedKind, string>>> = {
  'denied-but-ran': 'nobody: it was denied, and the host ran it',
  'rewrite-not-taken': 'nobody: it was to be changed, and the host ran it unchanged',
  'not-judged': 'nobody: the hook was lost before gates ruled on it',
};

const titleOf = (entry: OpenEntry | undefined): string =>
  entry === undefined
    ? ''
    : entry.tool === null || entry.tool === entry.title
      ? entry.title
      : `${entry.tool} ${entry.title}`;

/** What a gate spoke against, and that went on all the same. */
const allowedBy = (firing: Firing, place: number, fired: Fired | undefined, { entries }: Timeline): Allowed[] => {
  const { event, at, title, rule, reason, gate, decision, mode, waived, hypothetical, nobodyCouldAnswer } = firing;
  const type = fired?.trigger.type;
  if (type !== 'ToolRequested' && type !== 'TurnEnded') return [];
  const entry = entries[firing.entry];
  const isOn =
    type === 'TurnEnded' ? mode === 'monitor' || waived !== null || hypothetical : wentOn(entry?.outcome ?? null);
  if (!isOn) return [];
  const one = { event, at, title, rule, firing: place };
  const preset = fired?.ruling?.data['preset'];
  if (waived !== null) {
    return STOPS.has(decision) ? [{ ...one, kind: 'waived', by: WAIVED_BY[waived.by], reason: waived.reason }] : [];
  }
  if (hypothetical) {
    const by =
      mode === 'monitor'
        ? "nobody: docket was not there, and today's policy would only have watched"
        : 'nobody: docket was not there';
    return STOPS.has(decision) ? [{ ...one, kind: 'hypothetical', by, reason }] : [];
  }
  if (mode === 'monitor') {
    const by = `the policy: ${gate} only watches${typeof preset === 'string' ? ` (preset ${preset})` : ''}`;
    return STOPS.has(decision) ? [{ ...one, kind: 'only-watched', by, reason }] : [];
  }
  if (decision === 'ask' && nobodyCouldAnswer === null) {
    return fired?.ruling?.data['decision'] === 'ask'
      ? [{ ...one, kind: 'asked', by: 'whoever answered in the client: a gate asked, and the call ran', reason }]
      : [];
  }
  if (decision === 'advise' && fired?.verdict.strikeEnds !== undefined) {
    return [{ ...one, kind: 'warned', by: `the policy: ${rule} warns before it denies`, reason }];
  }
  return [];
};

const WAIVED_BY = {
  person: 'a person at a terminal, by a waiver',
  prompt: 'a person in a prompt, by a waiver',
  policy: 'the policy, by a waiver in its file',
} as const;
