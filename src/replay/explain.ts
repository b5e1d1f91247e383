import type { Envelope } from '../events/envelope.ts';
import { type LogLine, readEvents } from '../events/log-reader.ts';
import { comparePositions, formatPosition } from '../events/position.ts';
import { readSession } from '../events/read-sessions.ts';
import type { Condition, EventData, Verdict } from '../events/schemas.ts';
import type { LogFolder } from '../events/segments.ts';
import type { StreamIndex } from '../events/stream-index.ts';
import type { Ruling } from '../gates/combine.ts';
import { OBSERVED_TYPES } from '../gates/facts.ts';
import { type Session, sessionOf } from './causes.ts';
import { type Opening, openingsOf, openingsOfAll } from './openings.ts';
import { withOthers } from './other-sessions.ts';
import { openPast } from './past.ts';
import { type Undone, walkToJudged } from './undone.ts';
import { hasWholeData } from './whole-data.ts';

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
  /** What would have made this verdict a weaker one. */
  readonly opens: readonly Opening[];
  /** What would have let through what was judged: with what opens the other rules that stopped it. Empty where nothing did. */
  readonly opensAll: readonly Opening<Ruling['decision']>[];
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
  /** Where the session's events are; else they are searched for, and the log is folded from its start. */
  readonly index?: StreamIndex | null;
  readonly onProgress?: (eventsRead: number) => void;
}

/**
 * Explains verdicts of a ruling: comes to the state in which the event was judged, tries on it what would have opened the
 * gate, and looks back for what undid a condition that held. Null where the event is not in the log.
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
  const facts = factsOf(session, trigger.event, ruling);
  const picked = pick(data.verdicts);
  const past = openPast(folder, index, { onProgress });
  const from = (session.lines[0] ?? trigger).position;
  const judged = { folder, past, trigger: trigger.event, position: trigger.position, facts, from, onProgress };
  const { fold, undone } = walkToJudged(picked, judged);
  const moment = { trigger: trigger.event, facts, fold };
  const answers = session.lines.filter(({ event }) => event.type === 'AnswerSent' && event.cause === ruling.event.id);
  const unseen = unseenEvents(folder, trigger, firstRuling(session, ruling));
  const opensAll = openingsOfAll(data.verdicts, moment);
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
      undone: undone(verdict),
      opens: openingsOf(verdict, moment),
      opensAll,
      unseen,
      answered: isUnsaid(data.decision, trigger.event) ? null : answers.length > 0,
    };
  });
  past.save();
  return { explanations, trigger, ruling, session: withOthers(session, namedIn(explanations), folder, index) };
};

/** Every event that explanations name. */
const namedIn = (explanations: readonly Explanation[]): string[] =>
  explanations.flatMap(({ conditions, limits, undone, unseen }) => [
    ...[...conditions, ...limits].flatMap(({ because }) => because),
    ...undone.flatMap(({ since, by }) => [since, by]),
    ...unseen,
  ]);

/** What needs no answer: nothing was to be said, or it is advice at the end of a subagent, which goes with a later prompt. */
const isUnsaid = (decision: string, { type }: Envelope): boolean =>
  decision === 'none' || (decision === 'advise' && type === 'SubagentStopped');

const factsOf = (session: Session, trigger: Envelope, ruling: LogLine): Envelope[] =>
  session.lines.flatMap(({ event, position }) =>
    event.cause === trigger.id &&
    comparePositions(position, ruling.position) < 0 &&
    OBSERVED_TYPES.has(event.type) &&
    hasWholeData(event)
      ? [event]
      : [],
  );

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
