import { blobStore } from '../../events/blobs.ts';
import type { Envelope } from '../../events/envelope.ts';
import { newEventId } from '../../events/ids.ts';
import { nodeLogFs } from '../../events/log-fs.ts';
import { openLogWriter } from '../../events/log-writer.ts';
import { redactData } from '../../events/redact.ts';
import type { EventData } from '../../events/schemas.ts';
import type { LogFolder } from '../../events/segments.ts';
import { readPolicyFiles, redactionTexts } from '../../hooks/observers/policy.ts';
import { createRecorder } from '../../hooks/recorder.ts';
import type { RunnerOrder } from '../../hooks/test-runner/order.ts';

type Recorded = 'TestRunStarted' | 'TestRunFinished' | 'TestRunSuperseded' | 'HookFailed' | 'UpdateChecked';

/** What an event is recorded for: its session, and its cause where that is no other. */
export type Origin = Pick<Envelope, 'id' | 'stream' | 'actor' | 'host' | 'turn'>;

/** Appends what a worker did, in the session of the event that led to it. */
export interface Records {
  /** Returns the id of the event. Throws where the log takes nothing: a run that nobody hears of is for nothing. */
  readonly add: <Type extends Recorded>(of: Origin, type: Type, data: EventData<Type>, cause?: string) => string;
}

/** Where a worker records: what its order says. */
type Place = Pick<RunnerOrder, 'root' | 'policyDir'> & Pick<Envelope, 'worktree'>;

export const recordsIn = (folder: LogFolder, { root, policyDir, worktree }: Place): Records => {
  const log = { writer: openLogWriter(folder), blobs: blobStore(root, nodeLogFs) };
  const texts = redactionTexts(readPolicyFiles(policyDir, process.env));
  return {
    add: ({ id, stream, actor, host, turn }, type, data, cause = id) => {
      const base = { stream, actor, host, turn, call: null, worktree, provenance: 'worker' as const };
      const deps = { now: Date.now, newId: newEventId, redactData, redactionTexts: texts };
      const recorder = createRecorder(base, log, null, deps);
      const event = recorder.encode({ type, cause, provenance: 'worker', data: data as Record<string, unknown> });
      const problem = recorder.append([event]);
      if (problem !== null) throw Object.assign(new Error('the log cannot be written'), { code: problem });
      return event.id;
    },
  };
};
