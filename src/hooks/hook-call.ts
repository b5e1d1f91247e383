import { CONTENT } from '../events/encode-event.ts';
import type { Data, Envelope, EventDraft } from '../events/envelope.ts';
import { findLocation, type Location } from '../events/location.ts';
import { errorCode } from '../events/log-fs.ts';
import { forgetLoss, lossDraft, lossesAmong, noteLoss } from '../events/losses.ts';
import { openProjectLog, type ProjectLog } from '../events/project-log.ts';
import type { Snapshot } from '../projections/snapshot.ts';
import type { HookDeps } from './deps.ts';
import { type PolicyFiles, readPolicyFiles, redactionTexts } from './observers/policy.ts';
import { type CallPlace, placeOf } from './place.ts';
import type { Decoded, HostEvent, Unreadable } from './protocols/decode.ts';
import { createRecorder, type Recorder } from './recorder.ts';
import { readSnapshot } from './snapshot-file.ts';

/** One hook call after its first event was recorded. */
export interface HookCall {
  readonly trigger: Envelope;
  /** The tool's input as the host sent it. */
  readonly toolInput: unknown;
  /** All that the host sent, before anything was redacted or cut. */
  readonly payload: Data;
  readonly place: CallPlace;
  readonly location: Location;
  /** Null when there is no place for a log. */
  readonly log: ProjectLog | null;
  readonly recorder: Recorder;
  /** Why the first event is not in the log; null when it is. */
  readonly unrecorded: string | null;
  /** The snapshot that was there when the log was opened. */
  readonly snapshot: Snapshot | null;
  readonly policyFiles: PolicyFiles;
}

/** A project's log, found from the environment alone: a process opens it while its input is still on the way. */
export interface OpenedLog {
  readonly log: ProjectLog | null;
  readonly location: Location;
  /** Why there is no place for a log; null when there is one. */
  readonly problem: string | null;
  readonly snapshot: Snapshot | null;
  /** Read before anything is recorded: they may say what is not to be. */
  readonly policyFiles: PolicyFiles;
}

/** Opens the log. That it cannot be opened is a value, not an error: gates then judge without history. */
export const openLog = (deps: HookDeps): OpenedLog => {
  try {
    const log = openProjectLog(deps, deps.segmentLimit);
    const { location } = log;
    const policyFiles = readPolicyFiles(location.policyDir, deps.env);
    return { log, location, problem: null, snapshot: readSnapshot(location.root, deps.fs), policyFiles };
  } catch (error) {
    const location = findLocation(deps);
    const policyFiles = readPolicyFiles(location.policyDir, deps.env);
    return { log: null, location, problem: errorCode(error), snapshot: null, policyFiles };
  }
};

/**
 * Appends the event that the host reported, before anything slow: a hook that is killed later still leaves its trace.
 */
export const startCall = (decoded: Decoded, opened: OpenedLog, deps: HookDeps): HookCall => {
  const { log, location, problem, snapshot, policyFiles } = opened;
  const source = 'event' in decoded ? decoded.event : null;
  const { env, fs, program } = deps;
  const place = placeOf({ env, fs, program, location, cwd: source?.cwd ?? null });
  const base = source ?? unreadableBase((decoded as { unreadable: Unreadable }).unreadable);
  const { now, newId, redactData } = deps;
  const recorder = createRecorder({ ...base, worktree: place.worktree }, log, problem, {
    now,
    newId,
    redactData,
    redactionTexts: redactionTexts(policyFiles),
  });
  const trigger = encodeTrigger(decoded, recorder);
  const unrecorded = recordTrigger(trigger, recorder, opened, deps);
  return {
    trigger,
    toolInput: source?.data['tool_input'],
    payload: source?.data ?? {},
    place,
    location,
    log,
    recorder,
    unrecorded,
    snapshot,
    policyFiles,
  };
};

/** Appends the trigger, and with it what earlier calls could not record. Returns why that failed, or null. */
const recordTrigger = (
  trigger: Envelope,
  recorder: Recorder,
  { log, location: { root } }: OpenedLog,
  { fs }: HookDeps,
): string | null => {
  const losses = log === null ? [] : lossesAmong(log.writer.beside);
  const drafts = losses.map((name) => ({ cause: trigger.id, ...lossDraft(root, fs, name) }));
  const unrecorded = recorder.append([trigger, ...drafts.map(recorder.encode)]);
  if (unrecorded !== null) noteLoss(root, fs, unrecorded);
  else for (const name of losses) forgetLoss(root, fs, name);
  return unrecorded;
};

const encodeTrigger = (decoded: Decoded, recorder: Recorder): Envelope => {
  if (!('event' in decoded)) return recorder.encode(failureDraft(decoded.unreadable));
  const { event } = decoded;
  try {
    return recorder.encode(triggerDraft(event));
  } catch (error) {
    // Nested more deeply than JSON can be written again.
    const message = error instanceof Error ? error.message : String(error);
    return recorder.encode(failureDraft({ ...unreadableFrom(event), message }));
  }
};

const triggerDraft = (event: HostEvent): EventDraft => ({
  type: event.type,
  data: event.data,
  call: event.call,
  provenance: event.provenance,
  delivery: event.call ?? CONTENT,
});

const failureDraft = ({ code, message, toolCall, text }: Unreadable): EventDraft => ({
  type: 'HookFailed',
  call: null,
  data: { stage: 'receive', code, message, toolCall, raw: text },
});

const unreadableFrom = (event: HostEvent): Unreadable => ({
  code: 'malformed',
  message: '',
  toolCall: event.type === 'ToolRequested',
  host: event.host,
  stream: event.stream,
  text: '',
});

const unreadableBase = ({ host, stream }: Unreadable) => ({
  stream,
  actor: { id: 'main' },
  host,
  turn: null,
  call: null,
  provenance: 'hook' as const,
});
