import { type BlobStore, capData, TEXT_CAP } from './blobs.ts';
import { boundData, KEPT_BY_OWN_RULES } from './bound-data.ts';
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
  readonly redactData: (data: Data, policyTexts?: readonly string[], type?: string) => RedactedData;
  /**
   * Whether a line is worth a closer look; `mayHoldSecret` where it is not given. May only be true more often: whoever encodes so much
   * that the search costs more than the look can spare it.
   */
  readonly mayHoldSecret?: (line: string) => boolean;
  /** The policy files that have redaction rules of their own; none in most projects. */
  readonly redactionTexts?: readonly string[] | undefined;
}

/**
 * Makes the line of an event: what is too large to keep is cut, secrets are redacted, large texts go to blobs, and a host event without a call id gets
 * the digest that recognises a second delivery. Everybody, docket's own gates included, goes on with the event that
 * this returns, so that what was judged is what was logged. Throws `RangeError` for data nested too deeply for JSON.
 * `text`: the draft as JSON, where it is known.
 */
export const encodeEvent = (draft: Envelope, deps: EncodeDeps, text: string = JSON.stringify(draft)): EncodedEvent => {
  const { blobs, redactData, redactionTexts, mayHoldSecret: isWorthALook = mayHoldSecret } = deps;
  let event = draft;
  let line = text;
  const hits: string[] = [];
  const redactCut = (text: string): string => {
    const redacted = redactData({ text }, redactionTexts);
    hits.push(...redacted.hits);
    return String(redacted.data['text']);
  };
  const bounded = boundData(event.data, line.length, redactCut, redactionTexts && KEPT_BY_OWN_RULES);
  if (bounded !== event.data) {
    event = { ...event, data: bounded };
    line = JSON.stringify(event);
  }
  if (redactionTexts !== undefined || hits.length > 0 || isWorthALook(line)) {
    const redacted = redactEvent(event, deps, hits);
    if (redacted !== event) line = JSON.stringify(redacted);
    event = redacted;
  }
  if (event.delivery === CONTENT) {
    // The host's id of a prompt tells two equal ones apart that come in quick succession.
    event = { ...event, delivery: shortDigest(`${event.turn ?? ''} ${JSON.stringify(event.data)}`) };
    line = JSON.stringify(event);
  }
  if (line.length > TEXT_CAP) {
    const data = capData(event.data, blobs, line.length);
    if (data !== event.data) {
      event = { ...event, data };
      line = JSON.stringify(event);
    }
  }
  return { event, line };
};

const redactEvent = (event: Envelope, { redactData, redactionTexts }: EncodeDeps, cut: readonly string[]): Envelope => {
  const { stream, actor, host, turn, call, worktree, delivery } = event;
  // Rules of a project are not asked about ids: what they made equal would be one call, one session.
  const ids = redactData({ stream, actor, host, turn, call, worktree, delivery: delivery ?? null });
  const { data, hits } = redactData(event.data, redactionTexts, event.type);
  const redacted = [...new Set([...cut, ...ids.hits, ...hits])].sort();
  if (redacted.length === 0) return event;
  const { delivery: shown, ...others } = ids.data;
  // Two deliveries must not become one because what told them apart was a secret.
  const told = delivery === undefined ? {} : { delivery: shown === delivery ? delivery : shortDigest(delivery) };
  return { ...event, ...others, ...told, data, redacted };
};

/** Stands for "recognise another delivery by what the event says" until the digest is taken. */
export const CONTENT = 'content';
