import { readEvents } from '../events/log-reader.ts';
import { comparePositions, type Position } from '../events/position.ts';
import type { Condition, Verdict } from '../events/schemas.ts';
import type { LogFolder } from '../events/segments.ts';
import type { Fold, View } from '../projections/fold.ts';
import { lastLineOf } from './find-event.ts';
import { contextAt, findRule, type JudgedMoment } from './moment.ts';
import type { Past } from './past.ts';
import { isUnchanged, mayChange, noting, type Reads } from './reads.ts';

/** A condition that held once and does not any more. */
export interface Undone {
  readonly condition: string;
  /** What it was, and since which event. */
  readonly was: unknown;
  readonly since: string;
  /** The event after which it did not hold any more. */
  readonly by: string;
}

/** What was judged, and where to look for what came before. */
export interface Judged extends Omit<JudgedMoment, 'fold'> {
  readonly folder: LogFolder;
  readonly past: Past;
  readonly position: Position;
  /** Where the session begins. */
  readonly from: Position;
  /** Told how many events were looked at, now and then. */
  readonly onProgress?: ((events: number) => void) | undefined;
  /** Of which verdicts it is looked for; else of all. */
  readonly seeksUndone?: ((verdict: Verdict) => boolean) | undefined;
}

const TOLD_EVERY = 1_000;

/** How many times the search goes back to the evidence of a state that did not hold either, and over how many events. */
const MOST_STEPS_BACK = 32;
const MOST_LOOKED_AT = 10_000;

/**
 * For each condition of a verdict that does not hold: the last time that evidence made it hold, and what ended that. Looks
 * through the session; from its beginning on it goes back along the evidence, to the state before the event that made
 * the condition what it was. Also gives the fold at what was judged, which the way there comes to.
 */
export const walkToJudged = (
  verdicts: readonly Verdict[],
  judged: Judged,
): { readonly fold: Fold; readonly undone: (verdict: Verdict) => Undone[] } => {
  const { seeksUndone = () => true } = judged;
  const open = verdicts.filter((verdict) => openIn(verdict).length > 0 && seeksUndone(verdict));
  const { moments, fold } = momentsBetween(
    open,
    judged,
    open.length === 0 ? judged.position : judged.from,
    judged.position,
  );
  const undone = (verdict: Verdict): Undone[] =>
    verdict.conditions.flatMap((condition): Undone[] => {
      const { name, holds, undone: recorded } = condition;
      if (holds) return [];
      // Evidence about content is judged by what the content is now, which says nothing of what it was before.
      if (recorded !== undefined) return [{ condition: name, ...recorded }];
      if (!moments.has(verdict)) return [];
      const found =
        lastUndone(name, moments.get(verdict) ?? []) ?? lookBack(verdict, name, moments.get(verdict), judged);
      return found === null ? [] : [found];
    });
  return { fold, undone };
};

/** The conditions whose end has to be looked for: what undid the others was recorded. */
export const openIn = ({ conditions }: Verdict): Condition[] =>
  conditions.filter(({ holds, undone }) => !holds && undone === undefined);

interface Moment {
  /** The event after which it was so; null for what was so before the first one that was looked at. */
  readonly event: string | null;
  readonly conditions: readonly Condition[];
}

/** What rules said of the conditions between two places of the log, and the fold up to and with the event at the second. */
const momentsBetween = (
  verdicts: readonly Verdict[],
  judged: Judged,
  from: Position,
  to: Position,
  also: readonly string[] = [],
): { readonly moments: ReadonlyMap<Verdict, readonly Moment[]>; readonly fold: Fold } => {
  const judges = verdicts.map((verdict) => ({ verdict, moments: [] as Moment[], reads: NOTHING_READ, isDue: true }));
  const { folder, past, trigger, onProgress } = judged;
  const fold = past.before(from);
  let read = 0;
  /** Judges again where something that the rule looked at may have changed since. */
  const note = (event: string | null): void => {
    const due = judges.filter(({ isDue }) => isDue);
    if (due.length === 0) return;
    const seen = seenOnce(fold);
    for (const one of due) {
      one.isDue = false;
      const context = contextAt(one.verdict.gate, { ...judged, fold: seen });
      if (one.reads !== NOTHING_READ && isUnchanged(context, one.reads)) continue;
      // Which options a gate has the policy says.
      one.reads = new Map([[null, new Map<string, unknown>([['policy', context.state.policy]])]]);
      const conditions = findRule(one.verdict)?.judge(noting(context, one.reads))?.conditions ?? [];
      one.moments.push({ event, conditions });
    }
  };
  note(null);
  for (const { event, position } of readEvents(folder, from)) {
    if (comparePositions(position, to) > 0) break;
    fold.apply(event);
    if (comparePositions(position, to) === 0) break;
    read += 1;
    if (read % TOLD_EVERY === 0) onProgress?.(read);
    for (const one of judges) one.isDue ||= mayChange(event, one.reads, trigger.stream);
    const isNear = event.stream === trigger.stream || event.worktree === trigger.worktree;
    if (isNear || also.includes(event.id)) note(event.id);
  }
  return { moments: new Map(judges.map((one) => [one.verdict, one.moments])), fold };
};

const NOTHING_READ: Reads = new Map();

/** A fold at one place, of which each view is made only once. */
const seenOnce = (fold: Fold): Fold => {
  const views = new Map<string | null, View>();
  return {
    ...fold,
    view: (stream, worktree, further) => {
      const view = views.get(worktree) ?? fold.view(stream, worktree, further);
      views.set(worktree, view);
      return view;
    },
  };
};

const lastUndone = (name: string, moments: readonly Moment[]): Undone | null => {
  let since: { event: string; condition: Condition } | null = null;
  let undone: Undone | null = null;
  for (const { event, conditions } of moments) {
    const then = conditions.find((candidate) => candidate.name === name);
    if (then === undefined) continue;
    if (then.holds && then.because.length > 0) {
      since ??= { event: then.because[0] as string, condition: then };
    } else if (!then.holds && since !== null && event !== null) {
      undone = { condition: name, was: since.condition.actual, since: since.event, by: event };
      since = null;
    }
  }
  return undone;
};

/** The same before the session began: each time from before the evidence of what was so at the beginning. */
const lookBack = (
  verdict: Verdict,
  name: string,
  moments: readonly Moment[] | undefined,
  judged: Judged,
): Undone | null => {
  let first = moments?.[0]?.conditions.find((candidate) => candidate.name === name);
  let to = judged.from;
  let looked = 0;
  for (let step = 0; step < MOST_STEPS_BACK && looked < MOST_LOOKED_AT; step += 1) {
    if (first === undefined || first.holds || first.because.length === 0) return null;
    const lines = first.because.flatMap((id) => lastLineOf(judged.folder, id, to) ?? []);
    const from = lines.map(({ position }) => position).sort(comparePositions)[0];
    if (from === undefined) return null;
    const earlier = momentsBetween([verdict], judged, from, to, first.because).moments.get(verdict) ?? [];
    looked += earlier.length;
    const found = lastUndone(name, earlier);
    if (found !== null) return found;
    first = earlier[0]?.conditions.find((candidate) => candidate.name === name);
    to = from;
  }
  return null;
};
