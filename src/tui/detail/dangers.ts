import type { Envelope } from '../../events/envelope.ts';
import type { EventData, Verdict } from '../../events/schemas.ts';
import { verdictsIn } from '../../replay/summary.ts';
import { decidingFirst } from '../think/deciding-first.ts';

/** A place in a command that a gate said something about. */
export interface Danger {
  /** UTF-16 offsets in the command, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** The rules that said so, the strongest first. */
  readonly rules: readonly string[];
  readonly decision: Verdict['decision'];
}

type Act = NonNullable<EventData<'CommandUnderstood'>['acts']>[number];

/**
 * Where in a command stands what gates said something about: the acts that their conditions show, at the positions that
 * the shell parser found; where the command is not the one it read (something was redacted or cut), the words themselves.
 */
export const dangersIn = (command: string, events: readonly Envelope[], isOriginal: boolean): Danger[] => {
  const understood = events.find(({ type }) => type === 'CommandUnderstood');
  const acts = actsIn(understood);
  const verdicts = events.flatMap(({ type, data }) => (type === 'GatesRuled' ? verdictsIn(data).filter(isWhole) : []));
  const dangers = decidingFirst(verdicts).flatMap(({ rule, decision, conditions, edits }): Danger[] => {
    if (decision === 'pass' || decision === 'allow') return [];
    const shown = conditions.flatMap(({ holds, actual }) => (holds ? [] : textsIn(actual)));
    const spans = isOriginal ? spansOf(acts, shown, edits?.edits ?? []) : [];
    const found = spans.length > 0 ? spans : shown.flatMap((text) => placesOf(text, command));
    return found.map(({ start, end }) => ({ start, end, rules: [rule], decision }));
  });
  return joined(dangers.filter(({ start, end }) => start >= 0 && end > start && end <= command.length));
};

const isWhole = (verdict: Partial<Verdict>): verdict is Verdict =>
  verdict.rule !== undefined && verdict.decision !== undefined && Array.isArray(verdict.conditions);

interface Place {
  readonly start: number;
  readonly end: number;
}

const spansOf = (acts: readonly Act[], shown: readonly string[], edits: readonly Place[]): Place[] => {
  const named = acts.filter((act) => shown.some((text) => isShownAs(act.shown, text)));
  const spans = named.flatMap(({ span }) => (span === null ? [] : [span]));
  return spans.length > 0 ? spans : edits.filter(({ start, end }) => end > start);
};

/** Long texts are shown cut. */
const isShownAs = (whole: string, shown: string): boolean =>
  whole === shown || (shown.endsWith('…') && whole.startsWith(shown.slice(0, -1)));

const actsIn = (understood: Envelope | undefined): readonly Act[] => {
  const acts = understood?.data['acts'];
  return (Array.isArray(acts) ? acts : []).filter(
    (act): act is Act => typeof act === 'object' && act !== null && typeof (act as Act).shown === 'string',
  );
};

const SHORTEST_WORD = 2;

const placesOf = (shown: string, command: string): Place[] => {
  const text = shown.endsWith('…') ? shown.slice(0, -1) : shown;
  if (text.length < SHORTEST_WORD) return [];
  const start = command.indexOf(text);
  return start < 0 ? [] : [{ start, end: start + text.length }];
};

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return (Array.isArray(value) ? value : Object.values(value)).flatMap(textsIn);
};

/** One mark for each place, with all that was said of it. */
const joined = (dangers: readonly Danger[]): Danger[] => {
  const kept: Danger[] = [];
  for (const danger of dangers) {
    const place = kept.findIndex(({ start, end }) => start === danger.start && end === danger.end);
    const known = kept[place];
    if (known === undefined) kept.push(danger);
    else kept[place] = { ...known, rules: [...new Set([...known.rules, ...danger.rules])] };
  }
  return kept.sort((a, b) => a.start - b.start || b.end - a.end);
};
