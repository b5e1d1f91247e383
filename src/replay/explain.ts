import type { Envelope, EventDraft } from '../events/envelope.ts';
import { type LogLine, readEvents } from '../events/log-reader.ts';
import { comparePositions, formatPosition } from '../events/position.ts';
import { readSession } from '../events/read-sessions.ts';
import type { Condition, EventData, Policy, Verdict } from '../events/schemas.ts';
import type { LogFolder } from '../events/segments.ts';
import type { StreamIndex } from '../events/stream-index.ts';
import { CAREFUL } from '../gates/careful.ts';
import { factsFrom, OBSERVED_TYPES } from '../gates/facts.ts';
import type { GateContext, Rule, Way } from '../gates/gate.ts';
import { GATES } from '../gates/gates.ts';
import { judge, settingsFor } from '../gates/judge.ts';
import { type Fold, startFold, type View } from '../projections/fold.ts';
import { type Session, sessionOf } from './causes.ts';
import { hasWholeData } from './whole-data.ts';

/** A condition that held once in the session and does not any more. */
export interface Undone {
  readonly condition: string;
  /** What it was, and since which event. */
  readonly was: unknown;
  readonly since: string;
  /** The event after which it did not hold any more. */
  readonly by: string;
}

/** A set of things that could happen next after which the verdict would be another one. */
export interface Opening {
  readonly todo: readonly string[];
  readonly decision: Verdict['decision'];
}

/** Why a gate came to a verdict, from the log alone. */
export interface Explanation {
  readonly event: string;
  readonly position: string;
  readonly gate: string;
  readonly rule: string;
  readonly decision: Verdict['decision'];
  readonly mode: Verdict['mode'];
  readonly reason: string;
  readonly policy: { readonly preset: string; readonly fingerprint: string };
  readonly conditions: readonly Condition[];
  readonly limits: readonly Condition[];
  readonly undone: readonly Undone[];
  readonly opens: readonly Opening[];
  /** Events that landed after the state was read and before the verdict was recorded. */
  readonly unseen: readonly string[];
  /** Whether the answer reached the host; null when there was nothing to answer. */
  readonly answered: boolean | null;
}

export interface Explained {
  readonly explanations: readonly Explanation[];
  readonly trigger: LogLine;
  readonly ruling: LogLine;
  readonly session: Session;
}

export interface ExplainOptions {
  /** Where the session's events are; else they are searched for. */
  readonly index?: StreamIndex | null;
  readonly onProgress?: Progress;
}

type Progress = (eventsRead: number) => void;

/**
 * Explains verdicts of a ruling: folds the log again up to the event that was judged, tries on that state what would
 * have opened the gate, and looks back for what undid a condition that held.
 */
export const explainRuling = (
  folder: LogFolder,
  ruling: LogLine,
  pick: (verdicts: readonly Verdict[]) => readonly Verdict[],
  { index = null, onProgress }: ExplainOptions = {},
): Explained | null => {
  const data = ruling.event.data as EventData<'GatesRuled'>;
  const session = sessionOf([...readSession(folder, ruling.event.stream, index)]);
  const trigger = session.byId.get(data.event);
  if (trigger === undefined) return null;
  const facts = factEvents(session, trigger.event, ruling);
  const picked = pick(data.verdicts);
  const past = new Map(picked.map((verdict) => [verdict, [] as Moment[]]));
  const named = new Set(picked.flatMap(({ because }) => because));
  const elsewhere: LogLine[] = [];
  const fold = foldTo(folder, trigger, onProgress, (line, at) => {
    const { event } = line;
    if (named.has(event.id) && !session.byId.has(event.id)) elsewhere.push(line);
    if (event.stream !== trigger.event.stream && event.worktree !== trigger.event.worktree) return;
    for (const [verdict, moments] of past) {
      moments.push({ event: event.id, conditions: conditionsAt(verdict, trigger.event, facts, at) });
    }
  });
  const answers = session.lines.filter(({ event }) => event.type === 'AnswerSent' && event.cause === ruling.event.id);
  const unseen = unseenEvents(folder, trigger, firstRuling(session, ruling));
  const explanations = picked.map((verdict): Explanation => {
    const { gate, rule, decision, mode, reason, conditions, limits } = verdict;
    return {
      event: trigger.event.id,
      position: formatPosition(trigger.position),
      gate,
      rule,
      decision,
      mode,
      reason,
      policy: { preset: data.preset, fingerprint: data.policy },
      conditions,
      limits,
      undone: undoneBy(verdict, past.get(verdict) ?? []),
      opens: openings(verdict, trigger.event, facts, fold),
      unseen,
      answered: isUnsaid(data.decision, trigger.event) ? null : answers.length > 0,
    };
  });
  return { explanations, trigger, ruling, session: withOthers(session, elsewhere) };
};

/** With what another session, or a person at a terminal, has to do with it. */
const withOthers = ({ lines, byId }: Session, others: readonly LogLine[]): Session => ({
  lines,
  byId: others.length === 0 ? byId : new Map([...byId, ...others.map((line) => [line.event.id, line] as const)]),
});

/** What needs no answer: nothing was to be said, or it is advice at the end of a subagent, which goes with a later prompt. */
const isUnsaid = (decision: string, { type }: Envelope): boolean =>
  decision === 'none' || (decision === 'advise' && type === 'SubagentStopped');

interface Moment {
  readonly event: string;
  readonly conditions: readonly Condition[];
}

const factEvents = (session: Session, trigger: Envelope, ruling: LogLine): Envelope[] =>
  session.lines.flatMap(({ event, position }) =>
    event.cause === trigger.id &&
    comparePositions(position, ruling.position) < 0 &&
    OBSERVED_TYPES.has(event.type) &&
    hasWholeData(event)
      ? [event]
      : [],
  );

const foldTo = (
  folder: LogFolder,
  trigger: LogLine,
  onProgress: Progress | undefined,
  onEvent: (line: LogLine, fold: Fold) => void,
): Fold => {
  const fold = startFold();
  let read = 0;
  for (const line of readEvents(folder)) {
    const { event, position } = line;
    fold.apply(event);
    read += 1;
    if (read % 10_000 === 0) onProgress?.(read);
    if (comparePositions(position, trigger.position) >= 0) break;
    onEvent(line, fold);
  }
  return fold;
};

const findRule = (verdict: Verdict): Rule | undefined =>
  GATES.find(({ name }) => name === verdict.gate)?.rules.find(({ id }) => id === verdict.rule);

const contextAt = (verdict: Verdict, trigger: Envelope, facts: readonly Envelope[], fold: Fold): GateContext => {
  const known = factsFrom(facts);
  const worktree = known.file()?.data.worktree ?? trigger.worktree;
  const state: View = fold.view(trigger.stream, worktree, facts);
  const stateIn = (other: string): View => fold.view(trigger.stream, other, facts);
  return { trigger, state, stateIn, facts: known, ...settingsFor(verdict.gate, state.policy.policy), before: [] };
};

const conditionsAt = (
  verdict: Verdict,
  trigger: Envelope,
  facts: readonly Envelope[],
  fold: Fold,
): readonly Condition[] => findRule(verdict)?.judge(contextAt(verdict, trigger, facts, fold))?.conditions ?? [];

/** For each condition that does not hold: the last stretch of the session in which evidence made it hold. */
const undoneBy = (verdict: Verdict, moments: readonly Moment[]): Undone[] =>
  verdict.conditions.flatMap(({ name, holds, undone: recorded }): Undone[] => {
    if (holds) return [];
    // Evidence about content is judged by what the content is now, which says nothing of what it was before.
    if (recorded !== undefined) return [{ condition: name, ...recorded }];
    let since: { event: string; condition: Condition } | null = null;
    let undone: Undone | null = null;
    for (const moment of moments) {
      const then = moment.conditions.find((candidate) => candidate.name === name);
      if (then === undefined) continue;
      if (then.holds && then.because.length > 0) {
        since ??= { event: then.because[0] as string, condition: then };
      } else if (!then.holds && since !== null) {
        undone = { condition: name, was: since.condition.actual, since: since.event, by: moment.event };
        since = null;
      }
    }
    return undone === null ? [] : [undone];
  });

/** Tries every way the rule names, alone and then in pairs, on the state the verdict was reached in. */
const openings = (verdict: Verdict, trigger: Envelope, facts: readonly Envelope[], fold: Fold): Opening[] => {
  const rule = findRule(verdict);
  if (rule === undefined || verdict.decision === 'pass') return [];
  const context = contextAt(verdict, trigger, facts, fold);
  const ways = [...rule.ways(context), ...withoutCare(verdict, context.state)];
  const attempt = (drafts: readonly EventDraft[]): Verdict['decision'] =>
    decisionAfter(verdict, trigger, facts, fold, drafts, context.state.policy.policy);
  const singles = ways.flatMap((way): Opening[] => {
    const decision = attempt(way.events);
    return decision === verdict.decision ? [] : [{ todo: [way.todo], decision }];
  });
  if (singles.length > 0) return singles;
  return ways.flatMap((first, index) =>
    ways.slice(index + 1).flatMap((second): Opening[] => {
      const decision = attempt([...first.events, ...second.events]);
      return decision === verdict.decision ? [] : [{ todo: [first.todo, second.todo], decision }];
    }),
  );
};

/** Out of careful mode the gate says less. */
const withoutCare = ({ conditions }: Verdict, { preferences }: View): Way[] => {
  if (!conditions.some(({ name }) => name === CAREFUL)) return [];
  const { fingerprint, questions } = preferences;
  const data = { fingerprint: fingerprint ?? '', careful: false, questions, problems: [] };
  return [{ todo: 'the user ends careful mode: docket careful off', events: [{ type: 'PreferencesLoaded', data }] }];
};

const decisionAfter = (
  verdict: Verdict,
  trigger: Envelope,
  facts: readonly Envelope[],
  fold: Fold,
  drafts: readonly EventDraft[],
  policy: Policy | null,
): Verdict['decision'] => {
  const assumed = drafts.map((draft, index): Envelope => assumedEvent(trigger, draft, index));
  const all = [...facts, ...assumed];
  const { state, stateIn, facts: known } = contextAt(verdict, trigger, all, fold);
  if (policy === null) return verdict.decision;
  const { verdicts } = judge({
    gates: GATES,
    trigger,
    state,
    ...(stateIn === undefined ? {} : { stateIn }),
    facts: known,
    policy,
    stateKnown: true,
  });
  const same = verdicts.filter(({ gate }) => gate === verdict.gate);
  return same.find(({ rule }) => rule === verdict.rule)?.decision ?? 'pass';
};

/** An event that did not happen, as it would stand in the log. */
export const assumedEvent = (trigger: Envelope, draft: EventDraft, index: number): Envelope => {
  const { delivery: _, ...envelope } = trigger;
  return {
    ...envelope,
    id: `assumed-${index + 1}`,
    type: draft.type,
    cause: trigger.id,
    call: draft.call ?? null,
    worktree: draft.worktree === undefined ? trigger.worktree : draft.worktree,
    provenance: draft.provenance ?? 'hook',
    redacted: [],
    data: draft.data,
  };
};

/** What landed behind the trigger, in its session or its worktree, before the ruling was recorded. */
const unseenEvents = (folder: LogFolder, trigger: LogLine, ruling: LogLine): string[] => {
  const unseen: string[] = [];
  for (const { event, position } of readEvents(folder, trigger.position)) {
    if (comparePositions(position, ruling.position) >= 0) break;
    const isNear = event.stream === trigger.event.stream || event.worktree === trigger.event.worktree;
    if (isNear && event.id !== trigger.event.id && event.cause !== trigger.event.id) unseen.push(event.id);
  }
  return unseen;
};

/** What was decided for the event first: another delivery of it was given the same ruling again. */
const firstRuling = (session: Session, ruling: LogLine): LogLine => {
  const { event: judged, repeatOf } = ruling.event.data as EventData<'GatesRuled'>;
  if (repeatOf === undefined) return ruling;
  const isFirst = ({ event }: LogLine): boolean => event.type === 'GatesRuled' && event.data['event'] === judged;
  return session.lines.find(isFirst) ?? ruling;
};
