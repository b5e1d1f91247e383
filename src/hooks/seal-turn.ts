import type { Envelope } from '../events/envelope.ts';
import { errorCode } from '../events/log-fs.ts';
import { readSealKey, type SealKey } from '../events/seal-key.ts';
import { sealLog } from '../events/seal-log.ts';
import type { HookDeps } from './deps.ts';
import type { HookCall } from './hook-call.ts';

/** A log that nobody sealed yet may be long: each turn then seals so much of it, about a tenth of a second of work. */
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * Seals the log after the answer to the end of a turn or session, with the user's key where there is one. A bundle of
 * its own, since hashing would cost every other call. What fails is an event, and the turn is sealed with the next.
 */
export const sealTurn = (call: HookCall, deps: HookDeps, isSynced: boolean): void => {
  const { log, location, trigger, recorder } = call;
  if (log === null) return;
  const failed = (error: unknown): Envelope =>
    recorder.encode({
      type: 'HookFailed',
      cause: trigger.id,
      call: null,
      data: { stage: 'seal', code: errorCode(error), message: error instanceof Error ? error.message : String(error) },
    });
  let key: SealKey | null = null;
  try {
    key = readSealKey(deps.env, deps.fs);
  } catch (error) {
    recorder.append([failed(error)]);
  }
  try {
    const { stream, actor, host, turn, worktree } = trigger;
    sealLog({
      folder: log.folder,
      root: location.root,
      writer: log.writer,
      base: { stream, actor, host, turn, worktree, cause: trigger.id, provenance: 'hook' },
      now: deps.now,
      newId: deps.newId,
      isSynced,
      key,
      mostBytes: MOST_BYTES,
    });
  } catch (error) {
    recorder.append([failed(error)]);
  }
  deps.onStage?.('seal');
};
