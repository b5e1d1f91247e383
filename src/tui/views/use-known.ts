import { useEffect, useMemo, useState } from 'react';
import type { Envelope } from '../../events/envelope.ts';
import type { LogLine } from '../../events/log-reader.ts';
import { ASKED_BY, isWhole, type Known, NOTHING_KNOWN } from '../detail/known.ts';
import { type NearEvents, nearCauses } from '../detail/near-causes.ts';
import type { Model, SessionModel } from '../model/model.ts';
import type { OpenSession } from '../source/log-source.ts';
import type { TimelineRow } from '../source/timeline-row.ts';
import type { Answer, Question, Stretch } from '../think/question.ts';
import type { WhatIfChange } from '../think/what-if.ts';

/** So long a row is looked at before anything about it is asked: who goes through many rows reads none of them. */
const SETTLED_MS = 40;

/** Answers that are kept of a session: going back to a row shows at once what was found out before. */
const MOST_KEPT = 64;

/** What is known of the chosen row of a session. What takes longer is asked for, and is there in a later frame. */
export const useKnown = ({ session, overlay }: Model, opened: OpenSession | null): Known => {
  const row = session?.rows[session.cursor];
  const base = baseRow(session);
  const kind = session === null ? null : (ASKED_BY[session.tab] ?? null);
  const key =
    row === undefined || kind === null ? null : `${kind} ${nameOf(row)} ${base === undefined ? '' : nameOf(base)}`;
  const kept = answersAbout(opened);
  // What nobody sees is not asked for: it would take the time of what lies over it.
  const isSeen = overlay?.kind !== 'what-if';
  const [answered, setAnswered] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the row, the tab and the base
  useEffect(() => {
    if (!isSeen || key === null || isWhole(kept.get(key))) return;
    if (opened === null || kind === null || row === undefined || session === null) return;
    let isOver = false;
    const timer = setTimeout(() => {
      const question = questionOf(kind, session, row, base, opened);
      if (question === null) return;
      const learn = (answer: Answer | null): void => {
        if (answer !== null) keep(kept, key, answer);
        if (!isOver) setAnswered((count) => count + 1);
      };
      void opened.ask(question, learn).then(learn);
    }, SETTLED_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [key, opened, kept, isSeen]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a row's events are another list whenever rows were added
  return useMemo<Known>(() => {
    if (row === undefined || opened === null) return NOTHING_KNOWN;
    const events = linesOf(row, opened).map(({ event }): Envelope => event);
    const causes = kind === 'why' ? nearCauses(events, nearOf(session, opened)) : {};
    return { row: row.id, events, causes, answer: key === null ? null : (kept.get(key) ?? null) };
  }, [row?.id, row?.events.length, opened, key, answered]);
};

const nearOf = (session: SessionModel | null, { event, timeline }: OpenSession): NearEvents => ({
  event: (id) => event(id)?.event,
  rowOf: timeline.rowOf,
  rows: session?.all ?? [],
});

const answers = new WeakMap<OpenSession, Map<string, Answer>>();

/** What was found out about a session so far. */
const answersAbout = (opened: OpenSession | null): Map<string, Answer> => {
  const known = opened === null ? undefined : answers.get(opened);
  const kept = known ?? new Map<string, Answer>();
  if (opened !== null && known === undefined) answers.set(opened, kept);
  return kept;
};

/** A row that something was added to is another one. */
const nameOf = ({ id, events }: TimelineRow): string => `${id}+${events.length}`;

const baseRow = (session: SessionModel | null): TimelineRow | undefined =>
  session === null || session.base === null || session.tab !== 'diff'
    ? undefined
    : session.all.find(({ id }) => id === session.base);

const questionOf = (
  kind: 'why' | 'state',
  session: SessionModel,
  row: TimelineRow,
  base: TimelineRow | undefined,
  opened: OpenSession,
): Question | null => {
  const lines = linesOf(row, opened);
  const own = stretchOf(lines);
  if (own === null) return null;
  if (kind === 'why') return { kind, lines };
  return {
    kind,
    session: session.entry.session,
    events: row.events,
    row: own,
    base: base === undefined ? null : stretchOf(linesOf(base, opened)),
  };
};

const linesOf = ({ events }: TimelineRow, opened: OpenSession): LogLine[] =>
  events.flatMap((id) => opened.event(id) ?? []);

const stretchOf = (lines: readonly LogLine[]): Stretch | null => {
  const [first, last] = [lines[0], lines.at(-1)];
  return first === undefined || last === undefined ? null : { from: first.position, to: last.position };
};

const keep = (kept: Map<string, Answer>, key: string, answer: Answer): void => {
  kept.set(key, answer);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
};

/** What is asked about the chosen row for another policy, or without it. */
export const whatIfQuestion = (
  { session }: Pick<Model, 'session'>,
  change: WhatIfChange | null,
  opened: OpenSession | null,
): Question | null => {
  const row = session?.rows[session.cursor];
  if (session === null || row === undefined || opened === null) return null;
  return { kind: 'what-if', session: session.entry.session, at: row.position, change };
};
