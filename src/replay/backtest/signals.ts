import type { Envelope } from '../../events/envelope.ts';
import type { EventData, Verdict } from '../../events/schemas.ts';
import { factsFrom } from '../../gates/facts.ts';
import { writtenPath } from '../../projections/tools.ts';
import type { RecordedCall } from '../recorded-calls.ts';
import type { Said } from './said.ts';

/** What became of the times a rule was answered, as it was recorded. */
export interface Signals {
  readonly denied: number;
  /** The same was done right behind a deny all the same, and what was asked for had not happened. */
  readonly workedAround: number;
  readonly asked: number;
  /** The call ran, so somebody said yes. */
  readonly approved: number;
  readonly advised: number;
  /** What the advice was about was there later on, or was not although the gate looked again. */
  readonly followed: number;
  readonly ignored: number;
  /** It fired, and a waiver was in force. */
  readonly waived: number;
  /** It was answered, and was not waived in the session afterwards. */
  readonly unwaived: number;
}

export interface SignalWatch {
  /** Takes note of what was said of an event. */
  readonly said: (call: RecordedCall, was: Said) => void;
  /** Takes note of a call that ran. */
  readonly ran: (session: string, call: string) => void;
  readonly sums: () => ReadonlyMap<string, Signals>;
}

/** An answer that waits for what becomes of it. */
interface Waiting {
  readonly kind: 'denied' | 'asked' | 'advised';
  readonly rule: string;
  readonly gate: string;
  /** What did not hold. */
  readonly open: readonly string[];
  /** What the call would do. */
  readonly effect: string;
  readonly call: string | null;
  /** A call that does the same and was let go; null before. */
  retry: string | null;
  /** The gate looked again, and it still did not hold. */
  isStillOpen: boolean;
}

const NONE: Signals = {
  ...{ denied: 0, workedAround: 0, asked: 0, approved: 0 },
  ...{ advised: 0, followed: 0, ignored: 0, waived: 0, unwaived: 0 },
};

/** Of each session so many answers wait at most. */
const MOST_WAITING = 128;

/** Watches what becomes of answers: a rule whose answers are always passed by is likely to be wrong. */
export const watchSignals = (): SignalWatch => {
  const sums = new Map<string, Signals>();
  const waiting = new Map<string, Waiting[]>();
  /** Of each session and rule: how often it was answered since it was last waived. */
  const unwaived = new Map<string, Map<string, number>>();

  const count = (rule: string, ...fields: readonly (keyof Signals)[]): void => {
    const sum = { ...(sums.get(rule) ?? NONE) };
    for (const field of fields) sum[field] += 1;
    sums.set(rule, sum);
  };

  /** Goes through what waits in a session; what comes to an end waits no longer. */
  const settle = (session: string, isOver: (one: Waiting) => boolean): void => {
    const all = waiting.get(session);
    if (all !== undefined)
      waiting.set(
        session,
        all.filter((one) => !isOver(one)),
      );
  };

  const lookAgain = (session: string, call: RecordedCall, was: Said, effect: string): void =>
    settle(session, (one) => {
      const holds = stateOf(one, was.verdicts);
      if (one.kind === 'advised') {
        if (holds === true) count(one.rule, 'followed');
        else if (holds === false) one.isStillOpen = true;
        return holds === true;
      }
      if (one.kind === 'denied') {
        if (holds === true) return true;
        const isLetGo = was.decision !== 'deny' && one.effect === effect && one.call !== call.trigger.event.call;
        if (isLetGo) one.retry = call.trigger.event.call;
      }
      return false;
    });

  return {
    said: (call, was) => {
      const { stream, call: id, type } = call.trigger.event;
      const effect = type === 'ToolRequested' ? effectOf(call) : '';
      if (type === 'ToolRequested' || waiting.has(stream)) lookAgain(stream, call, was, effect);
      const since = unwaived.get(stream) ?? new Map<string, number>();
      for (const { rule, waived } of was.verdicts) {
        if (waived === undefined) continue;
        count(rule, 'waived');
        since.delete(rule);
      }
      if (call.answer === null) return;
      for (const { rule } of was.answered) since.set(rule, (since.get(rule) ?? 0) + 1);
      if (since.size > 0) unwaived.set(stream, since);
      const all = waiting.get(stream) ?? [];
      for (const { rule, gate, decision, conditions, context } of was.answered) {
        const kind = KINDS[decision];
        if (kind === undefined || (kind === 'asked' && was.decision !== 'ask')) continue;
        // What only tells something asks for nothing.
        if (kind === 'advised' && context !== undefined) continue;
        const open = conditions.flatMap(({ name, holds }) => (holds ? [] : [name]));
        count(rule, kind);
        all.push({ kind, rule, gate, open, effect, call: id, retry: null, isStillOpen: false });
      }
      if (all.length > 0) waiting.set(stream, all.slice(-MOST_WAITING));
    },
    ran: (session, call) =>
      settle(session, (one) => {
        if (one.kind === 'asked' && one.call === call) count(one.rule, 'approved');
        else if (one.kind === 'denied' && one.retry === call) count(one.rule, 'workedAround');
        else return false;
        return true;
      }),
    sums: () => {
      const ends = new Map(sums);
      for (const one of [...waiting.values()].flat()) {
        if (one.kind !== 'advised' || !one.isStillOpen) continue;
        const sum = ends.get(one.rule) ?? NONE;
        ends.set(one.rule, { ...sum, ignored: sum.ignored + 1 });
      }
      for (const [rule, times] of [...unwaived.values()].flatMap((since) => [...since])) {
        const sum = ends.get(rule) ?? NONE;
        ends.set(rule, { ...sum, unwaived: sum.unwaived + times });
      }
      return ends;
    },
  };
};

const KINDS: Readonly<Record<string, Waiting['kind']>> = { deny: 'denied', ask: 'asked', advise: 'advised' };

/** Whether what did not hold does now, by the same gate; null where it does not look. */
const stateOf = ({ gate, open }: Waiting, verdicts: readonly Verdict[]): boolean | null => {
  const conditions = verdicts.flatMap((verdict) => (verdict.gate === gate ? verdict.conditions : []));
  const same = conditions.filter(({ name }) => open.includes(name));
  return same.length === 0 ? null : same.every(({ holds }) => holds);
};

/** What a call would do, so that two that do the same are alike in it however they are written. */
const effectOf = ({ trigger: { event }, facts }: RecordedCall): string => {
  const { tool_name: tool, tool_input: input } = event.data;
  const path = writtenPath(tool, input);
  if (path !== null) return `write ${path}`;
  const command = factsFrom(facts).command();
  const acts = command?.data.acts ?? [];
  return acts.length > 0
    ? `acts ${JSON.stringify(acts.map(actWords))}`
    : `call ${JSON.stringify([tool, plain(input)])}`;
};

type Act = NonNullable<EventData<'CommandUnderstood'>['acts']>[number];

const actWords = ({ kind, paths, details }: Act): unknown => [kind, paths.map(({ written }) => written), details];

/** A command without how it is spaced. */
const plain = (input: Envelope['data'][string]): unknown => {
  if (typeof input !== 'object' || input === null) return input;
  const { command, description: _, ...rest } = input as Record<string, unknown>;
  return typeof command === 'string' ? { ...rest, command: command.trim().replace(/\s+/g, ' ') } : input;
};
