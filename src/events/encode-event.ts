import { type BlobStore, capData, TEXT_CAP } from './blobs.ts';
import { boundData, KEPT_BY_OWN_RULES, KEPT_LIMIT } from './bound-data.ts';
import { shortDigest } from './digest.ts';
import type { Data, Envelope } from './envelope.ts';
import { mayHoldSecret } from './may-hold-secret.ts';
import type { RedactedData } from './redact.ts';

/** An event as it stands in the log, and its line without newlines. */
export interface EncodedEvent {
  readonly event: Envelope;
  readonly line: string;
}

export interface EncodeDeps {
  readonly blobs: BlobStore;
  /** `redactData` of redact.ts, which the hook loads only when a line may hold a secret. */
  readonly redactData: (data: Data, policyTexts?: readonly string[]) => RedactedData;
  /** The policy files that have redaction rules of their own; none in most projects. */
  readonly redactionTexts?: readonly string[] | undefined;
}

/**
 * Makes the line of an event: what is too large to keep is cut, secrets are redacted, large texts go to blobs, and a host event without a call id gets
 * the digest that recognises a second delivery. Everybody, docket's own gates included, goes on with the event that
 * this returns, so that what was judged is what was logged. Throws `RangeError` for data nested too deeply for JSON.
 */
export const encodeEvent = (draft: Envelope, { blobs, redactData, redactionTexts }: EncodeDeps): EncodedEvent => {
  let event = draft;
  let line = JSON.stringify(event);
  const cutHits: string[] = [];
  const bounded = boundData(
    event.data,
    line.length,
    (text) => {
      const { data, hits } = redactData({ text }, redactionTexts);
      cutHits.push(...hits);
      return String(data['text']);
    },
    redactionTexts === undefined ? KEPT_LIMIT : KEPT_BY_OWN_RULES,
  );
  if (bounded !== event.data) {
    event = { ...event, data: bounded };
    line = JSON.stringify(event);
  }
  if (redactionTexts !== undefined || cutHits.length > 0 || mayHoldSecret(line)) {
    const { stream, actor, host, turn, call, worktree, delivery } = event;
    const ids = redactData(
      { stream, actor, host, turn, call, worktree, ...(delivery === undefined ? {} : { delivery }) },
      redactionTexts,
    );
    const { data, hits } = redactData(event.data, redactionTexts);
    const names = [...new Set([...cutHits, ...ids.hits, ...hits])];
    if (names.length > 0) {
      event = { ...event, ...ids.data, data, redacted: names.sort() };
      line = JSON.stringify(event);
    }
  }
  if (event.delivery === CONTENT) {
    event = { ...event, delivery: shortDigest(JSON.stringify(event.data)) };
    line = JSON.stringify(event);
  }
  if (line.length > TEXT_CAP) {
    const data = capData(event.data, blobs);
    if (data !== event.data) {
      event = { ...event, data };
      line = JSON.stringify(event);
    }
  }
  return { event, line };
};

/** Stands for "recognise another delivery by what the event says" until the digest is taken. */
export const CONTENT = 'content';
