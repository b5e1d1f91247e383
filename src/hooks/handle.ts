import type { Envelope, EventDraft } from '../events/envelope.ts';
import { findLocation, type Location } from '../events/location.ts';
import { errorCode } from '../events/log-fs.ts';
import { noteLoss } from '../events/losses.ts';
import { formatPosition } from '../events/position.ts';
import type { EventData, Policy } from '../events/schemas.ts';
import { listSegments, logFolder } from '../events/segments.ts';
import { OBSERVED_TYPES } from '../gates/facts.ts';
import { startLateFold } from '../projections/late-fold.ts';
import { toolKind } from '../projections/tools.ts';
import { foundAtEnd, toldIn } from './agent-findings.ts';
import type { HookDeps } from './deps.ts';
import { type HookCall, type OpenedLog, openLog, startCall } from './hook-call.ts';
import { type LoadedState, loadState } from './load-state.ts';
import { noticeOn } from './notice.ts';
import type { Told } from './notify/notify.ts';
import { prepareMoves } from './prepare-moves.ts';
import { type Answer, SILENCE } from './protocols/answer.ts';
import { answerClaudeCode } from './protocols/claude-code.ts';
import { decode } from './protocols/decode.ts';
import { answerStyle } from './protocols/host.ts';
import { answerUniversal } from './protocols/universal.ts';
import { type Ruled, ruleOn } from './rule-on.ts';
import { tellsOnce, withoutToldElsewhere } from './told-elsewhere.ts';

/** The answer, and what is left to do once it was written to the host. */
export interface HookOutcome extends Answer {
  /**
   * Records that the answer was sent, unless its reader was gone, and saves a snapshot where that is worth it. Never
   * throws.
   */
  readonly finish: (isSent?: boolean) => void;
}

/** What the caller did already while the input was on its way. */
export interface Early {
  /** What the bytes parse to. */
  readonly parsed?: unknown;
  readonly opened?: OpenedLog;
}

/**
 * One hook call (DESIGN.md §1): receive, record, observe, rule, record, answer. Takes the bytes that arrived and gives
 * the answer; processes, streams and time-outs are the caller's. Does not throw for anything the host, the disk or the
 * policy can do.
 */
export const handle = async (raw: Uint8Array, deps: HookDeps, early: Early = {}): Promise<HookOutcome> => {
  const decoded = decode(raw, deps, early.parsed);
  deps.onStage?.('receive');
  const call = startCall(decoded, early.opened ?? openLog(deps), deps);
  deps.onStage?.('record');
  const style = answerStyle(call.trigger.host, deps.host);
  if (style === 'silent') return { ...SILENCE, finish: () => sealAfter(call, deps, undefined) };

  const { loaded, problem } = loadAt(call, deps);
  deps.onStage?.('load');
  const delivery = deliveryOf(call, loaded);
  const judged = await ruleOn({
    ...delivery,
    given: delivery.ruled,
    toolInput: call.toolInput,
    payload: call.payload,
    place: call.place,
    policyDir: call.location.policyDir,
    ...(call.log === null ? {} : { root: call.location.root }),
    policyFiles: call.policyFiles,
    stateKnown: problem === null,
    deps,
    prepare: (moved) => (moved.length === 0 ? null : prepareMoves(moved, call.place)),
    encode: (draft) => call.recorder.encode({ cause: delivery.trigger.id, ...draft }),
  });

  const ruling = encodeRuling(call, delivery, judged);
  const { fsync } = judged.policy;
  // An append to a log that was removed goes nowhere.
  const lost = recordRuling(call, delivery, judged, ruling, problem) ?? (problem === GONE ? GONE : null);
  if (lost !== null) noteLoss(call.location.root, deps.fs, lost);
  const ruled = ruling === null || lost !== null ? judged : tellingOnce(call, judged, ruling, deps);
  deps.onStage?.('record ruling');
  const { type } = call.trigger;
  const notice = type === 'SessionStarted' || type === 'TurnEnded' ? noticeOn(type, ruled) : null;
  const told = type === 'NotificationShown' ? toldOf(call, delivery, ruled, deps) : null;
  const sequence = told?.sequence ?? null;
  const answer = { ruling: ruled.ruling, trigger: call.trigger, toolInput: call.toolInput, notice, sequence };
  const complaint = call.unrecorded ?? lost;
  const isUncounted = complaint !== null && call.trigger.type === 'TurnEnded';
  // A block that is not in the log counts for nothing, and the next one would be the first again: a loop.
  const said = isUncounted ? SILENCE : style === 'claude-code' ? answerClaudeCode(answer) : answerUniversal(answer);
  return {
    ...said,
    // Claude Code ignores stderr on exit 0; other hosts may take any text for a block.
    stderr:
      complaint !== null && style === 'claude-code' ? `docket: the log cannot be written (${complaint})` : said.stderr,
    finish: (isSent = true) => {
      told?.start();
      if (isSent && said.stdout !== '' && ruling !== null) {
        const sent = encodeAnswer(call, delivery, ruled, ruling);
        const unsaid = call.recorder.append([sent, ...deliveriesIn(call, delivery, ruled, sent)]);
        if (unsaid !== null) noteLoss(call.location.root, deps.fs, unsaid);
      }
      if (fsync === 'always') call.recorder.sync();
      loaded?.save(call.trigger.type === 'TurnEnded' || call.trigger.type === 'SessionEnded');
      if (delivery.repeatOf === null) {
        sealAfter(call, deps, fsync);
        testAfter(call, delivery, ruled, deps);
        lookForUpdateAfter(call, delivery, ruled, deps);
      }
      if (ruled.policy.views === true) viewsAfter(call, deps);
      deps.onStage?.('finish');
    },
  };
};

/** The code of a log that is not where it was opened. */
const GONE = 'GONE';

/** Reads the state at the trigger. A log that cannot be read leaves gates without history, and says why. */
const loadAt = (call: HookCall, deps: HookDeps): { loaded: LoadedState | null; problem: string | null } => {
  if (call.log === null) return { loaded: null, problem: call.unrecorded };
  try {
    const { folder } = call.log;
    const { root } = call.location;
    const { isTimeUp } = deps;
    const loaded = loadState(folder, root, call.trigger.id, {
      candidate: call.snapshot,
      isTimeUp,
      start: startLateFold,
    });
    // What was appended a moment ago is not there: the log was removed or replaced, and with it the history.
    if (loaded.position === null && call.unrecorded === null) return { loaded: null, problem: GONE };
    const elsewhere = hasHistoryElsewhere(call.location, deps) ? 'ELSEWHERE' : null;
    if (loaded.repeatOf === null || recordedRuling(loaded) !== null) return { loaded, problem: elsewhere };
    // Another delivery of an event is judged where the first one stands, so that both get the same answer. That may
    // lie before the newest snapshot.
    const near = loadState(folder, root, loaded.repeatOf, { isTimeUp, start: startLateFold });
    const first =
      near.position === null ? loadState(folder, root, loaded.repeatOf, { candidate: null, isTimeUp }) : near;
    return { loaded: { ...first, repeatOf: loaded.repeatOf }, problem: elsewhere };
  } catch (error) {
    const code = errorCode(error);
    deps.onStage?.(`load failed: ${code}`);
    return { loaded: null, problem: code === 'ENOENT' && call.unrecorded === null ? GONE : code };
  }
};

/** Whether the project has a log that this call could not append to: what gates see is then not the history. */
const hasHistoryElsewhere = ({ fallback }: Location, deps: HookDeps): boolean => {
  if (fallback === null) return false;
  try {
    return listSegments(logFolder(findLocation(deps).root, deps.fs)).length > 0;
  } catch {
    return true;
  }
};

/** What an earlier delivery of the same event was answered, when that is in the log already. */
const recordedRuling = ({ repeatOf, before, after }: LoadedState): Envelope | null =>
  repeatOf === null
    ? null
    : ([...before, ...after].find(({ type, data }) => type === 'GatesRuled' && data['event'] === repeatOf) ?? null);

interface Delivery {
  /** The event to judge: the first delivery of it. */
  readonly trigger: Envelope;
  readonly fold: LoadedState['fold'];
  readonly unfolded: readonly Envelope[];
  /** Facts that an earlier delivery recorded. */
  readonly known: readonly Envelope[];
  readonly repeatOf: string | null;
  /** The ruling of an earlier delivery: it is given again. */
  readonly ruled: Envelope | null;
  readonly observedPosition: string;
}

const deliveryOf = (call: HookCall, loaded: LoadedState | null): Delivery => {
  const { trigger } = call;
  if (loaded === null || loaded.position === null) {
    const fold = loaded?.fold ?? startLateFold();
    return {
      trigger,
      fold,
      unfolded: [trigger],
      known: [],
      repeatOf: null,
      ruled: null,
      observedPosition: 'unrecorded',
    };
  }
  const { fold, repeatOf } = loaded;
  const first = repeatOf === null ? trigger : firstDelivery(loaded, trigger, repeatOf);
  const known = [...loaded.before, ...loaded.after].filter(
    ({ cause, type, provenance }) => cause === first.id && provenance !== 'worker' && OBSERVED_TYPES.has(type),
  );
  const ruled = recordedRuling(loaded);
  const observedPosition =
    ruled === null ? formatPosition(loaded.position) : (ruled.data as EventData<'GatesRuled'>).observedPosition;
  return { trigger: first, fold, unfolded: [], known, repeatOf, ruled, observedPosition };
};

/** The event that was delivered first; where it lies before everything read, this one under its id. */
const firstDelivery = ({ before }: LoadedState, trigger: Envelope, id: string): Envelope =>
  before.findLast((event) => event.id === id) ?? { ...trigger, id };

const encodeRuling = (
  call: HookCall,
  { trigger, repeatOf, observedPosition }: Delivery,
  ruled: Ruled,
): Envelope | null => {
  if (!ruled.isJudged) return null;
  const { ruling, verdicts, policy, fingerprint } = ruled;
  return call.recorder.encode({
    type: 'GatesRuled',
    cause: call.trigger.id,
    data: {
      event: trigger.id,
      observedPosition,
      policy: fingerprint,
      preset: policy.preset,
      decision: ruling.decision,
      verdicts,
      ...(ruling.nobodyCanAnswer === null ? {} : { nobodyCanAnswer: ruling.nobodyCanAnswer }),
      ...(repeatOf === null ? {} : { repeatOf }),
    },
  });
};

/** The verdict stands in the log before anybody reads it. Returns why it does not, or null. */
const recordRuling = (
  call: HookCall,
  delivery: Delivery,
  ruled: Ruled,
  ruling: Envelope | null,
  problem: string | null,
): string | null => {
  const failed = (stage: string, code: string, message: string): EventDraft => ({
    type: 'HookFailed',
    cause: call.trigger.id,
    call: null,
    data: { stage, code, message },
  });
  const failures = ruled.failures.map(({ gate, message }) => failed('rule', `gate ${gate}`, message));
  if (problem !== null)
    failures.push(failed('load', problem, 'the log could not be read; gates judged without history'));
  if (call.place.missing !== null) {
    failures.push(failed('receive', 'cwd-gone', `the working directory ${call.place.missing} is no longer there`));
  }
  const outcome = ruling === null ? [] : [ruling, ...findingsAfter(call, delivery, ruled, ruling)];
  const events = [...ruled.observed, ...failures.map(call.recorder.encode), ...outcome];
  const { fsync } = ruled.policy;
  const lost = events.length === 0 ? null : call.recorder.append(events);
  if (fsync === 'always' || (fsync !== 'never' && ruled.ruling.decision === 'deny')) call.recorder.sync();
  return lost;
};

/** What is left to answer once the log says what other sessions are telling at the same time. */
const tellingOnce = (call: HookCall, ruled: Ruled, own: Envelope, { isTimeUp }: HookDeps): Ruled => {
  if (call.log === null || !tellsOnce(call.trigger, ruled.ruling)) return ruled;
  try {
    const { before, after } = loadState(call.log.folder, call.location.root, call.trigger.id, { isTimeUp });
    return { ...ruled, ruling: withoutToldElsewhere(ruled.ruling, own, [...before, ...after]) };
  } catch {
    // Told twice is better than never.
    return ruled;
  }
};

/** What the checks found as a subagent ended: it waits in the log to be told. */
const findingsAfter = (
  { recorder, unrecorded }: HookCall,
  { trigger, fold, ruled: given }: Delivery,
  { verdicts, observed }: Ruled,
  ruling: Envelope,
): Envelope[] => {
  if (trigger.type !== 'SubagentStopped' || given !== null || unrecorded !== null) return [];
  // Tests that docket's own runner runs may call hooks: no subagent of anybody's.
  if (trigger.provenance === 'worker') return [];
  const found = foundAtEnd(trigger, verdicts, observed, fold.view(trigger.stream, trigger.worktree));
  return found.map((draft) => recorder.encode({ cause: ruling.id, ...draft }));
};

/** Seals what a turn or a session left, once its answer is out. */
const sealAfter = (call: HookCall, deps: HookDeps, fsync: Policy['fsync']): void => {
  if (call.unrecorded !== null || !SEALED_AFTER.has(call.trigger.type)) return;
  try {
    deps.sealTurn?.(call, deps, fsync !== 'never');
  } catch {
    // Half an installation: the next turn seals.
  }
};

/** Brings the files up to date that scripts from before docket read. */
const viewsAfter = (call: HookCall, deps: HookDeps): void => {
  if (call.unrecorded !== null) return;
  try {
    deps.keepViews?.(call);
  } catch {
    // A folder that cannot be written: `docket views` says so, and no gate reads what would stand there.
  }
  deps.onStage?.('views');
};

/** How the person is told of a notification of the host: once, and where the policy has it. */
const toldOf = (call: HookCall, { repeatOf }: Delivery, { policy }: Ruled, deps: HookDeps): Told | null => {
  const gate = policy.gates['notify'];
  if (gate?.mode !== 'enforce' || repeatOf !== null || call.trigger.host !== 'claude-code') return null;
  const { notification_type: type, message } = call.trigger.data;
  if (typeof type !== 'string' || typeof message !== 'string') return null;
  try {
    return deps.notify?.({ type, message, project: call.location.projectDir }, gate.options, deps.env) ?? null;
  } catch {
    // Half an installation: the host's own notification was shown all the same.
    return null;
  }
};

const SEALED_AFTER: ReadonlySet<string> = new Set(['TurnEnded', 'TurnFailed', 'SessionEnded']);

/** Tests what a call wrote, once its answer is out. */
const testAfter = (
  call: HookCall,
  { fold, observedPosition: position }: Delivery,
  { policy, observed }: Ruled,
  deps: HookDeps,
): void => {
  const { trigger, unrecorded } = call;
  // Whoever would run them reads of the write in the log. Tests that call hooks start no tests.
  if (unrecorded !== null || trigger.provenance === 'worker') return;
  if ((policy.gates['test-runner']?.mode ?? 'off') === 'off') return;
  const events = [trigger, ...observed];
  if (!TESTED_AFTER.has(trigger.type) && !events.some(mayWriteCode)) return;
  try {
    deps.startTests?.({ call, deps, policy, events, fold, position });
  } catch (error) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const data = { stage: 'start tests', code: errorCode(error), message };
    call.recorder.append([call.recorder.encode({ type: 'HookFailed', cause: trigger.id, call: null, data })]);
  }
};

/** Looks for a newer docket as a session begins, once its answer is out. */
const lookForUpdateAfter = (call: HookCall, { fold }: Delivery, { policy }: Ruled, deps: HookDeps): void => {
  const { type, data, provenance } = call.trigger;
  if (type !== 'SessionStarted' || data['source'] !== 'startup' || provenance === 'worker') return;
  if (call.unrecorded !== null || policy.gates['update-check']?.mode !== 'enforce') return;
  try {
    deps.startUpdateCheck?.({ call, deps, policy, fold });
  } catch {
    // Half an installation: no session is the worse for it.
  }
};

const mayWriteCode = ({ type, data }: Envelope): boolean =>
  type === 'ChangesObserved' || (type === 'ToolCompleted' && toolKind(data['tool_name']) === 'write');

const TESTED_AFTER: ReadonlySet<string> = new Set(['TurnEnded', 'SessionEnded']);

const encodeAnswer = (call: HookCall, { trigger, repeatOf }: Delivery, ruled: Ruled, ruling: Envelope): Envelope =>
  call.recorder.encode({
    type: 'AnswerSent',
    cause: ruling.id,
    data: {
      event: trigger.id,
      decision: ruled.ruling.decision,
      verdicts: ruled.ruling.answered.map(({ gate, rule, decision, strikeEnds, tells }) => ({
        gate,
        rule,
        decision,
        ...(strikeEnds === undefined ? {} : { strikeEnds }),
        ...(tells === undefined ? {} : { tells }),
      })),
      ...(repeatOf === null ? {} : { repeatOf }),
    },
  });

/** The findings that the answer told, which are told to nobody else then. */
const deliveriesIn = (
  { recorder }: HookCall,
  { trigger, repeatOf }: Delivery,
  { ruling: { answered } }: Ruled,
  sent: Envelope,
): Envelope[] =>
  repeatOf === null && answered.some(({ gate }) => gate === 'agent-findings')
    ? toldIn(trigger, answered).map((draft) => recorder.encode({ cause: sent.id, ...draft }))
    : [];
