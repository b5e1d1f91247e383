import type { BlobStore } from '../events/blobs.ts';
import { type EncodeDeps, encodeEvent } from '../events/encode-event.ts';
import { type Envelope, type EventDraft, FORMAT_VERSION } from '../events/envelope.ts';
import { isoTime } from '../events/iso-time.ts';
import { errorCode } from '../events/log-fs.ts';
import type { LogWriter } from '../events/log-writer.ts';

/** What all events of one hook call have in common. */
export type EnvelopeBase = Pick<Envelope, 'stream' | 'actor' | 'host' | 'turn' | 'call' | 'worktree' | 'provenance'>;

export interface Recorder {
  /** Gives a draft its id, time and place, redacted and cut as it will stand in the log. */
  readonly encode: (draft: EventDraft) => Envelope;
  /** Appends encoded events in one write. Returns why that failed, or null. */
  readonly append: (events: readonly Envelope[]) => string | null;
  /** Forces what was appended to the disk, as far as the system allows. */
  readonly sync: () => void;
}

export interface RecorderDeps {
  readonly now: () => number;
  readonly newId: () => string;
  readonly redactData: EncodeDeps['redactData'];
  readonly redactionTexts?: EncodeDeps['redactionTexts'];
}

/** Records the events of one call. Without a log nothing is written, and `append` says why. */
export const createRecorder = (
  base: EnvelopeBase,
  log: { readonly writer: LogWriter; readonly blobs: BlobStore } | null,
  noLog: string | null,
  deps: RecorderDeps,
): Recorder => {
  const lines = new Map<string, string>();
  const encodeDeps = {
    blobs: log?.blobs ?? NO_BLOBS,
    redactData: deps.redactData,
    redactionTexts: deps.redactionTexts,
  };
  return {
    encode: (draft) => {
      const { event, line } = encodeEvent(envelopeOf(draft, base, deps), encodeDeps);
      lines.set(event.id, line);
      return event;
    },
    append: (events) => {
      if (log === null) return noLog;
      try {
        log.writer.append(events.map((event) => lines.get(event.id) ?? JSON.stringify(event)));
        return null;
      } catch (error) {
        return errorCode(error);
      }
    },
    sync: () => {
      try {
        log?.writer.sync();
      } catch {
        // A file system without fsync keeps the event as safe as it can.
      }
    },
  };
};

const envelopeOf = (draft: EventDraft, base: EnvelopeBase, { now, newId }: RecorderDeps): Envelope => ({
  v: FORMAT_VERSION,
  id: newId(),
  type: draft.type,
  at: isoTime(now()),
  stream: base.stream,
  actor: base.actor,
  host: base.host,
  turn: base.turn,
  cause: draft.cause ?? null,
  call: draft.call === undefined ? base.call : draft.call,
  worktree: draft.worktree === undefined ? base.worktree : draft.worktree,
  provenance: draft.provenance ?? 'hook',
  redacted: [],
  ...(draft.delivery === undefined ? {} : { delivery: draft.delivery }),
  data: draft.data,
});

const NO_BLOBS: BlobStore = {
  put: (text) => ({ $blob: null, bytes: text.length, head: text.slice(0, 1024), tail: '', lost: 'no log' }),
};
