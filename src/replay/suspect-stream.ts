import type { Envelope } from '../events/envelope.ts';
import type { Policy } from '../events/schemas.ts';
import { expectsAnswer, expectsRuling } from './expected.ts';
import type { Finding, Note, SuspectEvent, SuspectKind } from './suspect.ts';

/** One session as it is gone through. */
export interface SuspectStream {
  readonly add: (event: Envelope, known: SuspectEvent, policy: Policy) => Finding[];
  readonly end: () => Finding[];
}

/** A call whose outcome is not known yet. */
interface OpenCall {
  readonly call: string;
  readonly actor: string;
  readonly request: SuspectEvent;
  /** The command as it was requested. */
  readonly command: string | null;
  ruling: Ruling | null;
  /** What ended the turn, while an outcome may still come. */
  overtakenBy: SuspectEvent | null;
}

interface Ruling {
  readonly event: SuspectEvent;
  readonly decision: unknown;
  answered: boolean;
}

/** An event of the host, as far as its hook call is known. */
interface Trigger {
  readonly event: SuspectEvent;
  readonly type: string;
  readonly actor: string;
  readonly call: string | null;
  /** The same for all deliveries of one event. */
  readonly delivery: string;
  ruling: (Ruling & { readonly isAnswered: boolean }) | null;
}

/** Of each at most so many are remembered, the newest. */
const MOST_OPEN = 500;
const MOST_TRIGGERS = 50;
const MOST_CLOSED = 300;

export const startStream = (session: string): SuspectStream => {
  const open = new Map<string, OpenCall>();
  const closed = new Set<string>();
  /** The newest ones, and those whose ruling or answer is still to come. */
  const triggers = new Map<string, Trigger>();
  const pending = new Map<string, Trigger>();
  const ruledDeliveries = new Set<string>();
  const failures = new Set<string>();
  /** Of each actor the delivery of its last event. */
  const latest = new Map<string, string>();
  let host = '';
  let isFirst = true;
  let hasRuling = false;
  let turn: { readonly prompt: SuspectEvent; blockedEnd: SuspectEvent | null } | null = null;

  const finding = (
    kind: SuspectKind,
    call: string | null,
    events: readonly (SuspectEvent | null | undefined)[],
    notes: readonly Note[] = [],
  ): Finding => ({
    kind,
    session,
    host,
    call,
    events: events.filter((event) => event !== null && event !== undefined),
    notes,
  });

  const openCall = (item: OpenCall, by: SuspectEvent | null, notes: readonly Note[] = []): Finding[] => {
    close(item.call);
    // A call that was denied has no outcome.
    if (item.ruling?.decision === 'deny') return [];
    const asked: readonly Note[] = item.ruling?.decision === 'ask' ? ['was-asked-about'] : [];
    return [finding('open-call', item.call, [item.request, item.ruling?.event, by], [...asked, ...notes])];
  };

  const close = (call: string): void => {
    open.delete(call);
    addTo(closed, call, MOST_CLOSED);
  };

  /** The turn of an actor is over: an outcome that did not come before the next time is none. */
  const overtake = (isOver: (item: OpenCall) => boolean, by: SuspectEvent, isEnd: boolean): Finding[] =>
    [...open.values()].filter(isOver).flatMap((item) => {
      if (isEnd || item.overtakenBy !== null) return openCall(item, item.overtakenBy ?? by);
      item.overtakenBy = by;
      return [];
    });

  /** Hook calls that the host does not wait for any more. */
  const settle = (isOver: (item: Trigger) => boolean): Finding[] => {
    const over = [...pending.values()].filter(isOver);
    for (const { event } of over) pending.delete(event.id);
    return over.flatMap((item): Finding[] => {
      if (item.ruling !== null) return [finding('answer-lost', item.call, [item.event, item.ruling.event])];
      // Another delivery of the event was judged, and the host had an answer.
      return ruledDeliveries.has(item.delivery) ? [] : [finding('no-ruling', item.call, [item.event])];
    });
  };

  const outcome = (event: Envelope, known: SuspectEvent): Finding[] => {
    const { call } = event;
    if (call === null || closed.has(call)) return [];
    const item = open.get(call);
    close(call);
    if (item === undefined) return [finding('unknown-call', call, [known], isFirst ? ['first-of-session'] : [])];
    const { ruling, request, command } = item;
    const hookCalls = (each: Trigger): boolean => each.call === call && each.type === 'ToolRequested';
    if (ruling?.decision === 'deny' && (event.type === 'ToolCompleted' || host === 'claude-code')) {
      for (const each of [...pending.values()].filter(hookCalls)) pending.delete(each.event.id);
      const notes: readonly Note[] = ruling.answered ? [] : ['answer-not-written'];
      return [finding('denied-but-ran', call, [request, ruling.event, known], notes)];
    }
    const found = settle(hookCalls);
    const isSame = command !== null && commandOf(event) === command;
    if (ruling?.decision === 'rewrite' && ruling.answered && isSame) {
      found.push(finding('rewrite-not-taken', call, [request, ruling.event, known]));
    }
    return found;
  };

  const ruled = (event: Envelope, known: SuspectEvent): void => {
    hasRuling = true;
    const { decision, repeatOf } = event.data;
    const trigger = triggers.get(event.cause ?? '') ?? pending.get(event.cause ?? '');
    const ruling = { event: known, decision, answered: false };
    if (trigger !== undefined && trigger.ruling === null) {
      trigger.ruling = { ...ruling, isAnswered: expectsAnswer(decision, trigger.type, event.host) };
      addTo(ruledDeliveries, trigger.delivery, MOST_TRIGGERS);
      if (trigger.ruling.isAnswered) pending.set(trigger.event.id, trigger);
      else pending.delete(trigger.event.id);
    }
    const item = event.call === null ? undefined : open.get(event.call);
    const isOfRequest = trigger === undefined || trigger.type === 'ToolRequested';
    if (item !== undefined && isOfRequest && (item.ruling === null || repeatOf === undefined)) item.ruling = ruling;
    if (trigger?.type === 'TurnEnded' && decision === 'deny' && turn === null)
      turn = { prompt: trigger.event, blockedEnd: trigger.event };
    if (trigger?.type === 'PromptSubmitted' && decision === 'deny' && turn?.prompt.id === trigger.event.id) turn = null;
  };

  const answered = (event: Envelope): void => {
    for (const item of pending.values()) {
      if (item.ruling?.event.id === event.cause) pending.delete(item.event.id);
    }
    // One of several deliveries is enough: the host acts on it.
    const ruling = event.call === null ? undefined : open.get(event.call)?.ruling;
    if (ruling !== undefined && ruling !== null) ruling.answered = true;
  };

  const requested = (event: Envelope, known: SuspectEvent): void => {
    const { call, actor } = event;
    if (call === null || open.has(call)) return;
    open.set(call, {
      call,
      actor: actor.id,
      request: known,
      command: commandOf(event),
      ruling: null,
      overtakenBy: null,
    });
    if (open.size > MOST_OPEN) close(open.keys().next().value as string);
  };

  /** Hook calls of an actor before an event of its own, other deliveries of that aside. */
  const before =
    (event: Envelope) =>
    (item: Trigger): boolean =>
      item.actor === event.actor.id && item.delivery !== deliveryOf(event);

  const turnIsOpen = (by: SuspectEvent): Finding[] => {
    if (turn === null || !ENDS_TURNS.has(host)) return [];
    const { prompt, blockedEnd } = turn;
    turn = null;
    const events = blockedEnd === null || blockedEnd.id === prompt.id ? [prompt, by] : [prompt, blockedEnd, by];
    return [finding('turn-without-end', null, events, blockedEnd === null ? [] : ['end-was-blocked'])];
  };

  /** What an event says of those before it. */
  const consequences = (event: Envelope, known: SuspectEvent): Finding[] => {
    const ofActor = (item: OpenCall): boolean => item.actor === event.actor.id;
    switch (event.type) {
      case 'ToolCompleted':
      case 'ToolFailed':
        return outcome(event, known);
      case 'PermissionDenied':
        if (event.call !== null) close(event.call);
        return [];
      case 'ToolBatchCompleted':
        for (const call of callsIn(event)) if (open.has(call)) close(call);
        return [];
      case 'PromptSubmitted': {
        if (event.provenance !== 'prompt' || isRepeat(event)) return [];
        const found = [...settle(before(event)), ...overtake(ofActor, known, false), ...turnIsOpen(known)];
        turn = { prompt: known, blockedEnd: null };
        return found;
      }
      case 'TurnEnded':
      case 'TurnFailed':
        if (event.actor.id === 'main' && !isRepeat(event)) turn = null;
        return [...settle(before(event)), ...overtake(ofActor, known, false)];
      case 'SubagentStopped':
        return [...settle(before(event)), ...overtake(ofActor, known, true)];
      case 'SessionEnded':
        return isRepeat(event)
          ? []
          : [
              ...settle((item) => item.delivery !== deliveryOf(event)),
              ...overtake(() => true, known, true),
              ...turnIsOpen(known),
            ];
      case 'SessionStarted':
        // A compaction starts a session in the middle of a turn.
        return event.data['source'] === 'compact' ? [] : settle((item) => item.delivery !== deliveryOf(event));
      case 'HookFailed':
        return failed(event, known);
      default:
        return [];
    }
  };

  /** The same failure at every event of a session is said once. */
  const failed = (event: Envelope, known: SuspectEvent): Finding[] => {
    const what = `${event.data['stage']} ${event.data['code']}`;
    if (failures.has(what)) return [];
    if (known.isWanted) addTo(failures, what, MOST_TRIGGERS);
    return [finding('hook-failed', event.call, [triggers.get(event.cause ?? '')?.event, known])];
  };

  /** Between two deliveries of one event nothing else happens to the same actor. */
  const isRepeat = (event: Envelope): boolean => latest.get(event.actor.id) === deliveryOf(event);

  const triggered = (event: Envelope, known: SuspectEvent, policy: Policy): void => {
    const { id, type, actor, call } = event;
    const delivery = deliveryOf(event);
    latest.delete(actor.id);
    latest.set(actor.id, delivery);
    if (latest.size > MOST_TRIGGERS) latest.delete(latest.keys().next().value as string);
    if (event.provenance === 'import') return;
    // Other hosts than Claude Code may be recorded and answered with nothing.
    const isJudged = (host === 'claude-code' || hasRuling) && expectsRuling(event, policy);
    const trigger: Trigger = { event: known, type, actor: actor.id, call, delivery, ruling: null };
    triggers.set(id, trigger);
    if (triggers.size > MOST_TRIGGERS) triggers.delete(triggers.keys().next().value as string);
    if (!isJudged) return;
    pending.set(id, trigger);
    if (pending.size > MOST_OPEN) pending.delete(pending.keys().next().value as string);
  };

  return {
    add: (event, known, policy) => {
      host = event.host;
      const found = consequences(event, known);
      if (event.type === 'ToolRequested') requested(event, known);
      else if (event.type === 'GatesRuled') ruled(event, known);
      else if (event.type === 'AnswerSent') answered(event);
      if (event.delivery !== undefined) triggered(event, known, policy);
      isFirst = false;
      return found;
    },
    end: () =>
      [...open.values()].flatMap((item) =>
        item.overtakenBy === null ? [] : openCall(item, item.overtakenBy, ['still-running']),
      ),
  };
};

/** Adds to a set that keeps the newest. */
const addTo = (set: Set<string>, item: string, most: number): void => {
  set.delete(item);
  set.add(item);
  if (set.size > most) set.delete(set.values().next().value as string);
};

/** Hosts that say of every turn that it ended. */
const ENDS_TURNS: ReadonlySet<string> = new Set(['claude-code', 'codex']);

const deliveryOf = ({ type, actor, delivery = '' }: Envelope): string => `${type} ${actor.id} ${delivery}`;

const commandOf = ({ data }: Envelope): string | null => {
  const input = data['tool_input'];
  const command = typeof input === 'object' && input !== null ? (input as { command?: unknown }).command : null;
  return typeof command === 'string' ? command : null;
};

const callsIn = ({ data }: Envelope): string[] => {
  const calls = data['tool_calls'];
  if (!Array.isArray(calls)) return [];
  return calls.flatMap((call: unknown) => {
    const id = typeof call === 'object' && call !== null ? (call as { tool_use_id?: unknown }).tool_use_id : undefined;
    return typeof id === 'string' ? [id] : [];
  });
};
