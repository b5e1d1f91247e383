import * as z from 'zod/mini';

// What the log says of itself.

const text = z.string();
const nullableText = z.nullable(text);

export const logSchemas = {
  /** A segment's plain file gave way to a compressed copy of its exact bytes. */
  SegmentArchived: z.object({
    segment: z.number(),
    bytes: z.number(),
    /** Of the bytes, hex. */
    sha256: text,
    lines: z.number(),
    /** Times of its earliest and latest event. */
    firstAt: nullableText,
    lastAt: nullableText,
    /** Length of the compressed file. */
    packed: z.number(),
    /** The time that all its events had to be older than. */
    before: text,
  }),
  /** What stood in the log from a position to another one: docs/log-format.md, "Seals". */
  LogSealed: z.object({
    /** `chain` of the seal this one goes on from; null for the first. */
    prev: nullableText,
    from: text,
    to: text,
    /** Lines that are not empty. */
    n: z.number(),
    /** SHA-256 of the bytes, hex. */
    hash: text,
    /** SHA-256 of `lines`, hex; seals made before it was there have none. */
    digests: z.optional(text),
    /** SHA-256 of the fields above, hex. */
    chain: text,
    /** A digest of each line, 8 characters each. */
    lines: text,
    /** Lines that are no events: torn by a crash, or foreign. */
    torn: z.optional(z.array(z.object({ at: text, length: z.number(), reason: text }))),
    /** The newest seal docket knew of, when it was no longer in the log. */
    lost: z.optional(z.object({ chain: text, seal: text })),
    /** Ed25519 over `chain`, base64url, and the fingerprint of the public key. */
    signature: z.optional(text),
    key: z.optional(text),
  }),
};
